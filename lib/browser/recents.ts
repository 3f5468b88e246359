import { createContext, use, useSyncExternalStore } from 'react'
import { type RecentCustomer, type RecentPage, recentPageOf } from './recent-page'

const MOST_PAGES = 300
/** As many UTF-16 units as are kept of all pages together. */
const MOST_KEPT = 500_000
const NOTHING: RecentPage[] = []

/**
 * What this browser opened lately, what it showed, and how it hangs together. The API has no lists, so this is how a
 * subscription leads to its invoices and its customer's ledger once they have been opened. Kept in this browser only.
 */
export class Recents {
  readonly #storageKey: string
  readonly #listeners = new Set<() => void>()
  #cache: { text: string | null; pages: RecentPage[] } = { text: null, pages: NOTHING }

  /** `scope`: whose they are. What was opened in another environment, or by somebody else, names nothing here. */
  constructor(scope: readonly [environment: string, ...who: string[]]) {
    this.#storageKey = ['billing-console:recents', ...scope.map(encodeURIComponent)].join(':')
    // Of before there were environments: nobody could have it forgotten any more.
    storage()?.removeItem('billing-console:recents')
  }

  /** Newest first; the same array until something changes. */
  readonly read = (): RecentPage[] => {
    const text = storage()?.getItem(this.#storageKey) ?? null
    if (text !== this.#cache.text) this.#cache = { text, pages: parse(text) }
    return this.#cache.pages
  }

  /** Remembers a page as it is now, newest first, one entry a page. */
  readonly remember = (page: RecentPage): void => {
    const pages = this.read()
    const known = pages.find((recent) => recent.kind === page.kind && recent.id === page.id)
    const isLedger = page.kind === 'customer' && known?.kind === 'customer'
    const entry = recentPageOf(isLedger ? withKnownLedger(page, known) : page)
    if (entry) this.#keep([entry, ...pages.filter((recent) => recent !== known)].slice(0, MOST_PAGES))
  }

  /** Forgets everything this browser remembers of the environment. */
  readonly forget = (): void => {
    storage()?.removeItem(this.#storageKey)
    this.#tell()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      this.#listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }

  #keep(pages: RecentPage[]): void {
    const text = JSON.stringify(pages)
    // The oldest tenth goes first.
    if (text.length > MOST_KEPT && pages.length > 1) return this.#keep(pages.slice(0, Math.floor(pages.length * 0.9)))
    try {
      storage()?.setItem(this.#storageKey, text)
      this.#cache = { text, pages }
    } catch {
      // A full or forbidden storage costs the memory, not the page.
    }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** What a page of a ledger adds to what its other pages told: invoices add up, and the newest entry decides the rest. */
function withKnownLedger(page: RecentCustomer, known: RecentCustomer): RecentCustomer {
  const invoiceIds = [...new Set([...page.invoiceIds, ...known.invoiceIds])]
  const isOlder = (page.lastEntry?.createdAt ?? '') < (known.lastEntry?.createdAt ?? '')
  return { ...(isOlder ? known : page), label: page.label, invoiceIds }
}

function parse(text: string | null): RecentPage[] {
  if (!text) return NOTHING
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(recentPageOf).filter((page) => page !== null) : NOTHING
  } catch {
    return NOTHING
  }
}

function storage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

const RecentsOfPage = createContext(new Recents(['']))

/** Gives the recents of the page's environment. */
export const RecentsProvider = RecentsOfPage.Provider

/** The recents, newest first (none while rendering on the server), and how to forget them. */
export function useRecents(): { pages: RecentPage[]; forget: () => void } {
  const { subscribe, read, forget } = use(RecentsOfPage)
  return { pages: useSyncExternalStore(subscribe, read, () => NOTHING), forget }
}

/** Remembers a page; whoever only does that does not render again when another one is. */
export const useRemember = (): Recents['remember'] => use(RecentsOfPage).remember

/** A subscription's invoices among the recents. */
export const invoicesOf = (pages: RecentPage[], subscriptionId: string) =>
  pages.filter((page) => page.kind === 'invoice').filter((invoice) => invoice.subscriptionId === subscriptionId)

/** The ledgers (external customer ids) whose invoices belong to this service customer or this subscription. */
export function ledgersOf(
  pages: RecentPage[],
  { subscriptionId, customerId }: { subscriptionId: string | null; customerId: string | null },
): RecentCustomer[] {
  const invoices = pages.filter(
    (page) =>
      page.kind === 'invoice' &&
      ((subscriptionId !== null && page.subscriptionId === subscriptionId) ||
        (customerId !== null && page.customerId === customerId)),
  )
  const ids = new Set(invoices.map((invoice) => invoice.id))
  return pages
    .filter((page) => page.kind === 'customer')
    .filter(({ invoiceIds }) => invoiceIds.some((id) => ids.has(id)))
}
