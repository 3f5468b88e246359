import { CustomerInput, Day, ExactText, KeptText } from '@/lib/core/server/input'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import { Big } from 'big.js'
import { z } from 'zod'
import { readable } from '@/lib/billing-api/unreadable'
import { exactOf } from '@/lib/money/decimal'
import { billableKeyOf, blockIdOf } from '../entry'
import { poolOf } from '../pool'
import { FILTER_AMOUNT, type TransactionView } from '../transaction'

const SignedAmount = z.string().regex(new RegExp(`^${FILTER_AMOUNT}$`), 'must be a decimal number')

export const PoolKey = ExactText.max(600).describe('The `key` of a pool, as in `pools` of the ledger read')

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

export type TransactionFilter = Omit<z.infer<typeof TransactionFilters>, 'externalId'>

/** True when an entry matches all filters. An amount or a date that could not be read matches no range. */
export function matchesFilter(row: TransactionView, filter: TransactionFilter): boolean {
  const day = readable(row.createdAt)?.slice(0, 10)
  const amount = exactOf(row.amount)
  const { amountFrom, amountTo, idContains } = filter
  return (
    isSame(filter.type, readable(row.type) ?? '') &&
    isSame(filter.billable, billableKeyOf(row)) &&
    isSame(filter.block, blockIdOf(row)) &&
    isSame(filter.pool, poolOf(row).key) &&
    (filter.from === undefined || (day !== undefined && day >= filter.from)) &&
    (filter.to === undefined || (day !== undefined && day <= filter.to)) &&
    (amountFrom === undefined || amount?.gte(new Big(amountFrom)) === true) &&
    (amountTo === undefined || amount?.lte(new Big(amountTo)) === true) &&
    (idContains === undefined || idsOf(row).some((id) => id.includes(idContains.toLowerCase())))
  )
}

const isSame = (wanted: string | undefined, value: string) => wanted === undefined || wanted === value

const idsOf = (row: TransactionView): string[] =>
  [
    row.id,
    row.eventId,
    row.operationId,
    row.billableId,
    row.allocationBlockId,
    row.billable?.id,
    row.allocationBlock?.id,
    row.allocationBlock?.invoiceId,
    row.allocationBlock?.invoiceVanityId,
  ].flatMap((id) => readable(id)?.toLowerCase() ?? [])
