import { z } from 'zod'
import { Amount, Drift, Instant, Text } from './reading'

export const AllocationBlockView = z.object({
  id: Text,
  amount: Amount,
  customPricingUnitId: Text,
  /** `customPricingUnit.displayName`: what the amounts are counted in. */
  pricingUnit: Text,
  invoiceId: Text,
  invoiceVanityId: Text,
  billingCadence: Text,
  planName: Text,
})

/** One ledger entry as the console shows it (section 2.6). The sign of `amount` is the API's own. */
export const TransactionView = z.object({
  id: Text,
  merchantId: Text,
  createdAt: Instant,
  updatedAt: Instant,
  type: Text,
  amount: Amount,
  previousBalance: Amount,
  newBalance: Amount,
  allocationBlockId: Text,
  billableId: Text,
  eventId: Text,
  operationId: Text,
  billable: z.object({ id: Text, name: Text }).nullable(),
  allocationBlock: AllocationBlockView.nullable(),
})

/** A page of a customer's ledger, in the order the API sent it. */
export const TransactionPageView = z.object({
  externalId: z.string(),
  results: z.array(TransactionView),
  /** Null where the API did not say. */
  count: z.int().nullable(),
  pages: z.int().nullable(),
  currentPage: z.int(),
  pageSize: z.int(),
  drift: Drift,
  asOf: z.string(),
})

export type AllocationBlockView = z.infer<typeof AllocationBlockView>
export type TransactionView = z.infer<typeof TransactionView>
export type TransactionPageView = z.infer<typeof TransactionPageView>
