import { ProblemError } from '@/contract/console/problem-error'
import type { InvoiceView } from '@/contract/console/invoice'
import type { SubscriptionView } from '@/contract/console/subscription'
import { currencyNote } from '../../format/currency-note'
import { readable } from '../../format/unreadable'
import { getInvoice } from './get-invoice'
import { getSubscription } from '../subscriptions/get-subscription'
import type { OperationContext } from '../operation-context'

/** The input of an invoice's files: the same input produces the same bytes. */
export interface InvoiceFile {
  invoice: InvoiceView
  /** ISO 4217 code; null when unknown. */
  currency: string | null
  /** The source of the currency, or why it is unknown. */
  currencyNote: string
  planName: string | null
  /** When the subscription ends; null without an end, or when it could not be read. */
  subscriptionEnd: string | null
}

/**
 * Reads an invoice, and its subscription if possible, because an invoice has no currency of its own.
 * @throws ProblemError as `getInvoice`
 */
export async function readInvoiceFile(context: OperationContext, invoiceId: string): Promise<InvoiceFile> {
  const invoice = await getInvoice(context, { invoiceId })
  const subscriptionId = readable(invoice.subscriptionId)
  const subscription = subscriptionId === null ? undefined : await readSubscription(context, subscriptionId)
  const isRead = subscription !== undefined && !(subscription instanceof ProblemError)
  return {
    invoice,
    currency: isRead ? readable(subscription.currency) : null,
    currencyNote: isRead
      ? currencyNote(invoice.subscriptionId, subscription, null)
      : currencyNote(invoice.subscriptionId, undefined, subscription ?? null),
    planName: isRead ? readable(subscription.plan?.name) : null,
    subscriptionEnd: isRead ? readable(subscription.endDate) : null,
  }
}

async function readSubscription(context: OperationContext, id: string): Promise<SubscriptionView | ProblemError> {
  try {
    return await getSubscription(context, { id })
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}
