import type { QueryClient } from '@tanstack/react-query'
import type { InvoiceView } from '@/contract/console/invoice'
import { isAbsent, readable } from '@/lib/format/unreadable'
import { operationQuery } from '@/lib/queries/operation-query'
import { subscriptionSummaryQuery, summariseSubscription } from '@/lib/queries/subscription-summary'
import { runForPage } from '@/lib/server/http/run-for-page'
import { LINES_PER_PAGE } from './line-items/lines-per-page'

/** How long the page waits for its currency; after that the browser asks. */
const SUMMARY_WAIT_MS = 1500

/** Puts an invoice and, where it can be read soon, its subscription's currency where the page looks for them. */
export async function prefetchInvoice(client: QueryClient, invoiceId: string, invoice: InvoiceView): Promise<void> {
  await Promise.all([
    keepFirstLines(client, invoiceId, invoice),
    prefetchSummary(client, readable(invoice.subscriptionId)),
  ])
}

/** A long invoice travels in the HTML with its first lines only, marked stale: the browser then reads the whole. */
async function keepFirstLines(client: QueryClient, invoiceId: string, invoice: InvoiceView): Promise<void> {
  const { queryKey } = operationQuery('getInvoice', { invoiceId })
  const { invoiceLineItems: lines } = invoice
  const first = isAbsent(lines) ? lines : lines.slice(0, LINES_PER_PAGE)
  const short = isAbsent(lines) || lines.length <= LINES_PER_PAGE
  // `updatedAt` 0: it must not replace the whole, where the browser has it already.
  client.setQueryData(queryKey, { ...invoice, invoiceLineItems: first }, short ? undefined : { updatedAt: 0 })
  if (!short) await client.invalidateQueries({ queryKey, refetchType: 'none' })
}

async function prefetchSummary(client: QueryClient, subscriptionId: string | null): Promise<void> {
  if (subscriptionId === null) return
  const read = client.prefetchQuery({
    ...subscriptionSummaryQuery(subscriptionId),
    queryFn: async () => summariseSubscription(await runForPage('getSubscription', { id: subscriptionId })),
  })
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SUMMARY_WAIT_MS)
  })
  await Promise.race([read, enough])
  clearTimeout(timer)
}
