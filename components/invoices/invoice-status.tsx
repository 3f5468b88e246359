import type { InvoiceStatus } from '@/contract/billing/invoice'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { daysOverdue, isCredit, isOwed, isOwedStatus } from '@/lib/invoices/owed-statuses'
import { usableDate } from '@/lib/time/usable-date'
import { formatCount } from '@/lib/money/amount'
import { formatDate } from '@/lib/time/instant'
import { statusInSentence, statusName } from '@/lib/objects/status-names'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { AbsentStatus } from '@/components/text/absent'
import { apiStatus, UNKNOWN_STATUS } from '@/components/status/api-status'
import { Pill, type Tone } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/text/visible-marks'

interface StatusLook {
  tone: Tone
  /** Our reading of the status; it claims nothing that the console did not see. */
  gloss: string
}

/**
 * Every status of section 2.5: a missing one fails the build. The document only names them; the glosses are our
 * reading.
 */
const LOOKS: Record<InvoiceStatus, StatusLook> = {
  test: { tone: 'grey', gloss: 'Made for testing: nothing to pay' },
  draft: { tone: 'grey', gloss: 'Being prepared: it can still change' },
  pending: { tone: 'grey', gloss: 'Complete, to be issued on its issue date' },
  paused: { tone: 'grey', gloss: 'Held back' },
  readyToSync: { tone: 'blue', gloss: 'To be copied to the payment gateway' },
  syncing: { tone: 'blue', gloss: 'Being copied to the payment gateway' },
  readyToCollect: { tone: 'blue', gloss: 'To be charged by the payment gateway' },
  pendingPayment: { tone: 'blue', gloss: 'Waiting for a payment' },
  readyToSend: { tone: 'blue', gloss: 'To be sent to the customer' },
  sending: { tone: 'blue', gloss: 'Being sent to the customer' },
  issued: { tone: 'blue', gloss: 'Issued, not marked as paid' },
  paymentActionRequired: { tone: 'red', gloss: 'The payment waits for an action, for example a confirmation' },
  paymentFailed: { tone: 'red', gloss: 'A payment did not succeed' },
  paid: { tone: 'green', gloss: 'Marked as paid' },
  void: { tone: 'grey', gloss: 'Void: nothing to pay' },
  overdue: { tone: 'red', gloss: 'Past its due date, not marked as paid' },
  deletedFromPaymentGateway: { tone: 'red', gloss: 'No longer at the payment gateway: check whether that was meant' },
  uncollectible: { tone: 'grey', gloss: 'Payment is no longer expected' },
}

const isKnown = (status: string): status is InvoiceStatus => Object.hasOwn(LOOKS, status)

/** Returns tone and gloss of a status; undefined for one outside section 2.5. */
export const invoiceStatusLook = (status: InvoiceView['status']): StatusLook | undefined =>
  typeof status === 'string' && isKnown(status) ? LOOKS[status] : undefined

/** Returns our reading of a status, quotes an unknown one as the API's word, or returns an empty string without one. */
export const invoiceStatusMeaning = (status: InvoiceView['status']): string =>
  typeof status === 'string' ? (invoiceStatusLook(status)?.gloss ?? apiStatus(status, UNKNOWN_STATUS)) : ''

interface InvoiceStatusPillProps {
  status: InvoiceView['status']
  /** The sum of all lines; null when it is unknown. */
  total: string | null
  dueDate: InvoiceView['dueDate'] | null
  /** The instant up to which overdue days are counted. */
  at: string
  /** False where the days have a column of their own. */
  withDate?: boolean
  isListed?: boolean
}

/**
 * Shows the status, and beside it a UTC day: the due day while money is owed, "due 3 Mar 2027", in red the days since then,
 * "175 days overdue". A total below zero is a credit, even
 * when the status says something about payment. An unknown status shows literally, in a dashed pill.
 */
export function InvoiceStatusPill({ status, withDate = true, isListed = false, ...invoice }: InvoiceStatusPillProps) {
  if (isAbsent(status)) return <AbsentStatus value={status} />
  const look = invoiceStatusLook(status)
  if (!look)
    return (
      <Pill tone="unknown" title={invoiceStatusMeaning(status)}>
        <VisibleMarks>{status}</VisibleMarks>
      </Pill>
    )
  if (isCredit(invoice.total) && (isOwedStatus(status) || SETTLED.has(status)))
    return (
      <Pill
        tone="blue"
        title={apiStatus(status, 'nothing to pay, because the total is below zero')}
        beside={`status ${statusInSentence('invoice', status)}`}
      >
        Credit
      </Pill>
    )
  const days = daysOverdue({ status, ...invoice }, invoice.at)
  return (
    <Pill
      isListed={isListed}
      tone={days > 0 ? 'red' : look.tone}
      title={invoiceStatusMeaning(status)}
      beside={withDate && (days > 0 ? overdueText(status, days) : dueLabel(status, invoice))}
    >
      {statusName('invoice', status)}
    </Pill>
  )
}

/** The statuses that say that a payment was made or is no longer expected. */
const SETTLED: ReadonlySet<string> = new Set(['paid', 'uncollectible'])

const overdueText = (status: string, days: number) =>
  status === 'overdue' ? `by ${formatCount(days, 'day')}` : `${formatCount(days, 'day')} overdue`

function dueLabel(status: string, { total, dueDate }: Pick<InvoiceStatusPillProps, 'total' | 'dueDate'>): string {
  const due = usableDate(dueDate)
  return isOwed({ status, total }) && due !== null ? `due ${formatDate(due, 'UTC')}` : ''
}
