import { z } from 'zod'
import { BillingCadence, Decimal, Id, Integer, Timestamp } from './scalars'

/** The allocation a transaction draws on or makes, as it stood at that moment (section 2.6). */
export const AllocationBlock = z.object({
  id: Id,
  amount: Decimal,
  customPricingUnitId: Id.nullable(),
  customPricingUnit: z.object({ displayName: z.string() }).nullable(),
  invoice: z.object({ id: Id, vanityId: Integer }).nullable(),
  subscription: z.object({ billingCadence: BillingCadence, plan: z.object({ name: z.string() }) }).nullable(),
})

const BALANCE = 'Of the pool of a customer and a pricing unit; where it is stored'

/** One entry of a customer's ledger (section 2.6). `amount` is signed; balances are there where they are stored. */
export const Transaction = z.object({
  id: Id,
  merchantId: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  type: z.string().min(1).meta({
    description:
      '`planAllocation`, `usage`, `expiration`, `manualAddition`, `manualDeduction` or `autoReload`; an imported one is returned as it is',
  }),
  amount: Decimal.meta({ description: 'Signed: allocations, additions and reloads positive, the rest negative' }),
  previousBalance: Decimal.meta({ description: BALANCE }).optional(),
  newBalance: Decimal.meta({ description: BALANCE }).optional(),
  allocationBlockId: Id.nullable(),
  billableId: Id.nullable(),
  eventId: Id.nullable(),
  operationId: Id.nullable(),
  billable: z.object({ id: Id, name: z.string() }).nullable(),
  allocationBlock: AllocationBlock.nullable(),
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
