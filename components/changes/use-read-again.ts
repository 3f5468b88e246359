import { useCallback, useEffect } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { effectUntil } from '@/lib/changes/expected-effect'

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1

/**
 * Returns the instant of this clock, in milliseconds, from which a change has another effect than a read shows; null when none is known.
 * @param readAt the instant of this clock at which the read arrived
 */
export function readAgainAt(action: ChangeAction, view: SubscriptionView, readAt: number): number | null {
  const until = effectUntil(action, view)
  if (until === null) return null
  // The time until then by the API's clock.
  return readAt + Math.max(1_000, Date.parse(until) - Date.parse(view.asOf))
}

/** Calls a function with an instant of this clock, in milliseconds, once when it comes. Keep the function between renders. */
export function useCallAt(at: number | null, call: (at: number) => void): void {
  useEffect(() => {
    if (at === null || at - Date.now() > MAX_DELAY_MS) return
    const timer = setTimeout(() => call(at), Math.max(0, at - Date.now()))
    return () => clearTimeout(timer)
  }, [at, call])
}

/** Reads an open dialog's subscription again when the change has another effect than the dialog shows. */
export function useReadAgain(
  action: ChangeAction,
  { data, dataUpdatedAt, refetch }: UseQueryResult<SubscriptionView>,
): void {
  const read = useCallback(() => void refetch(), [refetch])
  useCallAt(data === undefined ? null : readAgainAt(action, data, dataUpdatedAt), read)
}
