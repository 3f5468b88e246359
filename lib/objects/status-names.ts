import { inSentence } from '@/lib/text/in-sentence'
import type { InvoiceStatus } from '@/contract/billing/invoice'
import type { SubscriptionStatus } from '@/contract/billing/subscription'
import { INVOICE_VERDICT_NAMES, type InvoiceVerdict } from '@/lib/invoices/finding'
import { isChargedStatus } from '@/lib/invoices/owed-statuses'

/** The names of the statuses of section 2.5: a missing one fails the build. */
export const INVOICE_STATUS_NAMES: Record<InvoiceStatus, string> = {
  test: 'Test',
  draft: 'Draft',
  pending: 'Pending',
  paused: 'Paused',
  readyToSync: 'Ready to sync',
  syncing: 'Syncing',
  readyToCollect: 'Ready to collect',
  pendingPayment: 'Pending payment',
  readyToSend: 'Ready to send',
  sending: 'Sending',
  issued: 'Issued',
  paymentActionRequired: 'Payment action required',
  paymentFailed: 'Payment failed',
  paid: 'Paid',
  void: 'Void',
  overdue: 'Overdue',
  deletedFromPaymentGateway: 'Deleted from payment gateway',
  uncollectible: 'Uncollectible',
}

/** The names of the statuses of section 2.1. */
export const SUBSCRIPTION_STATUS_NAMES: Record<SubscriptionStatus, string> = {
  draft: 'Draft',
  pendingActivation: 'Pending activation',
  active: 'Active',
  ended: 'Ended',
  deleted: 'Deleted',
}

/** The verdict of an invoice that was read, or why there is none. */
export type ReadVerdict = InvoiceVerdict | 'notFound' | 'notReadable'

/** The names of the verdicts. */
export const CHECK_VERDICT_NAMES: Record<ReadVerdict, string> = {
  ...INVOICE_VERDICT_NAMES,
  notFound: 'Not found',
  notReadable: 'Not readable',
}

/** Returns what "Not found" means for an ID, and the next step. */
export const notFoundLabel = (kind: Kind, id: string): string =>
  `The billing API has no ${kind} with this ID. Check the ID with the books.${kind === 'invoice' && /^\d+$/.test(id) ? ` ${NUMBER}` : ''}`

const NUMBER = 'An invoice is found by its number once the console has read it, until then by its ID.'

type Kind = 'invoice' | 'subscription'
const NAMES: Record<Kind, ReadonlyMap<string, string>> = {
  invoice: new Map(Object.entries(INVOICE_STATUS_NAMES)),
  subscription: new Map(Object.entries(SUBSCRIPTION_STATUS_NAMES)),
}

/** Returns the name of a status, "Payment failed"; an unknown status unchanged. */
export const statusName = (kind: Kind, status: string): string => NAMES[kind].get(status) ?? status

/** Returns the name of a status for a sentence, "payment failed"; an unknown status unchanged. */
export function statusInSentence(kind: Kind, status: string): string {
  const name = NAMES[kind].get(status)
  return name === undefined ? status : inSentence(name)
}

/** Returns the name of an invoice's status, or "No status". */
export const invoiceStatusLabel = (status: string | null): string =>
  status === null ? 'No status' : statusName('invoice', status)

/** Returns the label of a sum by status. Invoices of a charged status that are not charged are gone. */
export function sumStatusLabel({ status, isCharged }: { status: string | null; isCharged: boolean }): string {
  const isGone = !isCharged && isChargedStatus(status)
  return `${invoiceStatusLabel(status)}${isGone ? ', gone' : ''}`
}
