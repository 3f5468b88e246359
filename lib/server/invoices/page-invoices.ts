import type { InvoiceView } from '@/contract/console/invoice'

/** By invoice and instant, the oldest first. Plain data, for pages and routes to share. */
export type KeptInvoices = Map<string, InvoiceView>

/** Long enough for a browser to load the page's scripts, and too short to be a cache. */
const KEPT_MS = 10_000
/** An invoice may be as large as an answer. */
const MOST_KEPT = 2

const keyOf = (invoiceId: string, asOf: string) => `${asOf} ${invoiceId}`

/**
 * Long invoices that a page was just made of without most of their lines. The browser asks for the rest at once: it gets them
 * once, from the same read, so that the API is asked once and the lines are those that the page's totals were made of.
 */
export class PageInvoices {
  constructor(private readonly kept: KeptInvoices) {}

  keep(invoiceId: string, invoice: InvoiceView): void {
    const key = keyOf(invoiceId, invoice.asOf)
    this.kept.set(key, invoice)
    for (const oldest of this.kept.keys()) if (this.kept.size > MOST_KEPT) this.kept.delete(oldest)
    // It must hold on to nothing but the key, or what was given away stays in memory.
    forgetLater(this.kept, key)
  }

  /** @returns undefined where it is not there any more */
  take(invoiceId: string, asOf: string): InvoiceView | undefined {
    const key = keyOf(invoiceId, asOf)
    const invoice = this.kept.get(key)
    this.kept.delete(key)
    return invoice
  }
}

const forgetLater = (kept: KeptInvoices, key: string) => void setTimeout(() => void kept.delete(key), KEPT_MS).unref()
