import type { Typed } from '@/lib/core/typed'

/** The subscriptions of the dialog, and the text typed into it. */
export interface SelectedDraft {
  ids: readonly string[]
  reason?: string | undefined
  ticket?: string | undefined
}

/** Serializes the dialog, to be kept while the user signs in again. */
export const serializeSelected = ({ ids, reason = '', ticket = '' }: SelectedDraft): Typed => ({
  action: 'cancelSelected',
  ids: JSON.stringify(ids),
  reason,
  ticket,
})

/** Restores the dialog from its serialized form; undefined when it is invalid. */
export function restoreSelected(typed: Typed | undefined): SelectedDraft | undefined {
  const ids: unknown = JSON.parse(typed?.ids ?? 'null')
  if (typed === undefined || !Array.isArray(ids)) return undefined
  return { ids: ids.map(String), reason: typed.reason, ticket: typed.ticket }
}
