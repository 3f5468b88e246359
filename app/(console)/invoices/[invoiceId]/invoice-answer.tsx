import { ChevronDown, Printer } from 'lucide-react'
import { Identifier } from '@/components/text/identifier'
import { InvoiceStatusPill } from '@/components/invoices/invoice-status'
import { buttonClass } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { MenuButton, MoreButton } from '@/components/ui/menu-button'
import { UtcDay } from '@/components/time/utc-day'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { comparePath } from '@/lib/core/paths'
import { invoiceChain } from '@/lib/invoices/invoice-chain'
import { invoiceTitle } from '@/lib/invoices/invoice-number'
import { creditLabel } from '@/lib/invoices/invoice-reply'
import { amountOwed, daysOverdue, isCredit, isOwedStatus } from '@/lib/invoices/owed-statuses'
import { previousInvoice, withLength } from '@/lib/invoices/previous-invoice'
import { usableDate } from '@/lib/time/usable-date'
import { exactOf } from '@/lib/money/decimal'
import { formatCount, shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { differenceLabel } from '@/lib/invoices/total-labels'
import type { AskedParts } from '@/components/page/asked-parts'
import { InvoiceVerdict, type InvoiceVerdictProps } from './invoice-findings'
import { InvoiceReplyBox, type InvoiceReplyBoxProps } from './invoice-reply-box'
import { InvoiceSums, MainTotal } from './invoice-totals'
import { useRelated } from './use-comparison'
import { TextLink } from '@/components/text/text-link'

const PrintMenu = lazyWithRetry(() => import('./invoice-menus').then((module) => module.PrintMenu))
const MoreMenu = lazyWithRetry(() => import('./invoice-menus').then((module) => module.MoreMenu))

interface InvoiceAnswerProps extends InvoiceReplyBoxProps, InvoiceVerdictProps {
  parts: AskedParts
}

/** The answer in two lines: the invoice with its total, status and days; the verdict on its lines, and the reply to the customer. */
export function InvoiceAnswer(props: InvoiceAnswerProps) {
  const { invoice, currency, endDate, checked, comparison, lines, parts } = props
  const { id, status, dueDate, asOf } = invoice
  const [total, chain] = [amountOwed(invoice), invoiceChain(invoice)]
  return (
    <section aria-label="Answer" className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h1 className="foreign min-w-0 text-2xl font-semibold">
              <VisibleMarks>{invoiceTitle(invoice)}</VisibleMarks>
            </h1>
            <MainTotal totals={invoice.totals} chain={chain} currency={currency} lines={lines} />
            <InvoiceStatusPill status={status} total={total} dueDate={dueDate} at={asOf} withDate={false} />
            <InvoiceDays invoice={invoice} total={total} />
            {isCredit(total) && (
              <span className="foreign text-sm">{creditLabel(total ?? '', currency)}: nothing to pay</span>
            )}
          </div>
        </div>
        <div className="no-print flex shrink-0 gap-2">
          <MenuButton
            label="Print"
            className={buttonClass('secondary')}
            content={
              <>
                <Printer aria-hidden="true" className="size-4" />
                Print
                <ChevronDown aria-hidden="true" className="size-4" />
              </>
            }
            prefetchProps={PrintMenu.prefetchProps}
          >
            <PrintMenu invoice={invoice} />
          </MenuButton>
          <MoreButton prefetchProps={MoreMenu.prefetchProps}>
            <MoreMenu invoiceId={id} parts={parts} />
          </MoreButton>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <InvoiceVerdict checked={checked} comparison={comparison} lines={lines} />
        {lines.search.lines !== 'customer' && <ComparedTotal invoice={invoice} currency={currency} />}
        <span className="text-muted">
          <Identifier id={id} of="invoice" />
        </span>
      </div>
      <InvoiceReplyBox invoice={invoice} currency={currency} endDate={endDate} />
      <InvoiceSums invoice={invoice} chain={chain} currency={currency} findings={checked.findings} lines={lines} />
    </section>
  )
}

/**
 * "Issued 23 Aug 2026 · due 22 Oct 2026, 39 days ago", in red while it is overdue; "Issue date" where the status does not say that it was
 * issued. Leaves out a day that was not sent.
 */
function InvoiceDays({ invoice, total }: { invoice: InvoiceView; total: string | null }) {
  const { status, issueDate, dueDate, asOf } = invoice
  const days = daysOverdue({ status, total, dueDate }, asOf)
  const issued = usableDate(issueDate)
  const isIssued = issued !== null && issued <= asOf && (isOwedStatus(status) || status === 'paid')
  const [isIssueSent, isDueSent] = [issueDate, dueDate].map((day) => (day ?? null) !== null)
  return (
    <span className="text-muted text-sm">
      {isIssueSent && (
        <>
          {isIssued ? 'Issued' : 'Issue date'} <UtcDay iso={issueDate} name="issue date" />
        </>
      )}
      {isIssueSent && isDueSent && ' · '}
      {isDueSent && (
        <span className={days > 0 ? 'text-red font-medium' : undefined}>
          {isIssueSent ? 'due' : 'Due'} <UtcDay iso={dueDate} name="due date" />
          {days > 0 && `, ${formatCount(days, 'day')} ago`}
        </span>
      )}
    </span>
  )
}

/**
 * "$184.20 more than invoice 1013", as last read: leads to the comparison with the invoice before, if the team opened that. Names the
 * length of its period when it differs.
 */
function ComparedTotal({ invoice, currency }: Pick<InvoiceAnswerProps, 'invoice' | 'currency'>) {
  const previous = previousInvoice(invoice, useRelated(invoice)?.invoices ?? [])
  if (previous === undefined) return null
  const { before, isSameLength } = previous
  const name = before.number === null ? 'the invoice before' : `invoice ${withoutBidi(shortName(before.number))}`
  const than = isSameLength ? name : withLength(name, before)
  const total = exactOf(invoiceChain(invoice)?.total)
  const other = exactOf(before.total)
  const difference = total && other && total.minus(other).toFixed()
  return (
    <TextLink href={comparePath(invoice.id, before.id)} className="no-print">
      {difference === null ? `Compare with ${than}` : differenceLabel(difference, currency, than)}
    </TextLink>
  )
}
