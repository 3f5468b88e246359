'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AsOf } from '@/components/as-of'
import { FindingsPanel } from '@/components/findings-panel'
import { ProblemPanel } from '@/components/problem-panel'
import { Skeleton } from '@/components/ui/skeleton'
import { readable } from '@/lib/format/unreadable'
import { problemOf } from '@/lib/browser/problem-of'
import { operationQuery } from '@/lib/queries/operation-query'
import { rememberPage } from '@/lib/browser/recents'
import { AnswerRawJson } from '../../_shell/raw-json-section'
import { InvoiceFacts } from './invoice-facts'
import { lackedLines } from './invoice-gaps'
import { InvoiceHeading } from './invoice-heading'
import { InvoiceTimeline } from './invoice-timeline'
import { invoiceTitle } from './invoice-title'
import { InvoiceTotals } from './invoice-totals'
import { LineItems } from './line-items/line-items'
import { useInvoiceCurrency } from './use-invoice-currency'

/** The invoice page (section 2.5): all of one invoice, readable and printable. */
export function InvoiceDetails({ invoiceId }: { invoiceId: string }) {
  const { data: invoice, error, isFetching, refetch } = useQuery(operationQuery('getInvoice', { invoiceId }))
  const subscription = useInvoiceCurrency(readable(invoice?.subscriptionId))
  const title = invoice && invoiceTitle(invoice)
  const subscriptionId = readable(invoice?.subscriptionId) ?? undefined
  const customerId = readable(invoice?.customerId) ?? undefined
  useEffect(() => {
    if (title) rememberPage({ kind: 'invoice', id: invoiceId, label: title, subscriptionId, customerId })
  }, [invoiceId, title, subscriptionId, customerId])

  const refresh = () => void Promise.all([refetch(), subscription.refresh()])
  const problem = error && (
    <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh}>
      {invoice && <p className="mt-1">Below is what was read before.</p>}
    </ProblemPanel>
  )
  if (!invoice) return problem || <Skeleton className="h-96" />

  const { currency } = subscription
  return (
    <div className="space-y-4">
      <InvoiceHeading invoice={invoice}>
        <AsOf iso={invoice.asOf} refreshing={isFetching} onRefresh={refresh} />
      </InvoiceHeading>
      {problem && <div className="no-print">{problem}</div>}
      <InvoiceFacts invoice={invoice} planName={subscription.planName} />
      <InvoiceTimeline invoice={invoice} />
      <InvoiceTotals
        totals={lackedLines(invoice) ? null : invoice.totals}
        currency={currency}
        currencyNote={subscription.note}
      />
      <LineItems
        lines={invoice.invoiceLineItems}
        totalLines={invoice.totals.lines}
        whenNone={
          lackedLines(invoice) ? 'The API sent no line items that could be read.' : 'This invoice has no line items.'
        }
        loading={isFetching}
        currency={currency}
      />
      <div className="no-print space-y-4">
        <FindingsPanel findings={invoice.findings} />
        <AnswerRawJson operation="getRawInvoice" input={{ invoiceId }} />
      </div>
    </div>
  )
}
