import { BillingCadence } from '@/contract/billing/scalars'
import type {
  AllocationBlockView,
  LedgerCustomer,
  TransactionPageView,
  TransactionView,
} from '@/lib/ledger/transaction'
import type { EveryField } from '../../view-of'
import type { Pieces } from '@/contract/pieces'
import { readable, readableList } from '../../unreadable'
import { FieldReader, type ReadingContext } from './field-reader'
import { unexpectedBodyProblem } from './response-reader'
import { objectOf } from './scalars'

/** Types that a published client of such an API knows (gaps.md). The document names only the first. */
const TRANSACTION_TYPES = [
  'planAllocation',
  'usage',
  'expiration',
  'manualAddition',
  'manualDeduction',
  'autoReload',
] as const

/**
 * Reads a transaction (section 2.6, which leaves the unit of an amount open). Amounts stay as sent: minor units can't be converted
 * without a currency.
 */
export function transactionView(
  transaction: FieldReader,
  customers: Map<string, LedgerCustomer>,
): EveryField<TransactionView> {
  const id = transaction.text('id')
  const customerId = readable(transaction.text('customerId', 'optional'))
  if (customerId !== null && !customers.has(customerId))
    customers.set(customerId, { id: customerId, transactionId: readable(id) })
  return {
    id,
    merchantId: transaction.text('merchantId'),
    createdAt: transaction.instant('createdAt'),
    updatedAt: transaction.instant('updatedAt'),
    type: transaction.choice('type', TRANSACTION_TYPES),
    amount: transaction.amount('amount'),
    previousBalance: transaction.amount('previousBalance', 'optional'),
    newBalance: transaction.amount('newBalance', 'optional'),
    allocationBlockId: transaction.text('allocationBlockId', 'nullable'),
    billableId: transaction.text('billableId', 'nullable'),
    eventId: transaction.text('eventId', 'nullable'),
    operationId: transaction.text('operationId', 'nullable'),
    billable: transaction.object(
      'billable',
      (billable): EveryField<NonNullable<TransactionView['billable']>> => ({
        id: billable.text('id'),
        name: billable.text('name'),
      }),
      'nullable',
    ),
    allocationBlock: transaction.object('allocationBlock', allocationBlock, 'nullable'),
    isUnitUncertain: transaction.isInMinorUnits() && !transaction.hasCustomUnit('allocationBlock') ? true : undefined,
  }
}

function allocationBlock(block: FieldReader): EveryField<AllocationBlockView> {
  const { subscription: viaInvoice, ...invoice } = block.object('invoice', blockInvoice, 'nullable') ?? NO_INVOICE
  const subscription = block.object('subscription', blockSubscription, viaInvoice ? 'optional' : 'nullable')
  return {
    id: block.text('id'),
    amount: block.amount('amount'),
    customPricingUnitId: block.text('customPricingUnitId', 'nullable'),
    pricingUnit: block.object('customPricingUnit', (unit) => unit.text('displayName'), 'nullable'),
    ...invoice,
    ...(subscription ?? viaInvoice ?? NO_SUBSCRIPTION),
  }
}

const NO_SUBSCRIPTION = { billingCadence: undefined, planName: undefined }
const NO_INVOICE = { invoiceId: undefined, invoiceVanityId: undefined, subscription: undefined }

function blockInvoice(invoice: FieldReader) {
  return {
    invoiceId: invoice.text('id'),
    invoiceVanityId: invoice.text('vanityId'),
    subscription: invoice.object('subscription', blockSubscription, 'optional'),
  }
}

function blockSubscription(subscription: FieldReader) {
  return {
    billingCadence: subscription.choice('billingCadence', BillingCadence.options),
    planName: subscription.object('plan', (plan) => plan.text('name')),
  }
}

interface Requested {
  externalId: string
  page: number
  pageSize: number
}

/**
 * Returns the view of a page of transactions (section 4.5), in the order sent, from an exact-parsed response.
 * @throws ProblemError `unreadable_response` when the value is not an object with a list of results
 */
export function* transactionPageViewInPieces(
  json: unknown,
  requested: Requested,
  context: ReadingContext,
): Pieces<TransactionPageView> {
  const source = objectOf(json)
  if (!source || !Object.hasOwn(source, 'results') || !Array.isArray(source.results)) throw unexpectedBodyProblem()
  const page = FieldReader.ofResponse(source, context)
  const customers = new Map<string, LedgerCustomer>()
  const results = readableList(yield* page.longList('results', (entry) => transactionView(entry, customers)))
  return {
    externalId: requested.externalId,
    results,
    customers: [...customers.values()],
    count: page.integer('count'),
    pages: page.integer('pages'),
    currentPage: page.integer('currentPage') ?? requested.page,
    pageSize: requested.pageSize,
    drift: yield* page.driftInPieces(),
    asOf: context.asOf,
  }
}
