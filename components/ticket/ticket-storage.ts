/** The key of the ticket. This module is apart from `ticket.ts`, so that pages without a ticket stay small. */
const KEY = 'billing-console:ticket'

/** For `useSyncExternalStore`: what is stored is read with each render, and tells of no change itself. */
export const neverChanges = () => () => undefined

/** Returns the stored ticket; null without one, or when the storage is forbidden. */
export function storedTicket(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Stores the ticket, or removes it. A full or forbidden storage keeps nothing. */
export function storeTicket(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // The ticket then lasts until a reload, in memory.
  }
}
