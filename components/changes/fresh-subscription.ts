import { useQuery } from '@tanstack/react-query'
import { type BeforeAfter, beforeAfter } from '@/lib/changes/before-after'
import type { ChangeAction } from '@/lib/changes/change-effect'
import type { SubscriptionChange } from '@/lib/changes/change'
import { effectUntil } from '@/lib/changes/expected-effect'
import { offeredChanges } from '@/lib/changes/offered-changes'
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

/** Returns why the change is not possible, by the present or the previous read; null when it is, or when there is none. */
export function whyNotPossible(read: FreshRead): string | null {
  const consequence = read.state === 'read' ? read.consequence : read.state === 'reading' ? read.last : undefined
  return consequence?.blocked ?? null
}

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Returns the milliseconds after a read from which a change has another effect than the read shows; false when none is known. */
export function msUntilOtherEffect(action: ChangeAction, view: SubscriptionView): number | false {
  const until = effectUntil(action, view)
  // The time until then by the API's clock.
  return until === null ? false : Math.min(MAX_DELAY_MS, Math.max(1_000, Date.parse(until) - Date.parse(view.asOf)))
}

const DOES_NOT_KNOW = 'The billing API does not know this subscription'
const GONE: Consequence = { blocked: DOES_NOT_KNOW, effect: DOES_NOT_KNOW, final: false, line: null }

interface FreshSubscriptionOptions {
  /** The greatest age of a cached read, in milliseconds. */
  freshForMs?: number | undefined
  /** The newest changes of the subscription: what its page does not offer is then not possible either. */
  known?: readonly SubscriptionChange[] | undefined
}

/** Reads the subscription of an open dialog with the expected consequence of a change, and reads it again when the effect is another. */
export function useFreshSubscription(
  action: ChangeAction,
  id: string,
  { freshForMs = 0, known }: FreshSubscriptionOptions = {},
) {
  const fresh = useQuery({
    ...operationQuery('getSubscription', { id }),
    staleTime: freshForMs,
    refetchOnMount: true,
    refetchInterval: ({ state: { data } }) => data !== undefined && msUntilOtherEffect(action, data),
    refetchIntervalInBackground: true,
  })
  return {
    /** Undefined until it is read. */
    subscription: fresh.data,
    /** True when the billing API does not know the subscription. */
    isGone: isNotFound(fresh.error),
    read: freshReadOf(action, fresh, known),
    readAgain: () => void fresh.refetch(),
  }
}

/** Returns the state of a read with the consequence of a change. */
export function freshReadOf(
  action: ChangeAction,
  { data, error, isFetching }: { data: SubscriptionView | undefined; error: Error | null; isFetching: boolean },
  known?: readonly SubscriptionChange[],
): FreshRead {
  const last = isNotFound(error) ? GONE : data && consequenceOf(action, data, known)
  if (isFetching) return { state: 'reading', last }
  if (error && last !== GONE) return { state: 'failed', problem: problemOf(error) }
  return last ? { state: 'read', consequence: last } : { state: 'reading' }
}

const isNotFound = (error: Error | null): boolean => error !== null && problemOf(error).code === 'not_found'

function consequenceOf(
  action: ChangeAction,
  subscription: SubscriptionView,
  known: readonly SubscriptionChange[] | undefined,
): Consequence {
  const expected = forecast(subscription, subscription.asOf)
  const consequence = { ...expected[action], line: beforeAfter(action, subscription, expected) }
  const offered = known && offeredChanges(expected, known, null).find((each) => each.action === action)
  return offered?.kind === 'impossible'
    ? { ...consequence, blocked: offered.reason?.replace(/\.$/, '') ?? consequence.blocked }
    : consequence
}
