import { BillingCadence } from '@/contract/billing/scalars'
import type { AllocationBlockView, LedgerCustomer, TransactionView } from '@/contract/console/transaction'
import type { EveryField } from '@/contract/console/view-of'
import { readable } from '../../../format/unreadable'
import type { FieldReader, Presence } from './field-reader'

/** Types that a published client of such an API knows (gaps.md). The document names only the first. */
const TRANSACTION_TYPES = [
  'planAllocation',
  'usage',
  'expiration',
  'manualAddition',
  'manualDeduction',
  'autoReload',
] as const

type ReadAmount = (field: FieldReader, name: string, presence?: Presence) => TransactionView['amount']

/**
 * Reads a transaction (section 2.6, which leaves the unit of an amount open). Amounts are money only when the block
 * says that they are in no custom pricing unit: dividing credits by 100 would be wrong.
 */
export function transactionView(
  transaction: FieldReader,
  customers: Map<string, LedgerCustomer>,
): EveryField<TransactionView> {
  const isMoney = transaction.isMarkedAsMoney('allocationBlock')
  const isUnitUnknown = !isMoney && !transaction.hasCustomUnit('allocationBlock')
  const amountOf: ReadAmount = isMoney
    ? (field, name, presence) => field.money(name, presence)
    : (field, name, presence) => field.amount(name, presence)
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
    amount: amountOf(transaction, 'amount'),
    previousBalance: amountOf(transaction, 'previousBalance', 'optional'),
    newBalance: amountOf(transaction, 'newBalance', 'optional'),
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
    allocationBlock: transaction.object('allocationBlock', (block) => allocationBlock(block, amountOf), 'nullable'),
    isUnitUncertain: isUnitUnknown && transaction.isMinor() ? true : undefined,
  }
}

function allocationBlock(block: FieldReader, amountOf: ReadAmount): EveryField<AllocationBlockView> {
  const { subscription: viaInvoice, ...invoice } = block.object('invoice', blockInvoice, 'nullable') ?? NO_INVOICE
  const subscription = block.object('subscription', blockSubscription, viaInvoice ? 'optional' : 'nullable')
  return {
    id: block.text('id'),
    amount: amountOf(block, 'amount'),
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
