import { ProblemError, problemIn } from '@/lib/core/problem-error'
import type { InvoiceView } from '../invoice'
import type { ReviewList, InvoiceVerdict } from '../finding'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { outsideOf, subscriptionDates } from '../against-subscription'
import { invoiceFindings, type InvoiceFindings } from '../invoice-findings'
import { currencyNote, invoiceCurrency } from '../total-labels'
import { isUnreadable, readable, UNKNOWN } from '@/lib/billing-api/unreadable'
import { getInvoice } from './get-invoice'
import { compareInvoice, type Comparison, invoiceVerdict } from '@/lib/objects/server/compared-findings'
import { listReviews } from '@/lib/objects/server/review-finding'
import { getSubscription } from '@/lib/subscriptions/server/get-subscription'
import type { OperationContext } from '@/lib/core/server/operation-context'

/** The input of an invoice's files: the same input produces the same bytes. */
export interface InvoiceFile {
  invoice: InvoiceView
  /** ISO 4217 code; null when unknown. */
  currency: string | null
  /** The currency as sent with the invoice, else with its subscription; "Unknown" when no subscription was read. */
  sentCurrency: SubscriptionView['currency']
  /** The source of the currency, or why it is unknown. */
  currencyNote: string
  planName: string | null
  /** The findings of the invoice, as on its page. */
  checked: InvoiceFindings
  /** As in lists; `agrees` only when its subscription was read too. */
  verdict: InvoiceVerdict
  /** The number of other invoices that it was compared with; null when they could not be read. */
  comparedWith: number | null
}

/**
 * Reads an invoice, and its subscription if possible, because an invoice has no currency of its own.
 * @throws ProblemError as `getInvoice`
 */
export async function readInvoiceFile(context: OperationContext, invoiceId: string): Promise<InvoiceFile> {
  const invoice = await getInvoice.run(context, { invoiceId })
  const subscriptionId = readable(invoice.subscriptionId)
  const read =
    subscriptionId === null ? undefined : await getSubscription.run(context, { id: subscriptionId }).catch(problemIn)
  const [subscription, error] = read instanceof ProblemError ? [undefined, read] : [read, null]
  const dates = subscriptionDates(subscription)
  const comparison = await compareWithOthers(context, invoice)
  const checked = invoiceFindings(invoice.own, {
    isTrial: dates.isTrial,
    outside: outsideOf(invoice, dates),
    compared: comparison?.findings ?? [],
    reviews: comparison?.reviews ?? [],
  })
  const hasItsDates = subscription !== undefined || (subscriptionId === null && !isUnreadable(invoice.subscriptionId))
  return {
    invoice,
    currency: invoiceCurrency(invoice, readable(subscription?.currency)),
    sentCurrency: invoice.currency ?? (subscription ? subscription.currency : UNKNOWN),
    currencyNote: currencyNote(invoice, subscription, error),
    planName: readable(subscription?.plan?.name),
    checked,
    verdict: invoiceVerdict(checked, hasItsDates && comparison?.isCompared === true),
    comparedWith: comparison?.others ?? null,
  }
}

/** Compares the invoice with other invoices and ledgers, and reads its reviews; returns null when the store fails. */
export async function compareWithOthers(
  context: OperationContext,
  invoice: InvoiceView,
): Promise<(Comparison & ReviewList) | null> {
  try {
    return {
      ...(await compareInvoice(context, invoice)),
      ...(await listReviews.run(context, { invoiceId: invoice.id })),
    }
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
