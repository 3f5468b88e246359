'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { AsOf } from '@/components/as-of'
import { DriftPanel } from '@/components/drift-panel'
import { ProblemPanel } from '@/components/problem-panel'
import { AllFields } from '@/components/ui/all-fields'
import { Skeleton } from '@/components/ui/skeleton'
import type { InvoiceView } from '@/contract/console/invoice'
import { problemOf } from '@/lib/browser/problem-of'
import { useRemember } from '@/lib/browser/recents'
import { ResponseRawJson } from '../../_shell/raw-json-section'
import { InvoiceDownloads } from './invoice-downloads'
import { InvoiceFacts } from './invoice-facts'
import { InvoiceHeading } from './invoice-heading'
import { InvoiceParties } from './invoice-parties'
import { InvoiceTimeline } from './invoice-timeline'
import { invoiceQuery } from './invoice-query'
import { InvoiceTotals } from './invoice-totals'
import { LineItems } from './line-items/line-items'
import { useLinesSearch } from './line-items/use-lines-search'
import { useShownLines } from './line-items/use-shown-lines'
import { PrintedAsOf } from './printed-as-of'
import { recentInvoice } from './recent-invoice'
import { useInvoiceSubscription } from './use-invoice-subscription'

/** The invoice page (section 2.5): all of one invoice, readable and printable. */
export function InvoiceDetails({ invoiceId }: { invoiceId: string }) {
  const { data: invoice, error, isFetching, refetch } = useQuery(invoiceQuery(invoiceId))
  const subscription = useInvoiceSubscription(invoice?.subscriptionId ?? null)
  const remember = useRemember()
  const { currency } = subscription
  useEffect(() => {
    if (invoice) remember({ ...recentInvoice(invoice, currency), id: invoiceId })
  }, [invoiceId, invoice, currency, remember])

  const refresh = () => void Promise.all([refetch(), subscription.refresh()])
  const problem = error && (
    <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh}>
      {invoice && <p className="mt-1">Below is what was read before.</p>}
    </ProblemPanel>
  )
  if (!invoice) return problem || <Skeleton className="h-96" />

  return (
    <div className="space-y-4">
      <InvoiceHeading invoice={invoice} asOf={<AsOf iso={invoice.asOf} refreshing={isFetching} onRefresh={refresh} />}>
        <InvoiceDownloads invoiceId={invoiceId} invoice={invoice} />
      </InvoiceHeading>
      <PrintedAsOf iso={invoice.asOf} />
      {problem && <div className="no-print">{problem}</div>}
      <InvoiceSummary invoice={invoice} subscription={subscription} loading={isFetching} />
      <InvoiceTimeline invoice={invoice} />
      <AllFields>
        <InvoiceFacts invoice={invoice} planName={subscription.planName} />
      </AllFields>
      <div className="no-print space-y-4">
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
  const { currency, planName, endDate, note } = subscription
  const lines = useLinesSearch()
  const shown = useShownLines(invoice, lines.search, endDate)
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-[1fr_1.4fr] lg:*:row-start-1">
        <div className="min-w-0 lg:col-start-2">
          <InvoiceTotals
            invoice={invoice}
            currency={currency}
            currencyNote={note}
            afterEnd={shown?.afterEnd ?? 0}
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
        endDate={endDate}
        lines={lines}
      />
    </>
  )
}
