import type { Typed } from '@/lib/core/typed'
import type { ChangeAction } from '@/lib/changes/change-effect'

/** The subscription to change, and its customer if known. */
export interface ChangeTarget {
  id: string
  /** The external customer id from the ledger that the dialog was opened on; sent unchanged. */
  externalCustomerId?: string
  /** A likely external customer id, from a ledger that the team has seen; the agent may edit it. */
  suggestedExternalCustomerId?: string
  /** The greatest age of a cached read that the dialog accepts, in milliseconds; 0 by default. */
  freshForMs?: number
}

/** The text typed into the dialog. */
export interface DialogDraft {
  reason: string
  /** Undefined before anything was typed: the dialog then has the number of the ticket that the agent works on. */
  ticket: string | undefined
  externalCustomerId: string
}

/** An open dialog, with or without a draft. */
export interface OpenDialog {
  action: ChangeAction
  target: ChangeTarget
  typed?: DialogDraft
}

/** Serializes the dialog, to be kept while the user signs in again. */
export function serializeDialog({ action, target, typed }: Required<OpenDialog>): Typed {
  const { id, externalCustomerId: known, suggestedExternalCustomerId: suggested } = target
  return {
    action,
    id,
    ...(known !== undefined && { known }),
    ...(suggested !== undefined && { suggested }),
    ...typed,
    ticket: typed.ticket ?? '',
  }
}

/** Restores the dialog from its serialized form; null when it is invalid. */
export function restoreDialog({
  action,
  id,
  known,
  suggested,
  reason = '',
  ticket,
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

/** The text of the dialog that was closed last without sending. In this tab's memory only. */
let closed: { who: string; dialog: OpenDialog } | undefined

/** Keeps the text of a dialog that closes without sending, in place of the one before; a dialog without text keeps nothing. */
export function keepDraft(who: string, dialog: OpenDialog): void {
  closed = dialog.typed && { who, dialog }
}

/** Returns the text that this user had typed into the same dialog of the same subscription, once. */
export function takeDraft(who: string, action: ChangeAction, id: string): DialogDraft | undefined {
  if (closed?.who !== who || closed.dialog.action !== action || closed.dialog.target.id !== id) return undefined
  const { typed } = closed.dialog
  closed = undefined
  return typed
}
