import type { Typed } from '@/lib/browser/typed'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import type { ActionTarget } from './change-dialog'

/** The text typed into the dialog. */
export interface DialogDraft {
  reason: string
  ticket: string
  externalCustomerId: string
}

/** An open dialog, with or without a draft. */
export interface OpenDialog {
  action: ChangeAction
  target: ActionTarget
  typed?: DialogDraft
}

/** Serializes the dialog, to be kept while the user signs in again. */
export function serializeDialog({ action, target, typed }: Required<OpenDialog>): Typed {
  const { id, externalCustomerId: known, suggestedExternalCustomerId: suggested } = target
  return { action, id, ...(known !== undefined && { known }), ...(suggested !== undefined && { suggested }), ...typed }
}

/** Restores the dialog from its serialized form; null when it is invalid. */
export function restoreDialog({
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
