import type { Typed } from '@/lib/browser/typed'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import type { ActionTarget } from './change-dialog'

/** What somebody has typed into the dialog. */
export interface DialogDraft {
  reason: string
  ticket: string
  externalCustomerId: string
}

/** An open dialog, empty or as it was left. */
export interface OpenDialog {
  action: ChangeAction
  target: ActionTarget
  typed?: DialogDraft
}

/** The dialog as texts, to be kept while somebody signs in again. */
export function textsOf({ action, target, typed }: Required<OpenDialog>): Typed {
  const { id, externalCustomerId: known, suggestedExternalCustomerId: suggested } = target
  return { action, id, ...(known !== undefined && { known }), ...(suggested !== undefined && { suggested }), ...typed }
}

/** The dialog that these texts are of; null where they are of none. */
export function openedAgain({
  action,
  id,
  known,
  suggested,
  reason = '',
  ticket = '',
  externalCustomerId = '',
}: Typed): OpenDialog | null {
  if (id === undefined || (action !== 'cancel' && action !== 'delete')) return null
  const target = {
    id,
    ...(known !== undefined && { externalCustomerId: known }),
    ...(suggested !== undefined && { suggestedExternalCustomerId: suggested }),
  }
  return { action, target, typed: { reason, ticket, externalCustomerId } }
}
