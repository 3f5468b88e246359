'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AsOf } from '@/components/as-of'
import { DriftPanel } from '@/components/drift-panel'
import { Instant } from '@/components/instant'
import { ProblemPanel } from '@/components/problem-panel'
import { AllFields } from '@/components/ui/all-fields'
import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { UtcDay } from '@/components/utc-day'
import type { InvoiceView } from '@/contract/console/invoice'
import { readOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'
import { usableDate } from '@/lib/domain/time/usable-date'
import { currencyNote } from '@/lib/format/total-labels'
import { distanceInDays, formatDateTime } from '@/lib/format/instant'
import { readable } from '@/lib/format/unreadable'
import { operationQuery } from '@/lib/queries/operation-query'
import { subscriptionSummaryQuery } from '@/lib/queries/subscription-summary'
import { DifferencesOf } from '../../_differences/differences-of'
import { WatchButton } from '../../_watched/watch-button'
import { ResponseRawJson } from '../../_shell/raw-json-section'
import { invoiceDates } from './invoice-dates'
import { InvoiceFacts } from './invoice-facts'
import { InvoiceHeading } from './invoice-heading'
import { InvoiceParties } from './invoice-parties'
import { InvoiceTotals } from './invoice-totals'
import { LineItems } from './line-items/line-items'
import { type CheckedSubscription, checkedSubscription, hasAllLines } from './line-items/matching-lines'
import { useLinesSearch } from './line-items/use-lines-search'
import { useShownLines } from './line-items/use-shown-lines'
import { useComparison } from './use-comparison'

/** Loaded after the lines: few invoices grant blocks. */
const GrantedBlocks = lazyWithRetry(() => import('./granted-blocks').then((module) => module.GrantedBlocks))

/** The invoice page (section 2.5): all of one invoice, readable and printable. */
export function InvoiceDetails({ invoiceId }: { invoiceId: string }) {
  const { data: invoice, error, isFetching, refetch } = useQuery(invoiceQuery(invoiceId))
  const subscription = useInvoiceSubscription(invoice)
  const { currency } = subscription

  const refresh = () => void Promise.all([refetch(), subscription.refresh()])
  const problem = error && (
    <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh}>
      {invoice && <p className="mt-1">Below is what was read before.</p>}
    </ProblemPanel>
  )
  if (!invoice) return problem || <Skeleton className="h-96" />

  return (
    <div className="space-y-4">
      <InvoiceHeading
        invoiceId={invoiceId}
        invoice={invoice}
        currency={currency}
        asOf={
          <>
            <WatchButton kind="invoice" id={invoiceId} />
            <AsOf iso={invoice.asOf} refreshing={isFetching} onRefresh={refresh} />
          </>
        }
      />
      <PrintedAsOf iso={invoice.asOf} />
      {problem && <div className="no-print">{problem}</div>}
      <InvoiceSummary invoice={invoice} subscription={subscription} loading={isFetching} />
      <InvoiceTimeline invoice={invoice} />
      <AllFields>
        <InvoiceFacts invoice={invoice} planName={subscription.planName} />
      </AllFields>
      <div className="no-print space-y-4">
        <GrantedBlocks invoiceId={invoiceId} />
        <DifferencesOf kind="invoice" id={invoiceId} />
        {invoice.drift.total > 0 && <DriftPanel drift={invoice.drift} />}
        <ResponseRawJson operation="getRawInvoice" input={{ invoiceId }} />
      </div>
    </div>
  )
}

interface InvoiceSummaryProps {
  invoice: InvoiceView
  subscription: ReturnType<typeof useInvoiceSubscription>
  loading: boolean
}

/** The summary: the total, its verdict, the customer and due date, and the lines it consists of. */
function InvoiceSummary({ invoice, subscription, loading }: InvoiceSummaryProps): ReactNode {
  const { currency, planName, checkedBy, note } = subscription
  const lines = useLinesSearch()
  const comparison = useComparison(invoice)
  const { shown, checked } = useShownLines(invoice, lines.search, checkedBy, comparison.findings)
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-[1fr_1.4fr] lg:*:row-start-1">
        <div className="min-w-0 lg:col-start-2">
          <InvoiceTotals
            invoice={invoice}
            currency={currency}
            currencyNote={note}
            checked={checked}
            comparison={comparison.label}
            lines={lines}
          />
        </div>
        <InvoiceParties invoice={invoice} planName={planName} />
      </div>
      <LineItems
        invoice={invoice}
        shown={shown}
        loading={loading}
        currency={currency}
        checked={checked}
        lines={lines}
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
  checkedBy: CheckedSubscription
  /** The source of the currency, or why it is unknown. */
  note: string
  refresh: () => Promise<unknown>
}

/** Reads the fields of an invoice's subscription that its page needs: currency, plan name, and dates for the checks of lines. */
function useInvoiceSubscription(invoice: InvoiceView | undefined): InvoiceSubscription {
  const id = readable(invoice?.subscriptionId)
  const { data, error, refetch } = useQuery({ ...subscriptionSummaryQuery(id ?? ''), enabled: id !== null })
  return {
    currency: invoice?.isInMinorUnits ? null : readable(data?.currency),
    planName: data?.planName ?? null,
    checkedBy: checkedSubscription(data),
    note: invoice ? currencyNote(invoice, data, error) : '',
    refresh: async () => id !== null && refetch(),
  }
}

/** The time of the read and the zone of the dates, for print, where nothing unfolds. */
function PrintedAsOf({ iso }: { iso: string }) {
  return <p className="hidden text-xs print:block">As of {formatDateTime(iso, 'UTC')} UTC. All dates are in UTC.</p>
}

/** The invoice's dates in chronological order; upcoming ones have a hollow mark and "in 12 days". */
function InvoiceTimeline({ invoice }: { invoice: InvoiceView }) {
  return (
    <Section title="Dates">
      <p className="text-muted mb-3 text-xs">All dates are in UTC.</p>
      <ol className="grid gap-x-4 gap-y-3 text-sm sm:grid-cols-5">
        {invoiceDates(invoice).map(({ label, iso, isDay, ahead }) => (
          <li key={label} className="flex min-w-0 gap-2">
            <span
              aria-hidden="true"
              className={classNames(
                'mt-1 size-2.5 shrink-0 rounded-full border',
                usableDate(iso) === null ? 'border-line-strong border-dashed' : 'border-line-strong',
                usableDate(iso) !== null && !ahead && 'bg-line-strong',
              )}
            />
            <div className="min-w-0">
              <div className="text-muted text-xs">{label}</div>
              <div className="mt-0.5">{isDay ? <UtcDay iso={iso} /> : <Instant iso={iso} utc />}</div>
              <Distance iso={usableDate(iso)} asOf={invoice.asOf} />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const Distance = ({ iso, asOf }: { iso: string | null; asOf: string }) =>
  iso !== null && <div className="text-muted text-xs">{distanceInDays(iso, asOf, 'UTC')}</div>
