import { useQuery } from '@tanstack/react-query'
import { type BeforeAfter, beforeAfter } from '@/lib/changes/before-after'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { effectUntil } from '@/lib/changes/expected-effect'
import type { Problem } from '@/lib/core/problem'
import { problemOf } from '@/lib/core/problem-of'
import { operationQuery } from '@/lib/api'
import { type Forecast, forecast } from '@/lib/subscriptions/forecast'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'

/** The state of the read, and the consequence of the change; `last` is the consequence by the previous read. */
export type FreshRead =
  | { state: 'reading'; last?: Consequence | undefined }
  | { state: 'failed'; problem: Problem }
  | { state: 'read'; consequence: Consequence }

/** The expected consequence of a change. `line` is null when nothing is expected to change. */
export type Consequence = Forecast[ChangeAction] & { line: BeforeAfter | null }

/** True when the change cannot be sent now; the preview says why. */
export const isBlockedBy = (read: FreshRead): boolean => read.state !== 'read' || read.consequence.blocked !== null

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Returns the milliseconds after a read from which a change has another effect than the read shows; false when none is known. */
export function msUntilOtherEffect(action: ChangeAction, view: SubscriptionView): number | false {
  const until = effectUntil(action, view)
  // The time until then by the API's clock.
  return until === null ? false : Math.min(MAX_DELAY_MS, Math.max(1_000, Date.parse(until) - Date.parse(view.asOf)))
}

/**
 * Reads the subscription of an open dialog with the expected consequence of a change, and reads it again when the effect is another.
 * @param freshForMs the greatest age of a cached read, in milliseconds
 */
export function useFreshSubscription(action: ChangeAction, id: string, freshForMs = 0) {
  const fresh = useQuery({
    ...operationQuery('getSubscription', { id }),
    staleTime: freshForMs,
    refetchOnMount: true,
    refetchInterval: ({ state: { data } }) => data !== undefined && msUntilOtherEffect(action, data),
    refetchIntervalInBackground: true,
  })
  const { data: subscription, error, isFetching, refetch } = fresh
  const last = subscription && consequenceOf(action, subscription)
  const stateOf = (): FreshRead => {
    if (isFetching) return { state: 'reading', last }
    if (error) return { state: 'failed', problem: problemOf(error) }
    return last ? { state: 'read', consequence: last } : { state: 'reading' }
  }
  return {
    /** Undefined until it is read. */
    subscription,
    read: stateOf(),
    readAgain: () => void refetch(),
  }
}

function consequenceOf(action: ChangeAction, subscription: SubscriptionView): Consequence {
  const expected = forecast(subscription, subscription.asOf)
  return { ...expected[action], line: beforeAfter(action, subscription, expected) }
}
