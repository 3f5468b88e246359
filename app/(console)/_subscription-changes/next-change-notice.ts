import type { SubscriptionChange } from '@/contract/console/change'
import { shouldShowChange } from '@/lib/domain/change/should-show-change'

interface CurrentNotice {
  /** The id of the change; undefined while it is not found. */
  id: string | undefined
  /** Undefined until it is read. */
  change: SubscriptionChange | undefined
  /** True when the change was requested on this page. */
  isNew: boolean
}

/** `keep`: the notice stays. `none`: the notice goes. Otherwise the change to show next. */
export type NextChangeNotice = 'keep' | 'none' | SubscriptionChange

/**
 * Returns what the page shows next, based on the latest change of its subscription.
 * @param current the present notice; undefined without one
 * @param now by the console's clock, in milliseconds
 */
export function nextChangeNotice(
  current: CurrentNotice | undefined,
  latest: SubscriptionChange | undefined,
  now: number,
): NextChangeNotice {
  if (latest === undefined || latest.id === current?.id) return 'keep'
  const isOlder = current?.change !== undefined && current.change.createdAt < latest.createdAt
  if (!shouldShowChange(latest, now)) return isOlder && !current.isNew ? 'none' : 'keep'
  // A closed change replaces only a change that is known to be older.
  return current === undefined || isOlder || (latest.isOpen && current.change === undefined) ? latest : 'keep'
}
