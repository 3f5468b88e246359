import type { InvoiceView } from '../invoice'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    /** Invoices of pages whose browsers have not loaded the remaining lines. */
    pageInvoices: KeptInvoices
  }
}

/** By invoice and instant, oldest first. Plain data, shared by pages and routes. */
export type KeptInvoices = Map<string, InvoiceView>

/** Enough for a browser to load the page's scripts, and too short to act as a cache. */
const KEPT_MS = 10_000
/** An invoice may be as large as a response. */
const MAX_KEPT = 2

const keyOf = (invoiceId: string, asOf: string) => `${asOf} ${invoiceId}`

/**
 * Keeps a long invoice of a page that was sent without most of its lines. The browser requests the rest immediately
 * and gets it once, from the same read: the API is called once, and the lines match the page's totals.
 */
export function keepInvoice(kept: KeptInvoices, invoiceId: string, invoice: InvoiceView): void {
  const key = keyOf(invoiceId, invoice.asOf)
  kept.set(key, invoice)
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest)
  // The timer may reference only the key, or a returned invoice stays in memory.
  forgetLater(kept, key)
}

/** Returns an invoice and forgets it; undefined when it is no longer kept. */
export function takeInvoice(kept: KeptInvoices, invoiceId: string, asOf: string): InvoiceView | undefined {
  const key = keyOf(invoiceId, asOf)
  const invoice = kept.get(key)
  kept.delete(key)
  return invoice
}

const forgetLater = (kept: KeptInvoices, key: string) => void setTimeout(() => void kept.delete(key), KEPT_MS).unref()
