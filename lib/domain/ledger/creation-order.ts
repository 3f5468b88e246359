import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'

type Dated = Pick<TransactionView, 'createdAt'>

/** Returns the readable creation instants of the rows, in milliseconds. */
export const instantsOf = (rows: readonly Dated[]): number[] =>
  rows.flatMap(({ createdAt }) => {
    const iso = readable(createdAt)
    return iso === null ? [] : [Date.parse(iso)]
  })

/** True when the instants are in this order. An API may have an order of its own (gaps.md, Order field). */
export const isInOrder = (instants: readonly number[], order: 'asc' | 'desc'): boolean =>
  instants.every((instant, index) => {
    const before = instants[index - 1] ?? instant
    return order === 'asc' ? instant >= before : instant <= before
  })
