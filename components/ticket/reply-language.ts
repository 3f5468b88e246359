import { useSyncExternalStore } from 'react'
import type { ReplyLanguage } from '@/lib/text/reply'
import { storedText, storeText, TICKET_LANGUAGE } from '@/components/ticket/ticket-storage'

/** The last choice in this tab, for replies outside of tickets. */
const CHOSEN = 'billing-console:reply-language'

const listeners = new Set<() => void>()

/** Returns the language of replies: that of the open ticket, else the last choice in this tab, else English. */
export const useReplyLanguage = (): ReplyLanguage => useSyncExternalStore(subscribe, replyLanguage, () => 'en')

/** Returns what `useReplyLanguage` returns. */
export const replyLanguage = (): ReplyLanguage =>
  (storedText(TICKET_LANGUAGE) ?? storedText(CHOSEN)) === 'de' ? 'de' : 'en'

/** Keeps a choice, for the open ticket and for later replies outside of tickets. */
export function chooseReplyLanguage(language: ReplyLanguage): void {
  storeText(CHOSEN, language)
  setTicketLanguage(storedText(TICKET_LANGUAGE) === null ? null : language)
}

/** Sets the language of the open ticket; null when there is none, or its language is not known. */
export function setTicketLanguage(language: ReplyLanguage | null): void {
  storeText(TICKET_LANGUAGE, language)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
