import { Big } from 'big.js'
import type { TransactionView } from './transaction'
import { readable } from '@/lib/billing-api/unreadable'
import { exactOf } from '@/lib/money/decimal'
import { billableKeyOf, blockIdOf } from './entry'
import { poolOf } from './pool'

/** Filters of ledger entries; all must match. '' matches entries without a value. */
export interface TransactionFilter {
  type?: string | undefined
  billable?: string | undefined
  block?: string | undefined
  pool?: string | undefined
  /** The first and the last UTC day, included. */
  from?: string | undefined
  to?: string | undefined
  amountFrom?: string | undefined
  amountTo?: string | undefined
  idContains?: string | undefined
}

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
