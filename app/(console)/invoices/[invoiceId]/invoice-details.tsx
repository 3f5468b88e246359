'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Absent } from '@/components/absent'
import { AsOf } from '@/components/as-of'
import { DriftPanel } from '@/components/drift-panel'
import { ProblemPanel } from '@/components/problem-panel'
import { AllFields } from '@/components/ui/all-fields'
import { Skeleton } from '@/components/ui/skeleton'
import type { InvoiceView } from '@/contract/console/invoice'
import { problemOf } from '@/lib/browser/problem-of'
import { useRemember } from '@/lib/browser/recents'
import { isUnreadable, readableList } from '@/lib/format/unreadable'
import { operationQuery } from '@/lib/queries/operation-query'
import { ResponseRawJson } from '../../_shell/raw-json-section'
import { InvoiceFacts } from './invoice-facts'
import { InvoiceHeading } from './invoice-heading'
import { InvoiceParties } from './invoice-parties'
import { InvoiceTimeline } from './invoice-timeline'
import { InvoiceTotals } from './invoice-totals'
import { LineItems } from './line-items/line-items'
import { recentInvoice } from './recent-invoice'
import { useInvoiceCurrency } from './use-invoice-currency'

/** The invoice page (section 2.5): all of one invoice, readable and printable. */
export function InvoiceDetails({ invoiceId }: { invoiceId: string }) {
  const { data: invoice, error, isFetching, refetch } = useQuery(operationQuery('getInvoice', { invoiceId }))
  const subscription = useInvoiceCurrency(invoice?.subscriptionId ?? null)
  const remember = useRemember()
  const [onlyLook, setOnlyLook] = useState(false)
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
      <InvoiceHeading invoice={invoice}>
        <AsOf iso={invoice.asOf} refreshing={isFetching} onRefresh={refresh} />
      </InvoiceHeading>
      {problem && <div className="no-print">{problem}</div>}
      <div className="grid gap-4 lg:grid-cols-[1.5fr_1fr]">
        <InvoiceTotals
          invoice={invoice}
          currency={currency}
          currencyNote={subscription.note}
          onLook={() => setOnlyLook(true)}
        />
        <InvoiceParties invoice={invoice} planName={subscription.planName} />
      </div>
      <LineItems
        lines={readableList(invoice.invoiceLineItems)}
        totalLines={invoice.totals?.lines ?? 0}
        whenNone={<NoLines lines={invoice.invoiceLineItems} />}
        loading={isFetching}
        currency={currency}
        lookLines={invoice.totals?.checks.look ?? 0}
        onlyLook={onlyLook}
        onOnlyLook={setOnlyLook}
      />
      <InvoiceTimeline invoice={invoice} />
      <AllFields>
        <InvoiceFacts invoice={invoice} planName={subscription.planName} />
      </AllFields>
      <div className="no-print space-y-4">
        <DriftPanel drift={invoice.drift} />
        <ResponseRawJson operation="getRawInvoice" input={{ invoiceId }} />
      </div>
    </div>
  )
}

/** An invoice without lines, and one whose lines nobody knows, are not the same. */
function NoLines({ lines }: { lines: InvoiceView['invoiceLineItems'] }) {
  if (lines === null) return 'The API sent no line items.'
  if (!isUnreadable(lines)) return 'This invoice has no line items.'
  return (
    <>
      The line items could not be read. <Absent value={lines} />
    </>
  )
}
