import type { InvoiceStatus } from '@/contract/billing/invoice'
import type { InvoiceView } from '@/contract/console/invoice'
import { daysOverdue, isCredit, isOwed, isOwedStatus } from '@/lib/domain/invoice/owed-statuses'
import { usableDate } from '@/lib/domain/time/usable-date'
import { formatCount } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'
import { INVOICE_STATUS_NAMES } from '@/lib/format/status-names'
import { isAbsent } from '@/lib/format/unreadable'
import { AbsentStatus } from './absent'
import { apiStatus, UNKNOWN_STATUS } from './api-status'
import { Pill, type Tone } from './ui/pill'
import { VisibleMarks } from './visible-marks'

interface InvoiceStatusLabel {
  label: string
  tone: Tone
  /** Our reading of the status; it claims nothing that the console did not see. */
  gloss: string
}

/**
 * Every status of section 2.5: a missing one fails the build. The document only names them; the glosses are our
 * reading.
 */
export const INVOICE_STATUSES: Record<InvoiceStatus, InvoiceStatusLabel> = {
  test: { label: INVOICE_STATUS_NAMES.test, tone: 'grey', gloss: 'Made for testing: nothing to pay' },
  draft: { label: INVOICE_STATUS_NAMES.draft, tone: 'grey', gloss: 'Being prepared: it can still change' },
  pending: { label: INVOICE_STATUS_NAMES.pending, tone: 'grey', gloss: 'Complete, to be issued on its issue date' },
  paused: { label: INVOICE_STATUS_NAMES.paused, tone: 'grey', gloss: 'Held back' },
  readyToSync: { label: INVOICE_STATUS_NAMES.readyToSync, tone: 'blue', gloss: 'To be copied to the payment gateway' },
  syncing: { label: INVOICE_STATUS_NAMES.syncing, tone: 'blue', gloss: 'Being copied to the payment gateway' },
  readyToCollect: {
    label: INVOICE_STATUS_NAMES.readyToCollect,
    tone: 'blue',
    gloss: 'To be charged by the payment gateway',
  },
  pendingPayment: { label: INVOICE_STATUS_NAMES.pendingPayment, tone: 'blue', gloss: 'Waiting for a payment' },
  readyToSend: { label: INVOICE_STATUS_NAMES.readyToSend, tone: 'blue', gloss: 'To be sent to the customer' },
  sending: { label: INVOICE_STATUS_NAMES.sending, tone: 'blue', gloss: 'Being sent to the customer' },
  issued: { label: INVOICE_STATUS_NAMES.issued, tone: 'blue', gloss: 'Issued, not marked as paid' },
  paymentActionRequired: {
    label: INVOICE_STATUS_NAMES.paymentActionRequired,
    tone: 'red',
    gloss: 'The payment waits for an action, for example a confirmation',
  },
  paymentFailed: { label: INVOICE_STATUS_NAMES.paymentFailed, tone: 'red', gloss: 'A payment did not succeed' },
  paid: { label: INVOICE_STATUS_NAMES.paid, tone: 'green', gloss: 'Marked as paid' },
  void: { label: INVOICE_STATUS_NAMES.void, tone: 'grey', gloss: 'Void: nothing to pay' },
  overdue: { label: INVOICE_STATUS_NAMES.overdue, tone: 'red', gloss: 'Past its due date, not marked as paid' },
  deletedFromPaymentGateway: {
    label: INVOICE_STATUS_NAMES.deletedFromPaymentGateway,
    tone: 'red',
    gloss: 'No longer at the payment gateway: check whether that was meant',
  },
  uncollectible: { label: INVOICE_STATUS_NAMES.uncollectible, tone: 'grey', gloss: 'Payment is no longer expected' },
}

const isKnown = (status: string): status is InvoiceStatus => Object.hasOwn(INVOICE_STATUSES, status)

/** Returns the meaning of a status; undefined for one outside section 2.5. */
export const invoiceStatusLabel = (status: InvoiceView['status']): InvoiceStatusLabel | undefined =>
  typeof status === 'string' && isKnown(status) ? INVOICE_STATUSES[status] : undefined

/** Returns our reading of a status, quotes an unknown one as the API's word, or returns an empty string without one. */
export const invoiceStatusMeaning = (status: InvoiceView['status']): string =>
  typeof status === 'string' ? (invoiceStatusLabel(status)?.gloss ?? apiStatus(status, UNKNOWN_STATUS)) : ''

interface InvoiceStatusPillProps {
  status: InvoiceView['status']
  /** The sum of all lines; null when it is unknown. */
  total: string | null
  dueDate: InvoiceView['dueDate'] | null
  /** Omitted when it is unknown. */
  issueDate?: InvoiceView['issueDate']
  /** The instant up to which overdue days are counted. */
  at: string
}

/**
 * Shows the status with its UTC day: the due day while money is owed, "Issued · due 3 Mar 2027", in red the days since then,
 * "Issued · 175 days overdue", else the issue date, "Paid · issue date 1 Feb 2027". A total below zero is a credit, whatever
 * the status says about payment. An unknown status shows literally, in a dashed pill.
 */
export function InvoiceStatusPill({ status, ...invoice }: InvoiceStatusPillProps) {
  if (isAbsent(status)) return <AbsentStatus value={status} />
  const known = invoiceStatusLabel(status)
  if (!known)
    return (
      <Pill tone="unknown" title={invoiceStatusMeaning(status)}>
        <VisibleMarks>{status}</VisibleMarks>
      </Pill>
    )
  const isOfCredit = isCredit(invoice.total) && (isOwedStatus(status) || SETTLED.has(status))
  if (isOfCredit)
    return (
      <Pill tone="blue" title={apiStatus(status, 'nothing to pay, because the total is below zero')}>
        Credit · status {known.label.toLowerCase()}
      </Pill>
    )
  const days = daysOverdue({ status, ...invoice }, invoice.at)
  return (
    <Pill tone={days > 0 ? 'red' : known.tone} title={invoiceStatusMeaning(status)}>
      {days > 0
        ? overdueText(status, known.label, days)
        : [known.label, dayLabel(status, invoice)].filter(Boolean).join(' · ')}
    </Pill>
  )
}

/** The statuses that say that a payment was made or is no longer expected. */
const SETTLED: ReadonlySet<string> = new Set(['paid', 'uncollectible'])

function overdueText(status: string, label: string, days: number): string {
  const overdue = `${formatCount(days, 'day')} overdue`
  return status === 'overdue' ? overdue : `${label} · ${overdue}`
}

function dayLabel(
  status: string,
  { total, dueDate, issueDate }: Pick<InvoiceStatusPillProps, 'total' | 'dueDate' | 'issueDate'>,
): string {
  const [due, issue] = [usableDate(dueDate), usableDate(issueDate)]
  if (isOwed({ status, total }) && due !== null) return `due ${formatDate(due, 'UTC')}`
  return issue === null ? '' : `issue date ${formatDate(issue, 'UTC')}`
}
