import * as tab from '@/lib/core/tab-storage'

/** The key of the ticket. This module is apart from `ticket.ts`, so that pages without a ticket stay small. */
const KEY = 'billing-console:ticket'
/** The key of the language of the ticket. */
export const TICKET_LANGUAGE = 'billing-console:ticket-language'

/** What could not be stored, until a reload. */
const unstored = new Map<string, string>()

/** For `useSyncExternalStore`: what is stored is read with each render, and tells of no change itself. */
export const neverChanges = () => () => undefined

/** Returns the stored ticket; null without one. */
export const storedTicket = () => storedText(KEY)

/** Stores the ticket, or removes it with its language. */
export function storeTicket(text: string | null): void {
  storeText(KEY, text)
  if (text === null) storeText(TICKET_LANGUAGE, null)
}

/** Returns what this tab keeps under a key; null for nothing. */
export const storedText = (key: string): string | null => unstored.get(key) ?? tab.storedText(key)

/** Keeps a text in this tab, or removes it. With a full or forbidden storage it lasts until a reload. */
export function storeText(key: string, text: string | null): void {
  unstored.delete(key)
  if (!tab.storeText(key, text) && text !== null) unstored.set(key, text)
}
