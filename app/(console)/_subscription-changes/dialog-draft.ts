import type { Typed } from '@/lib/browser/typed'
import type { ChangeAction } from '@/lib/domain/change/change-effect'

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
