import type { InvoiceStatus } from '@/contract/billing/invoice'
import type { InvoiceView } from '@/contract/console/invoice'
import { isOwedStatus } from '@/lib/domain/invoice/owed-statuses'
import { usableDate } from '@/lib/domain/time/usable-date'
import { formatDate } from '@/lib/format/instant'
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
  test: { label: 'Test', tone: 'grey', gloss: 'Made for testing: nothing to pay' },
  draft: { label: 'Draft', tone: 'grey', gloss: 'Being prepared: it can still change' },
  pending: { label: 'Pending', tone: 'grey', gloss: 'Complete, to be issued on its issue date' },
  paused: { label: 'Paused', tone: 'grey', gloss: 'Held back' },
  readyToSync: { label: 'Ready to sync', tone: 'blue', gloss: 'To be copied to the payment gateway' },
  syncing: { label: 'Syncing', tone: 'blue', gloss: 'Being copied to the payment gateway' },
  readyToCollect: {
    label: 'Ready to collect',
    tone: 'blue',
    gloss: 'To be charged by the payment gateway',
  },
  pendingPayment: { label: 'Pending payment', tone: 'blue', gloss: 'Waiting for a payment' },
  readyToSend: { label: 'Ready to send', tone: 'blue', gloss: 'To be sent to the customer' },
  sending: { label: 'Sending', tone: 'blue', gloss: 'Being sent to the customer' },
  issued: { label: 'Issued', tone: 'blue', gloss: 'Issued, not marked as paid' },
  paymentActionRequired: {
    label: 'Payment action required',
    tone: 'red',
    gloss: 'The payment waits for an action, for example a confirmation',
  },
  paymentFailed: { label: 'Payment failed', tone: 'red', gloss: 'A payment did not succeed' },
  paid: { label: 'Paid', tone: 'green', gloss: 'Marked as paid' },
  void: { label: 'Void', tone: 'grey', gloss: 'Void: nothing to pay' },
  overdue: { label: 'Overdue', tone: 'red', gloss: 'Past its due date, not marked as paid' },
  deletedFromPaymentGateway: {
    label: 'Deleted from payment gateway',
    tone: 'red',
    gloss: 'No longer at the payment gateway: check whether that was meant',
  },
  uncollectible: { label: 'Uncollectible', tone: 'grey', gloss: 'Payment is no longer expected' },
}

const isKnown = (status: string): status is InvoiceStatus => Object.hasOwn(INVOICE_STATUSES, status)

/** Returns the meaning of a status; undefined for one outside section 2.5. */
export const invoiceStatusLabel = (status: InvoiceView['status']): InvoiceStatusLabel | undefined =>
  typeof status === 'string' && isKnown(status) ? INVOICE_STATUSES[status] : undefined

interface Days {
  dueDate: InvoiceView['dueDate'] | null
  /** Omitted when it is unknown. */
  issueDate?: InvoiceView['issueDate']
}

/** Returns our reading of a status, quotes an unknown one as the API's word, or returns an empty string without one. */
export const invoiceStatusMeaning = (status: InvoiceView['status']): string =>
  typeof status === 'string' ? (invoiceStatusLabel(status)?.gloss ?? apiStatus(status, UNKNOWN_STATUS)) : ''

/**
 * Shows the status with its UTC day: the due day while money is owed, "Issued · due 3 Mar 2027", else the issue date,
 * "Paid · issue date 1 Feb 2027". An unknown status shows literally, in a dashed pill.
 */
export function InvoiceStatusPill({ status, ...days }: Days & Pick<InvoiceView, 'status'>) {
  if (isAbsent(status)) return <AbsentStatus value={status} />
  const known = invoiceStatusLabel(status)
  return (
    <Pill tone={known?.tone ?? 'unknown'} title={invoiceStatusMeaning(status)}>
      {known ? (
        [known.label, dayLabel(status, days)].filter(Boolean).join(' · ')
      ) : (
        <VisibleMarks>{status}</VisibleMarks>
      )}
    </Pill>
  )
}

function dayLabel(status: string, { dueDate, issueDate }: Days): string {
  const [due, issue] = [usableDate(dueDate), usableDate(issueDate)]
  if (isOwedStatus(status) && due !== null) return `due ${formatDate(due, 'UTC')}`
  return issue === null ? '' : `issue date ${formatDate(issue, 'UTC')}`
}
