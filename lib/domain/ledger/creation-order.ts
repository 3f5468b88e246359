import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'

type Dated = Pick<TransactionView, 'createdAt'>

/** The instants of rows, in milliseconds, of those that could be read. */
export const instantsOf = (rows: readonly Dated[]): number[] =>
  rows.flatMap(({ createdAt }) => {
    const iso = readable(createdAt)
    return iso === null ? [] : [Date.parse(iso)]
  })

/** Whether nothing contradicts this order: an API may have one of its own (gaps.md, Order field). */
export const isInOrder = (instants: readonly number[], order: 'asc' | 'desc'): boolean =>
  instants.every((instant, index) => {
    const before = instants[index - 1] ?? instant
    return order === 'asc' ? instant >= before : instant <= before
  })
