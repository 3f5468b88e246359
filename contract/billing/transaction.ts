import { z } from 'zod'
import { BillingCadence, Decimal, Id, Integer, openText, Timestamp } from './scalars'

/** The allocation that a transaction uses or creates, with its values at that moment (section 2.6). */
export const AllocationBlock = z.looseObject({
  id: Id.nullish(),
  amount: Decimal.nullish(),
  customPricingUnitId: Id.nullish(),
  customPricingUnit: z.looseObject({ displayName: z.string().nullish() }).nullish(),
  invoice: z.looseObject({ id: Id.nullish(), vanityId: Decimal.nullish() }).nullish(),
  subscription: z
    .looseObject({
      billingCadence: openText(BillingCadence.options).nullish(),
      plan: z.looseObject({ name: z.string().nullish() }).nullish(),
    })
    .nullish(),
})

const BALANCE = 'Of the pool of a customer and a pricing unit; where it is stored'
const TYPES = ['planAllocation', 'usage', 'expiration', 'manualAddition', 'manualDeduction', 'autoReload']

/** An entry of a customer's ledger (section 2.6). `amount` is signed; balances are present only when stored. */
export const Transaction = z.looseObject({
  id: Id,
  merchantId: Id.nullish(),
  customerId: Id.meta({ description: 'Whose ledger it is in' }),
  createdAt: Timestamp,
  updatedAt: Timestamp.nullish(),
  type: openText(TYPES).nullish(),
  amount: Decimal.meta({ description: 'Signed: allocations, additions and reloads positive, the rest negative' }),
  previousBalance: Decimal.meta({ description: BALANCE }).nullish(),
  newBalance: Decimal.meta({ description: BALANCE }).nullish(),
  allocationBlockId: Id.nullish(),
  billableId: Id.nullish(),
  eventId: Id.nullish(),
  operationId: Id.nullish(),
  billable: z.looseObject({ id: Id.nullish(), name: z.string().nullish() }).nullish(),
  allocationBlock: AllocationBlock.nullish(),
})

export const TransactionPage = z.object({
  results: z.array(Transaction),
  count: Integer,
  pages: Integer,
  currentPage: Integer,
})

export type AllocationBlock = z.infer<typeof AllocationBlock>
export type Transaction = z.infer<typeof Transaction>
export type TransactionPage = z.infer<typeof TransactionPage>
