import { Big } from 'big.js'
import { InvoiceStatus } from '@/contract/billing/invoice'
import { PAYMENT_GATEWAYS } from '@/contract/billing/scalars'
import {
  type InvoiceLineItemView,
  type InvoiceTotals,
  type InvoiceView,
  NULLABLE_FIELDS,
  type SubItemView,
} from '@/lib/invoices/invoice'
import type { SubscriptionTerms } from '@/lib/invoices/finding'
import { PLAIN_FIELDS, type PlainKind, type PlainName } from '@/lib/invoices/plain-fields'
import type { EveryField, Field } from '../../view-of'
import type { Pieces } from '@/contract/pieces'
import { ENTITY_TYPES } from '@/contract/billing/price'
import { ownFindings } from '@/lib/invoices/own-findings'
import { sentSums } from '@/lib/invoices/sent-sums'
import { currencyDecimals } from '@/lib/money/currency-decimals'
import { isAbsent, isUnreadable } from '../../unreadable'
import { bigOf, exactOf } from '@/lib/money/decimal'
import { isSeenByCustomer, priceIdOf } from '@/lib/invoices/invoice-lines'
import { responseReader } from './response-reader'
import type { FieldReader, ReadingContext } from './field-reader'

/**
 * Returns the view of an invoice (section 2.5), from an exact-parsed response, with the totals of its lines. `context` has the terms of
 * its subscription.
 * @throws ProblemError `unreadable_response` when the value is not an object with an id
 */
export function* invoiceViewInPieces(json: unknown, context: ReadingContext): Pieces<InvoiceView> {
  // Its own currency, which section 2.5 does not have, decides how its amounts are read.
  const { fields } = responseReader(json, { ...context, tally: undefined })
  const own = fields.currency('currency', [], 'optional')
  const terms = { ...context, currency: isUnreadable(own) ? null : (own ?? context.currency ?? null) }
  const { id, fields: invoice } = responseReader(json, terms)
  const head = {
    currency: invoice.currency('currency', [], 'optional'),
    ...plainFields(invoice),
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
  const lines = yield* invoice.longList('invoiceLineItems', (line) => lineItemView(line, context.prices))
  const invoiceLineItems = invoice.has('invoiceLineItems') ? lines : null
  const isRead = invoiceLineItems !== null && !isUnreadable(invoiceLineItems)
  const totals = isRead ? yield* invoiceTotals(invoiceLineItems) : null
  const decimals = currencyDecimals(terms.currency)
  const sentAmounts = invoice.otherAmounts()
  const roundedLines = yield* roundedSum(isRead && sentAmounts.length > 0 ? invoiceLineItems : [], decimals)
  const sums = sentSums({ status: head.status, totals, sentAmounts, decimals, roundedLines })
  const nullFields = NULLABLE_FIELDS.filter((name) => invoice.isNull(name))
  return {
    id,
    ...head,
    nullFields,
    invoiceLineItems,
    totals,
    payable: sums.payable,
    own: yield* ownFindings(isRead ? invoiceLineItems : [], {
      ...head,
      ofSums: sums.findings,
      decimals,
      terms: context,
    }),
    isInMinorUnits: invoice.isInMinorUnits(),
    drift: yield* invoice.driftInPieces(),
    asOf: context.asOf,
  } satisfies EveryField<Omit<InvoiceView, 'contentDigest' | PlainName>>
}

function plainFields(invoice: FieldReader): Pick<InvoiceView, PlainName> {
  const fields: Pick<InvoiceView, PlainName> = {}
  for (const { name, kind } of PLAIN_FIELDS) fields[name] = READ_PLAIN[kind](invoice, name)
  return fields
}

const READ_PLAIN: Record<PlainKind, (invoice: FieldReader, name: string) => Field<string>> = {
  day: (invoice, name) => invoice.instant(name),
  instant: (invoice, name) => invoice.instant(name),
  text: (invoice, name) => invoice.text(name),
}

/** Reads a line item (section 2.5). @param prices those of the subscription, which may have the type that the line's lacks */
export function lineItemView(line: FieldReader, prices?: SubscriptionTerms['prices']): EveryField<InvoiceLineItemView> {
  const price = line.object('price', lineItemPrice)
  const priceId = line.text('priceId')
  const typeOfPrice = prices?.get(priceIdOf({ priceId, price }) ?? '')?.priceType ?? undefined
  return {
    id: line.text('id'),
    invoiceId: line.text('invoiceId'),
    merchantId: line.text('merchantId'),
    priceId,
    amount: line.money('amount'),
    description: line.text('description'),
    ...(line.object('details', lineDetails) ?? NO_DETAILS),
    startDate: line.instant('startDate'),
    endDate: line.end('endDate'),
    createdAt: line.instant('createdAt'),
    updatedAt: line.instant('updatedAt'),
    price: price && { ...price, priceType: price.priceType ?? typeOfPrice },
  }
}

type LineDetails = Pick<
  InvoiceLineItemView,
  'quantity' | 'unitPrice' | 'subItems' | 'appliedMinimum' | 'appliedMaximum'
>

const NO_DETAILS: EveryField<LineDetails> = {
  quantity: undefined,
  unitPrice: undefined,
  subItems: [],
  appliedMinimum: undefined,
  appliedMaximum: undefined,
}

function lineDetails(details: FieldReader): EveryField<LineDetails> {
  return {
    quantity: details.amount('quantity'),
    unitPrice: details.money('unitPrice'),
    subItems: details.list('subItems', subItem, 'optional'),
    appliedMinimum: details.money('appliedMinimum', 'optional'),
    appliedMaximum: details.money('appliedMaximum', 'optional'),
  }
}

function subItem(item: FieldReader): EveryField<SubItemView> {
  return {
    name: item.text('name', 'optional'),
    quantity: item.amount('quantity'),
    price: item.money('price'),
    amount: item.money('amount'),
  }
}

type LineBillable = NonNullable<NonNullable<InvoiceLineItemView['price']>['billable']>

function lineItemPrice(price: FieldReader): EveryField<NonNullable<InvoiceLineItemView['price']>> {
  return {
    id: price.text('id'),
    entityType: price.choice('entityType', ENTITY_TYPES),
    rules: price.rules('rules', null, price.isInCustomUnit()),
    priceType: price.text('priceType', 'optional'),
    inCustomUnit: price.isInCustomUnit(),
    billable: price.object('billable', (billable): EveryField<LineBillable> => ({
      id: billable.text('id'),
      showOnInvoice: billable.flag('showOnInvoice'),
      hidden: billable.flag('hidden'),
      singleUnitLabel: billable.text('singleUnitLabel', 'nullable'),
      multipleUnitLabel: billable.text('multipleUnitLabel', 'nullable'),
    })),
  }
}

/** The number of lines that are summed before other work may run. */
const LINES_A_PIECE = 500

/**
 * Returns exact sums of the lines, which the billing API does not send. A line without a readable amount is counted,
 * not added.
 */
function* invoiceTotals(lines: readonly InvoiceLineItemView[]): Pieces<InvoiceTotals> {
  const [all, customer, hidden, uncertain] = [new LineSum(), new LineSum(), new LineSum(), new LineSum()]
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    const isSeen = isSeenByCustomer(line)
    const amount = isAbsent(line.amount) ? undefined : bigOf(line.amount)
    all.add(amount)
    if (isSeen === null) uncertain.add(amount)
    else if (isSeen) customer.add(amount)
    else hidden.add(amount)
  }
  return {
    total: all.total(),
    customerTotal: uncertain.lines > 0 ? null : customer.total(),
    hiddenTotal: hidden.total(),
    lines: all.lines,
    customerLines: customer.lines,
    hiddenLines: hidden.lines,
    uncertainLines: uncertain.lines,
    unreadableLines: all.unreadable,
    unreadableCustomerLines: customer.unreadable,
    unreadableHiddenLines: hidden.unreadable,
  }
}

function* roundedSum(lines: readonly InvoiceLineItemView[], decimals: number): Pieces<Big> {
  let sum = new Big(0)
  for (const [index, { amount }] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    sum = sum.plus(exactOf(amount)?.round(decimals, Big.roundHalfUp) ?? 0)
  }
  return sum
}

/** The exact sum of the amounts of some lines, and how many of them have no readable amount. */
class LineSum {
  lines = 0
  unreadable = 0
  /** Null once an amount has too many digits to compute with: any sum would be wrong. */
  #sum: Big | null = new Big(0)

  /** @param amount undefined when it is unreadable, null when it has too many digits */
  add(amount: Big | null | undefined): void {
    this.lines += 1
    if (amount === undefined) this.unreadable += 1
    else this.#sum = this.#sum && amount && this.#sum.plus(amount)
  }

  /** Returns the sum as decimal text; null when no amount is readable, or one has too many digits. */
  total(): string | null {
    return this.lines > 0 && this.unreadable === this.lines ? null : (this.#sum?.toFixed() ?? null)
  }
}
