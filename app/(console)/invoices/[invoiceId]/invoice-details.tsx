'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Identifier } from '@/components/text/identifier'
import { AsOf } from '@/components/time/as-of'
import { DriftPanel } from '@/components/page/drift-panel'
import { QueryProblem } from '@/components/page/query-problem'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { readOperation, operationQuery } from '@/lib/api'
import { type SubscriptionDates, subscriptionDates } from '@/lib/invoices/against-subscription'
import { currencyNote, invoiceCurrency } from '@/lib/invoices/total-labels'
import { formatDateTime } from '@/lib/time/instant'
import { subscriptionPath } from '@/lib/core/paths'
import { readable } from '@/lib/billing-api/unreadable'
import { subscriptionSummaryQuery } from '@/components/subscriptions/subscription-summary'
import { Breadcrumb } from '@/components/shell/breadcrumb'
import { DifferencesOf } from '@/components/objects/differences-of'
import { AskedContent, type AskedParts, useAskedParts } from '@/components/page/asked-parts'
import { CustomerLinks } from '@/components/page/customer-links'
import { NotesSection } from '@/components/objects/notes-section'
import { GrantedBlocks } from './granted-blocks'
import { InvoiceAnswer } from './invoice-answer'
import { Findings } from './invoice-findings'
import { SumsOrigin } from './invoice-totals'
import { LineItems } from './line-items/line-items'
import { hasAllLines } from './line-items/matching-lines'
import { useLinesSearch } from './line-items/use-lines-search'
import { useShownLines } from './line-items/use-shown-lines'
import { useComparison, useRelated, useReviews } from './use-comparison'
import { OwnText } from '@/components/text/own-text'

/** Loads when it is asked for. */
const InvoiceFacts = lazyWithRetry(
  () => import('./invoice-facts').then((module) => module.InvoiceFacts),
  <Skeleton className="h-96" />,
)

/** The invoice page (section 2.5): all of one invoice, readable and printable. */
export function InvoiceDetails({ invoiceId }: { invoiceId: string }) {
  const query = useQuery(invoiceQuery(invoiceId))
  const { data: invoice, isFetching, refetch } = query
  const subscription = useInvoiceSubscription(invoice)
  const parts = useAskedParts()

  const refresh = () => void Promise.all([refetch(), subscription.refresh()])
  const problem = <QueryProblem query={query} onRetry={refresh} />
  if (!invoice) return query.isPending ? <Skeleton className="h-96" /> : problem

  return (
    <div className="space-y-4">
      <Breadcrumb href="/invoices" asOf={<AsOf iso={invoice.asOf} refreshing={isFetching} onRefresh={refresh} />}>
        Invoices
      </Breadcrumb>
      <p className="hidden text-xs print:block">
        As of {formatDateTime(invoice.asOf, 'UTC')} UTC. All dates are in UTC.
      </p>
      <div className="no-print empty:hidden">{problem}</div>
      <InvoiceSummary invoice={invoice} subscription={subscription} loading={isFetching} parts={parts} />
      <Around invoice={invoice} planName={subscription.planName} />
      <div className="no-print space-y-4">
        <GrantedBlocks invoiceId={invoiceId} />
        <DifferencesOf kind="invoice" id={invoiceId} />
        <NotesSection kind="invoice" id={invoiceId} parts={parts} />
        <DriftPanel drift={invoice.drift} />
      </div>
      <AskedContent
        parts={parts}
        fields={<InvoiceFacts invoice={invoice} planName={subscription.planName} />}
        raw="getRawInvoice"
        input={{ invoiceId }}
      />
    </div>
  )
}

/** The customer and the subscription of the invoice. */
function Around({ invoice, planName }: { invoice: InvoiceView; planName: string | null }) {
  const externalIds = useRelated(invoice)?.externalIds ?? []
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <dt className="text-muted">Customer</dt>
        <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <CustomerLinks externalIds={externalIds} customerId={invoice.customerId} />
        </dd>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <dt className="text-muted">Subscription</dt>
        <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {planName !== null && <OwnText text={planName} className="foreign font-medium" />}
          <Identifier id={invoice.subscriptionId} of="subscription" path={subscriptionPath} />
        </dd>
      </div>
    </dl>
  )
}

interface InvoiceSummaryProps {
  invoice: InvoiceView
  subscription: ReturnType<typeof useInvoiceSubscription>
  loading: boolean
  parts: AskedParts
}

/** The answer, what was found, and the lines that the total consists of. */
function InvoiceSummary({ invoice, subscription, loading, parts }: InvoiceSummaryProps): ReactNode {
  const { currency, dates, note } = subscription
  const lines = useLinesSearch()
  const comparison = useComparison(invoice)
  const reviews = useReviews(invoice)
  const { shown, checked } = useShownLines(invoice, lines.search, dates, comparison.findings, reviews)
  return (
    <>
      <InvoiceAnswer
        invoice={invoice}
        currency={currency}
        endDate={dates.endDate}
        checked={checked}
        comparison={comparison.label}
        lines={lines}
        parts={parts}
      />
      <Findings invoice={invoice} checked={checked} currency={currency} lines={lines} />
      <LineItems
        invoice={invoice}
        shown={shown}
        loading={loading}
        currency={currency}
        checked={checked}
        lines={lines}
        caption={<SumsOrigin invoice={invoice} currency={currency} currencyNote={note} lines={lines} />}
      />
    </>
  )
}

/** The query of an invoice. When the first HTML lacks the lines, the browser requests them from the same read. */
function invoiceQuery(invoiceId: string) {
  const { queryKey } = operationQuery('getInvoice', { invoiceId })
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => {
      const known = client.getQueryData(queryKey)
      const asOf = known && !hasAllLines(known) ? known.asOf : undefined
      return readOperation('getInvoice', { invoiceId, asOf }, signal)
    },
  })
}

interface InvoiceSubscription {
  /** ISO 4217 code; null when it is unknown. */
  currency: string | null
  planName: string | null
  dates: SubscriptionDates
  /** The source of the currency, or why it is unknown. */
  note: string
  refresh: () => Promise<unknown>
}

/** Reads the fields of an invoice's subscription that its page needs: currency, plan name, and dates for the checks of lines. */
function useInvoiceSubscription(invoice: InvoiceView | undefined): InvoiceSubscription {
  const id = readable(invoice?.subscriptionId)
  const { data, error, refetch } = useQuery({ ...subscriptionSummaryQuery(id ?? ''), enabled: id !== null })
  return {
    currency: invoice ? invoiceCurrency(invoice, readable(data?.currency)) : null,
    planName: data?.planName ?? null,
    dates: subscriptionDates(data),
    note: invoice ? currencyNote(invoice, data, error) : '',
    refresh: async () => id !== null && refetch(),
  }
}
