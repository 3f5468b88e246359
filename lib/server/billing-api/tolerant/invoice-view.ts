import { InvoiceStatus } from '@/contract/billing/invoice'
import { PAYMENT_GATEWAYS } from '@/contract/billing/scalars'
import { type InvoiceView, NULLABLE_FIELDS } from '@/contract/console/invoice'
import type { EveryField } from '@/contract/console/view-of'
import { ownFindings } from '../../../domain/invoice/own-findings'
import { sentSums } from '../../../domain/invoice/sent-sums'
import { currencyDecimals } from '../../../domain/money/currency-decimals'
import { isUnreadable } from '../../../format/unreadable'
import { runToEnd, type Pieces } from '@/contract/pieces'
import { responseReader } from './response-reader'
import type { ReadingContext } from './field-reader'
import { invoiceTotals } from './invoice-totals'
import { lineItemView } from './line-item-view'

/** Like `invoiceViewInPieces`, without interruption. */
export const invoiceView = (json: unknown, context: ReadingContext): InvoiceView =>
  runToEnd(invoiceViewInPieces(json, context))

/**
 * Returns the view of an invoice (section 2.5), from an exact-parsed response, with the totals of its lines. `context.currency` is the
 * subscription's, because an invoice has none.
 * @throws ProblemError `unreadable_response` when the value is not an object with an id
 */
export function* invoiceViewInPieces(json: unknown, context: ReadingContext): Pieces<InvoiceView> {
  const { id, fields: invoice } = responseReader(json, context)
  const head = {
    createdAt: invoice.instant('createdAt'),
    updatedAt: invoice.instant('updatedAt'),
    dueDate: invoice.instant('dueDate'),
    issueDate: invoice.instant('issueDate'),
    pendingDate: invoice.instant('pendingDate'),
    externalId: invoice.text('externalId', 'nullable'),
    status: invoice.choice('status', InvoiceStatus.options),
    vanityId: invoice.text('vanityId'),
    vanityIdString: invoice.text('vanityIdString'),
    customerId: invoice.text('customerId'),
    merchantId: invoice.text('merchantId'),
    subscriptionId: invoice.text('subscriptionId'),
    autoSyncInvoice: invoice.flag('autoSyncInvoice', 'nullable'),
    autoSendInvoice: invoice.flag('autoSendInvoice', 'nullable'),
    autoChargeInvoice: invoice.flag('autoChargeInvoice', 'nullable'),
    paymentGateway: invoice.choice('paymentGateway', PAYMENT_GATEWAYS, 'nullable'),
  }
  // Lines are last, so that their drift cannot push the invoice's own drift out of the list.
  const lines = yield* invoice.longList('invoiceLineItems', lineItemView)
  const invoiceLineItems = invoice.has('invoiceLineItems') ? lines : null
  const isRead = invoiceLineItems !== null && !isUnreadable(invoiceLineItems)
  const totals = isRead ? invoiceTotals(invoiceLineItems) : null
  const decimals = currencyDecimals(context.currency)
  const sums = sentSums({ status: head.status, totals, sentAmounts: invoice.otherAmounts(), decimals })
  return {
    id,
    ...head,
    saidNull: NULLABLE_FIELDS.filter((name) => invoice.isNull(name)),
    invoiceLineItems,
    totals,
    payable: sums.payable,
    own: yield* ownFindings(isRead ? invoiceLineItems : [], {
      ...head,
      ofSums: sums.findings,
      decimals,
      billing: context.billing ?? null,
    }),
    isInMinorUnits: invoice.isInMinorUnits(),
    drift: yield* invoice.driftInPieces(),
    asOf: context.asOf,
  } satisfies EveryField<Omit<InvoiceView, 'pdfGaps'>>
}
