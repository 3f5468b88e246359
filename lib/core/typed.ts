import { storedText, storeText } from './tab-storage'

/*
 * The text typed into an open dialog, kept in this tab while the user signs in again. Only the same user on the same page gets
 * it back, in the dialog.
 */

const KEY = 'billing-console:typed'
/** The text expires after this time. */
const LONGEST_MS = 60 * 60_000
/** Enough for the IDs of 200 subscriptions. */
const MAX_CHARACTERS = 60_000

/** The dialog's fields, by name. */
export type Typed = Readonly<Record<string, string>>
interface Held {
  who: string
  fields: Typed
}

let held: Held | undefined

/** Holds the text of the open dialog in memory; undefined when it closes. Only `keepTyped` stores it. */
export function holdTyped(now: Held | undefined): void {
  held = now
}

const here = () => location.pathname + location.search

/** Stores the text of the open dialog before the browser leaves for a sign-in. @returns true when there was a text and it is kept */
export function keepTyped(): boolean {
  return held !== undefined && keepTypedFor(here(), held)
}

/** Stores the text of a dialog, which opens with it when this user loads the page. @returns true when it is kept */
export function keepTypedFor(page: string, typed: Held): boolean {
  const text = JSON.stringify({ ...typed, page, at: Date.now() })
  return text.length <= MAX_CHARACTERS && storeText(KEY, text)
}

/**
 * Returns the text that this user had typed on this page, once. Discards another user's text.
 * @param isWanted false for the text of another dialog, which stays
 */
export function takeTyped(who: string, isWanted: (fields: Typed) => boolean = () => true): Typed | undefined {
  const kept = fieldsOf(parse(storedText(KEY)))
  const isTheirs = kept.who === who && typeof kept.at === 'number' && Date.now() - kept.at < LONGEST_MS
  if (isTheirs && kept.page !== here()) return undefined
  const texts = Object.entries(fieldsOf(kept.fields)).map(([name, value]) => [name, String(value)])
  const fields: Typed = Object.fromEntries(texts)
  if (isTheirs && !isWanted(fields)) return undefined
  forgetTyped()
  return isTheirs ? fields : undefined
}

/** Removes the stored text. */
export const forgetTyped = () => void storeText(KEY, null)

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> => Object(value)
