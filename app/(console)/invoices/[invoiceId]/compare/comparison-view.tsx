'use client'

import { inSentence } from '@/lib/text/in-sentence'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { AsOf } from '@/components/time/as-of'
import { QueryProblem } from '@/components/page/query-problem'
import { ReplyBox } from '@/components/replies/reply-box'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { InvoiceBridge, InvoiceComparison, NoBridge } from '@/lib/invoices/invoice-comparison'
import { comparePath, invoicePath } from '@/lib/core/paths'
import { comparisonReply, reasonsInWords } from '@/lib/invoices/comparison-reply'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { isSameLength, withLength } from '@/lib/invoices/previous-invoice'
import { isUsableDate } from '@/lib/time/usable-date'
import { formatMoney } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { formatDate } from '@/lib/time/instant'
import { COMPARISON } from '@/lib/invoices/comparison-words'
import { ENGLISH } from '@/lib/text/english'
import { statusName } from '@/lib/objects/status-names'
import { differenceLabel } from '@/lib/invoices/total-labels'
import { operationQuery } from '@/lib/api'
import { Breadcrumb } from '@/components/shell/breadcrumb'
import { BridgeTable, PricesTable } from './bridge-tables'
import { TextLink } from '@/components/text/text-link'

interface ComparisonViewProps {
  invoiceId: string
  /** Undefined for the invoice before. */
  otherId: string | undefined
}

/** Why an invoice is higher or lower than another one: the answer, the parts of the difference, and each price. */
export function ComparisonView({ invoiceId, otherId }: ComparisonViewProps) {
  const query = useQuery(operationQuery('compareInvoices', { invoiceId, with: otherId }))
  const { data: comparison, isFetching, refetch } = query
  if (!comparison) return query.isPending ? <Skeleton className="h-96" /> : <QueryProblem query={query} />
  const { invoice, other, bridge, currency } = comparison
  const nameOf = invoiceNames([invoice, ...(other ? [other] : []), ...comparison.others])
  const than = other && withoutBidi(other.number === null ? nameOf(other) : inSentence(nameOf(other)))
  const isAsLong = other === null || isSameLength(invoice, other)
  return (
    <div className="space-y-4">
      <Breadcrumb
        href={invoicePath(invoiceId)}
        asOf={<AsOf iso={invoice.asOf} refreshing={isFetching} onRefresh={() => void refetch()} />}
      >
        {withoutBidi(nameOf(invoice))}
      </Breadcrumb>
      <QueryProblem query={query} />
      <section aria-label="Answer" className="space-y-3">
        <h1 className="foreign text-2xl font-semibold">
          {than === null ? 'Compare invoices' : `${withoutBidi(nameOf(invoice))} and ${than}`}
        </h1>
        <OtherInvoice comparison={comparison} nameOf={nameOf} />
        {bridge === null ? (
          <p className="text-sm">
            No earlier invoice of this subscription is known. The billing API has no list of invoices: open the other
            invoice here once, then it can be chosen.
          </p>
        ) : typeof bridge === 'string' ? (
          <p className="text-sm">Not compared: {NO_BRIDGE[bridge]}</p>
        ) : (
          <>
            <Answer
              comparison={comparison}
              bridge={bridge}
              than={isAsLong ? (than ?? '') : withLength(than ?? '', other)}
            />
            <ReplyBox reply={(say) => comparisonReply(comparison, say)} />
          </>
        )}
      </section>
      {bridge !== null && typeof bridge !== 'string' && other && (
        <>
          <Section title="From one total to the other" flush>
            <BridgeTable bridge={bridge} currency={currency} names={[nameOf(other), nameOf(invoice)]} />
          </Section>
          <Section title="By price" flush>
            <PricesTable bridge={bridge} currency={currency} names={[nameOf(other), nameOf(invoice)]} />
          </Section>
        </>
      )}
    </div>
  )
}

const NO_BRIDGE: Record<NoBridge, string> = {
  notFound: 'the billing API does not have the other invoice. Choose another one.',
  noLines: 'the API sent no line items for one of the invoices.',
  unreadable: 'an amount of one of the invoices could not be read, so its total is not known.',
  minorUnits: 'amounts are in minor units of an unknown currency.',
  currencies: 'the invoices have different currencies, or one of them is not known.',
}

interface AnswerProps {
  comparison: InvoiceComparison
  bridge: InvoiceBridge
  than: string
}

/** "$184.20 more than invoice 1013"; with the largest parts, unless the reply to the customer names them. */
function Answer({ comparison, bridge: { difference, parts }, than }: AnswerProps) {
  const { currency } = comparison
  const isSaid = comparisonReply(comparison, ENGLISH) !== null && !parts.some(({ isHidden }) => isHidden)
  const reasons = isSaid ? null : reasonsInWords(parts, ENGLISH, (amount) => formatMoney(amount, currency))
  return (
    <div className="foreign">
      <p className="text-xl font-semibold">{differenceLabel(difference, currency, than)}</p>
      {reasons !== null && (
        <p className="mt-1 text-sm">
          <VisibleMarks>{COMPARISON.en.because(reasons)}</VisibleMarks>
        </p>
      )}
    </div>
  )
}

interface OtherInvoiceProps {
  comparison: InvoiceComparison
  nameOf: ReturnType<typeof invoiceNames>
}

/** Chooses the other invoice among those that the team opened; links to it. */
function OtherInvoice({ comparison: { invoice, other, otherId, others }, nameOf }: OtherInvoiceProps) {
  const router = useRouter()
  const [id, noteId] = [useId(), useId()]
  const isListed = others.some((each) => each.id === otherId)
  if (others.length === 0 && otherId === null) return null
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <label htmlFor={id} className="text-muted">
        Compared with
      </label>
      <select
        id={id}
        value={otherId ?? ''}
        aria-describedby={noteId}
        onChange={(event) => router.push(comparePath(invoice.id, event.target.value))}
        className="border-line-strong bg-surface min-h-9 max-w-full rounded-md border px-2"
      >
        {!isListed && <option value={otherId ?? ''}>{other ? nameOf(other) : (otherId ?? 'Choose an invoice')}</option>}
        {others.map((each) => (
          <option key={each.id} value={each.id}>
            {[
              nameOf(each),
              each.issueDate !== null && isUsableDate(each.issueDate) && formatDate(each.issueDate, 'UTC'),
              each.status !== null && statusName('invoice', each.status),
            ]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ))}
      </select>
      {other && <TextLink href={invoicePath(other.id)}>Open it</TextLink>}
      <span id={noteId} className="text-muted text-xs">
        Invoices of this subscription that your team opened
      </span>
      {other && other.subscriptionId !== invoice.subscriptionId && (
        <span className="text-yellow text-xs">The invoices are of different subscriptions.</span>
      )}
    </div>
  )
}
