import type { WriteOperation } from '@/contract/console/write-operation'
import { isStillTold } from '@/lib/domain/change/is-still-told'

interface ToldNow {
  /** Of its operation; undefined while that is not found. */
  id: string | undefined
  /** Undefined until it was read. */
  operation: WriteOperation | undefined
  /** It was asked for on this page. */
  isNew: boolean
}

/** `keep`: what is told stays. `none`: nothing is told any more. Otherwise the operation that takes its place. */
export type NextTold = 'keep' | 'none' | WriteOperation

/**
 * What a page tells next, once it knows the latest write of its subscription.
 * @param told what it tells now; undefined where it tells nothing
 * @param now by the console's clock, in milliseconds
 */
export function nextTold(told: ToldNow | undefined, latest: WriteOperation | undefined, now: number): NextTold {
  if (latest === undefined || latest.id === told?.id) return 'keep'
  const isOlder = told?.operation !== undefined && told.operation.createdAt < latest.createdAt
  if (!isStillTold(latest, now)) return isOlder && !told.isNew ? 'none' : 'keep'
  // One that has ended takes the place of nothing that is not known to be older.
  return told === undefined || isOlder || (latest.isOpen && told.operation === undefined) ? latest : 'keep'
}
