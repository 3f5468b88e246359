import { useEffect } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { SubscriptionView } from '@/contract/console/subscription'

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Reads an open dialog's subscription again at a UTC instant, from which the change has another effect than the dialog shows. */
export function useReadAgainAt(
  { data, dataUpdatedAt, refetch }: UseQueryResult<SubscriptionView>,
  until: string | null | undefined,
): void {
  const asOf = data?.asOf
  useEffect(() => {
    if (until == null || asOf === undefined) return
    // The time since the read by this clock, the time until then by the API's.
    const delayMs = Date.parse(until) - Date.parse(asOf) - (Date.now() - dataUpdatedAt)
    if (delayMs > MAX_DELAY_MS) return
    const timer = setTimeout(() => void refetch(), Math.max(1_000, delayMs))
    return () => clearTimeout(timer)
  }, [until, asOf, dataUpdatedAt, refetch])
}
