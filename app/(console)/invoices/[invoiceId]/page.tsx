import { setTimeout as wait } from 'node:timers/promises'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { cache } from 'react'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { isAbsent, readable } from '@/lib/billing-api/unreadable'
import { operationQuery } from '@/lib/api'
import { subscriptionDates } from '@/lib/invoices/against-subscription'
import { invoiceName } from '@/lib/invoices/invoice-number'
import { withoutBidi } from '@/lib/text/bidi'
import { aroundInvoice, relatedOf } from '@/components/customers/customer-queries'
import {
  type SubscriptionSummary,
  subscriptionSummaryQuery,
  summariseSubscription,
} from '@/components/subscriptions/subscription-summary'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { keepForBrowser, noteOpenedPage, runForPage } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { pageQueryClient, prefetchOptional } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { titleOf } from '@/components/page/title-of'
import { InvoiceDetails } from './invoice-details'
import { LINES_PER_PAGE, type LinesSearch, loadLinesSearch } from './line-items/lines-search-params'
import { firstLines, firstLinesKey } from './line-items/matching-lines'

interface InvoicePageProps {
  params: Promise<{ invoiceId: string }>
  searchParams: Promise<SearchParams>
}

/** One read for both the title and the page. */
const getInvoice = cache((invoiceId: string) => runForPage('getInvoice', { invoiceId }))

/** "1042 · Invoice": narrow browser tabs show only the start of a title. */
export const generateMetadata = ({ params }: InvoicePageProps) =>
  titleOf(async () => `${withoutBidi(invoiceName(await getInvoice((await params).invoiceId)))} · Invoice`, 'Invoice')

export default consolePage('getInvoice', async ({ params, searchParams }: InvoicePageProps) => {
  const search = await loadLinesSearch(searchParams)
  const invoiceId = decodePathId((await params).invoiceId)
  await prefetchInvoice(invoiceId, await getInvoice(invoiceId), search)
  return (
    <Prefetched>
      <NuqsAdapter>
        <InvoiceDetails invoiceId={invoiceId} />
      </NuqsAdapter>
    </Prefetched>
  )
})

/** How long the page waits for the currency, before the browser requests it. */
const SUMMARY_WAIT_MS = 1500

/** Stores an invoice in the query cache, with its subscription's facts when they arrive soon enough. */
async function prefetchInvoice(invoiceId: string, invoice: InvoiceView, search: LinesSearch): Promise<void> {
  const client = pageQueryClient()
  const [subscription] = await Promise.all([
    prefetchSubscription(readable(invoice.subscriptionId)),
    prefetchOptional('getRelated', relatedOf(aroundInvoice(invoice))),
    prefetchOptional('listReviews', { invoiceId }),
    noteOpenedPage('invoice', invoiceId),
  ])
  const { queryKey } = operationQuery('getInvoice', { invoiceId })
  const { invoiceLineItems: lines } = invoice
  if (isAbsent(lines) || lines.length <= LINES_PER_PAGE) {
    client.setQueryData(queryKey, invoice)
    return
  }
  keepForBrowser(invoiceId, invoice)
  // The HTML of a long invoice contains only the visible lines. `updatedAt` 0 marks it stale, so the browser reads the
  // whole, and never replaces a full copy that it already has.
  client.setQueryData(firstLinesKey(invoice.id, search), firstLines(invoice, search, subscriptionDates(subscription)))
  client.setQueryData(queryKey, { ...invoice, invoiceLineItems: [] }, { updatedAt: 0 })
  await client.invalidateQueries({ queryKey, refetchType: 'none' })
}

/** Waits a limited time for the subscription's summary. @returns undefined when there is none or it is unknown */
async function prefetchSubscription(subscriptionId: string | null): Promise<SubscriptionSummary | undefined> {
  if (subscriptionId === null) return undefined
  const client = pageQueryClient()
  const summary = subscriptionSummaryQuery(subscriptionId)
  const read = client.prefetchQuery({
    ...summary,
    queryFn: async () => summariseSubscription(await runForPage('getSubscription', { id: subscriptionId })),
  })
  await Promise.race([read, wait(SUMMARY_WAIT_MS, undefined, { ref: false })])
  return client.getQueryData(summary.queryKey)
}
