import { createContext, use, useSyncExternalStore } from 'react'

/**
 * What this browser opened lately and how it hangs together. The API has no lists, so this is how a subscription leads
 * to its invoices and its customer's ledger once they have been opened. Kept in this browser only; ids and names.
 */
export interface RecentPage {
  kind: 'subscription' | 'invoice' | 'customer'
  id: string
  /** "Scale", "Invoice 1042", "acme-inc". */
  label: string
  openedAt: string
  /** An invoice's subscription; on a subscription, itself. */
  subscriptionId?: string
  /** The service's customer id, on subscriptions and invoices. */
  customerId?: string
  /** A ledger's invoices, on customers. */
  invoiceIds?: string[]
}

const MOST_PAGES = 300
const MOST_INVOICES_OF_A_LEDGER = 500
const NOTHING: RecentPage[] = []

/** The recents of one environment: what was opened in another names nothing in this one. */
export class Recents {
  readonly #storageKey: string
  readonly #listeners = new Set<() => void>()
  #cache: { text: string | null; pages: RecentPage[] } = { text: null, pages: NOTHING }

  constructor(environment: string) {
    this.#storageKey = `billing-console:recents:${environment}`
    // Of before there were environments: nobody could have it forgotten any more.
    storage()?.removeItem('billing-console:recents')
  }

  /** Newest first; the same array until something changes. */
  readonly read = (): RecentPage[] => {
    const text = storage()?.getItem(this.#storageKey) ?? null
    if (text !== this.#cache.text) this.#cache = { text, pages: parse(text) }
    return this.#cache.pages
  }

  /** Remembers a page, newest first, one entry a page; a ledger's invoices add up over its pages. */
  readonly remember = (page: Omit<RecentPage, 'openedAt'>): void => {
    const pages = this.read()
    const known = pages.find((recent) => recent.kind === page.kind && recent.id === page.id)
    const invoiceIds = [...new Set([...(page.invoiceIds ?? []), ...(known?.invoiceIds ?? [])])]
    const entry: RecentPage = {
      ...page,
      openedAt: new Date().toISOString(),
      ...(invoiceIds.length > 0 && { invoiceIds: invoiceIds.slice(0, MOST_INVOICES_OF_A_LEDGER) }),
    }
    const next = [entry, ...pages.filter((recent) => recent !== known)].slice(0, MOST_PAGES)
    try {
      storage()?.setItem(this.#storageKey, JSON.stringify(next))
    } catch {
      // A full or forbidden storage costs the memory, not the page.
    }
    this.#tell()
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

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function isRecentPage(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null) return false
  return 'kind' in value && 'id' in value && typeof value.id === 'string' && 'label' in value && 'openedAt' in value
}

function parse(text: string | null): RecentPage[] {
  if (!text) return NOTHING
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isRecentPage) : NOTHING
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

const RecentsOfPage = createContext(new Recents(''))

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
  pages.filter((page) => page.kind === 'invoice' && page.subscriptionId === subscriptionId)

/** The ledgers (external customer ids) whose invoices belong to this service customer or this subscription. */
export function ledgersOf(
  pages: RecentPage[],
  { subscriptionId, customerId }: { subscriptionId: string | null; customerId: string | null },
): RecentPage[] {
  const invoices = pages.filter(
    (page) =>
      page.kind === 'invoice' &&
      ((subscriptionId !== null && page.subscriptionId === subscriptionId) ||
        (customerId !== null && page.customerId === customerId)),
  )
  const ids = new Set(invoices.map((invoice) => invoice.id))
  return pages.filter((page) => page.kind === 'customer' && page.invoiceIds?.some((id) => ids.has(id)))
}
