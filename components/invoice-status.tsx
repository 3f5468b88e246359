import type { InvoiceStatus } from '@/contract/billing/invoice'
import type { InvoiceView } from '@/contract/console/invoice'
import { formatDate } from '@/lib/format/instant'
import { isAbsent, readable } from '@/lib/format/unreadable'
import { AbsentStatus } from './absent'
import { Pill, type Tone } from './ui/pill'

interface InvoiceStatusLabel {
  label: string
  tone: Tone
  meaning: string
  /** The customer was asked for the money and has not settled it: only then can it be overdue. */
  owed: boolean
}

/** Every status of section 2.5: a missing one fails the build. The document names them; the meanings are our reading. */
const INVOICE_STATUSES: Record<InvoiceStatus, InvoiceStatusLabel> = {
  test: { label: 'Test', tone: 'grey', owed: false, meaning: 'Made for testing: nobody owes it.' },
  draft: { label: 'Draft', tone: 'grey', owed: false, meaning: 'Being prepared: it can still change.' },
  pending: { label: 'Pending', tone: 'grey', owed: false, meaning: 'Complete, and waiting for its issue date.' },
  paused: { label: 'Paused', tone: 'grey', owed: false, meaning: 'Held back until somebody resumes it.' },
  readyToSync: {
    label: 'Ready to sync',
    tone: 'blue',
    owed: false,
    meaning: 'Waiting to be copied to the payment gateway.',
  },
  syncing: { label: 'Syncing', tone: 'blue', owed: false, meaning: 'Being copied to the payment gateway.' },
  readyToCollect: {
    label: 'Ready to collect',
    tone: 'blue',
    owed: true,
    meaning: 'Waiting for the payment gateway to charge the customer.',
  },
  pendingPayment: {
    label: 'Pending payment',
    tone: 'blue',
    owed: true,
    meaning: 'A payment was started and has not arrived yet.',
  },
  readyToSend: {
    label: 'Ready to send',
    tone: 'blue',
    owed: false,
    meaning: 'Waiting to be sent to the customer.',
  },
  sending: { label: 'Sending', tone: 'blue', owed: false, meaning: 'Being sent to the customer.' },
  issued: { label: 'Issued', tone: 'blue', owed: true, meaning: 'The customer has it and has not paid yet.' },
  paymentActionRequired: {
    label: 'Payment action required',
    tone: 'red',
    owed: true,
    meaning: 'The payment waits for the customer, for example to confirm it with their bank.',
  },
  paymentFailed: {
    label: 'Payment failed',
    tone: 'red',
    owed: true,
    meaning: 'The charge was declined or failed: the money has not arrived.',
  },
  paid: { label: 'Paid', tone: 'green', owed: false, meaning: 'The customer has paid it.' },
  void: { label: 'Void', tone: 'grey', owed: false, meaning: 'Cancelled: nothing is owed on it.' },
  overdue: {
    label: 'Overdue',
    tone: 'yellow',
    owed: true,
    meaning: 'The API says that it is past its due date and not paid.',
  },
  deletedFromPaymentGateway: {
    label: 'Deleted from payment gateway',
    tone: 'red',
    owed: false,
    meaning: 'Somebody deleted it in the payment gateway: it is collected there no more. Check whether that was meant.',
  },
  uncollectible: {
    label: 'Uncollectible',
    tone: 'grey',
    owed: false,
    meaning: 'Given up: payment is no longer expected.',
  },
}

const isKnown = (status: string): status is InvoiceStatus => Object.hasOwn(INVOICE_STATUSES, status)

/** What a status means; undefined for one that is not of section 2.5. */
export const invoiceStatusLabel = (status: InvoiceView['status']): InvoiceStatusLabel | undefined =>
  typeof status === 'string' && isKnown(status) ? INVOICE_STATUSES[status] : undefined

/** The status, with the due day, UTC always, while money is owed: "Issued · due 3 Mar 2027". An unknown one literally, dashed. */
export function InvoiceStatusPill({ status, dueDate: sentDueDate }: Pick<InvoiceView, 'status' | 'dueDate'>) {
  const dueDate = readable(sentDueDate)
  if (isAbsent(status)) return <AbsentStatus value={status} />
  const known = invoiceStatusLabel(status)
  if (!known)
    return (
      <Pill tone="unknown" title="This console does not know this status">
        {status}
      </Pill>
    )
  return (
    <Pill tone={known.tone} title={known.meaning}>
      {known.label}
      {known.owed && dueDate !== null && ` · due ${formatDate(dueDate, 'UTC')}`}
    </Pill>
  )
}
