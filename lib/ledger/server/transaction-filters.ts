import { CustomerInput, Day, KeptText } from '@/lib/core/server/input'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import { z } from 'zod'

const SignedAmount = z.string().regex(/^-?\d{1,40}(\.\d{1,60})?$/, 'must be a decimal number')

export const PoolKey = KeptText.max(600).describe('The `key` of a pool, as in `pools` of the ledger read')

/** Filters of a ledger; all must match. An empty value matches entries without one. */
export const TransactionFilters = CustomerInput.extend({
  type: KeptText.max(250).describe('The type as the billing API names it. Empty: entries without one').optional(),
  billable: KeptText.max(MAX_ID_CHARS)
    .describe('ID of a billable; its name when it has no ID. Empty: entries without one')
    .optional(),
  block: KeptText.max(MAX_ID_CHARS).describe('ID of a block. Empty: entries without one').optional(),
  pool: PoolKey.optional(),
  from: Day.describe('The first UTC day, included').optional(),
  to: Day.describe('The last UTC day, included').optional(),
  amountFrom: SignedAmount.describe('The smallest amount, included').optional(),
  amountTo: SignedAmount.describe('The largest amount, included').optional(),
  idContains: KeptText.min(1)
    .max(MAX_ID_CHARS)
    .describe('A part of the ID of the transaction, its event, operation, billable, block or invoice')
    .optional(),
})
