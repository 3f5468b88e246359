import type { SubscriptionChange } from '@/contract/console/change'
import { shouldShowChange } from '@/lib/domain/change/should-show-change'

interface ToldNow {
  /** Of its change; undefined while that is not found. */
  id: string | undefined
  /** Undefined until it was read. */
  change: SubscriptionChange | undefined
  /** It was asked for on this page. */
  isNew: boolean
}

/** `keep`: what is told stays. `none`: nothing is told any more. Otherwise the change that takes its place. */
export type NextChangeNotice = 'keep' | 'none' | SubscriptionChange

/**
 * What a page tells next, once it knows the latest write of its subscription.
 * @param told what it tells now; undefined where it tells nothing
 * @param now by the console's clock, in milliseconds
 */
export function nextChangeNotice(
  told: ToldNow | undefined,
  latest: SubscriptionChange | undefined,
  now: number,
): NextChangeNotice {
  if (latest === undefined || latest.id === told?.id) return 'keep'
  const isOlder = told?.change !== undefined && told.change.createdAt < latest.createdAt
  if (!shouldShowChange(latest, now)) return isOlder && !told.isNew ? 'none' : 'keep'
  // One that has ended takes the place of nothing that is not known to be older.
  return told === undefined || isOlder || (latest.isOpen && told.change === undefined) ? latest : 'keep'
}
