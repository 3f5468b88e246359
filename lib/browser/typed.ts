/*
 * What somebody has typed into an open dialog, kept in this tab while they sign in again: for the same user, on the same
 * page, and put back into the dialog only.
 */

const KEY = 'billing-console:typed'
/** Whoever takes longer has gone: nothing comes back then. */
const LONGEST_MS = 60 * 60_000
const MOST_CHARACTERS = 10_000

/** The dialog's fields, by name. */
export type Typed = Readonly<Record<string, string>>
interface Held {
  who: string
  fields: Typed
}

let held: Held | undefined

/** Holds what stands in the open dialog now; undefined when it closes. It is kept only by `keepTyped`. */
export function holdTyped(now: Held | undefined): void {
  held = now
}

const here = () => location.pathname + location.search

/** Keeps what stands in the open dialog, before this page is left for a sign-in. */
export function keepTyped(): void {
  if (held === undefined) return
  const text = JSON.stringify({ ...held, page: here(), at: Date.now() })
  if (text.length <= MOST_CHARACTERS) attempt((storage) => storage.setItem(KEY, text))
}

/** What this user had typed on this page, once. Somebody else's is forgotten. */
export function takeTyped(who: string): Typed | undefined {
  const kept = fieldsOf(parse(attempt((storage) => storage.getItem(KEY))))
  const isTheirs = kept.who === who && typeof kept.at === 'number' && Date.now() - kept.at < LONGEST_MS
  if (isTheirs && kept.page !== here()) return undefined
  forgetTyped()
  if (!isTheirs) return undefined
  const texts = Object.entries(fieldsOf(kept.fields)).map(([name, value]) => [name, String(value)])
  return Object.fromEntries(texts)
}

export function forgetTyped(): void {
  attempt((storage) => storage.removeItem(KEY))
}

function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> => Object(value)

/** A full or forbidden storage costs what was typed, not the page. */
function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage)
  } catch {
    return undefined
  }
}
