import { createContext, use, useSyncExternalStore } from 'react'
import { type RecentCustomer, type RecentPage, recentPageOf } from './recent-page'

const MAX_PAGES = 300
/** The most UTF-16 units of all pages together. */
const MAX_KEPT = 500_000
const NOTHING: RecentPage[] = []

/**
 * The pages that this browser opened recently, with the values shown and their relations. The API has no lists, so these pages
 * connect a subscription with its invoices and its customer's ledger. Stored in this browser only.
 */
export class Recents {
  readonly #storageKey: string
  readonly #listeners = new Set<() => void>()
  #cache: { text: string | null; pages: RecentPage[] } = { text: null, pages: NOTHING }

  /** @param scope the environment and the user; recents of other scopes are separate */
  constructor(scope: readonly [environment: string, ...who: string[]]) {
    this.#storageKey = ['billing-console:recents', ...scope.map(encodeURIComponent)].join(':')
    // Versions without environments used this key; no button would remove it.
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
    if (entry) this.#keep([entry, ...pages.filter((recent) => recent !== known)].slice(0, MAX_PAGES))
  }

  /** Forgets everything this browser remembers of the environment. */
  readonly forget = (): void => {
    storage()?.removeItem(this.#storageKey)
    this.#notify()
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
    // Drops the oldest tenth.
    if (text.length > MAX_KEPT && pages.length > 1) return this.#keep(pages.slice(0, Math.floor(pages.length * 0.9)))
    try {
      storage()?.setItem(this.#storageKey, text)
      this.#cache = { text, pages }
    } catch {
      // The page works without a storage.
    }
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Merges a page of a ledger with its other pages: invoices add up, and the page with the newest entry gives the rest. */
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

/** Provides the recents of the page's environment. */
export const RecentsProvider = RecentsOfPage.Provider

/** Returns the recents, newest first (none while rendering on the server), and a function that forgets them. */
export function useRecents(): { pages: RecentPage[]; forget: () => void } {
  const { subscribe, read, forget } = use(RecentsOfPage)
  return { pages: useSyncExternalStore(subscribe, read, () => NOTHING), forget }
}

/** Returns a function that remembers a page, without rendering again when the recents change. */
export const useRemember = (): Recents['remember'] => use(RecentsOfPage).remember

/** Returns a subscription's invoices among the recents. */
export const invoicesOf = (pages: RecentPage[], subscriptionId: string) =>
  pages.filter((page) => page.kind === 'invoice').filter((invoice) => invoice.subscriptionId === subscriptionId)

/** Returns the ledgers (external customer ids) whose invoices belong to this service customer or this subscription. */
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
