import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isUnderWay, type SubscriptionChange } from '@/lib/changes/change'
import { queriesAffectedByChange } from './change-queries'
import { operationQuery } from '@/lib/api'

const SOONEST_MS = 2_000
/** A change that needs review is polled too, because another person may close it. */
const LATEST_MS = 15_000
/** The console's server reads the billing API at `nextCheckAt`, which takes it a moment. */
const READING_MS = 1_000

/** Returns the pause before the change is read again; false when it is final. A late response may correct `NOT_APPLIED`, and a person decides about `PROPOSED`. */
export function pauseBeforeNext({ isOpen, state, nextCheckAt }: SubscriptionChange, now = Date.now()): number | false {
  if (!isOpen) return state === 'NOT_APPLIED' || state === 'PROPOSED' ? LATEST_MS : false
  if (nextCheckAt === null) return isUnderWay(state) ? SOONEST_MS : LATEST_MS
  return Math.min(Math.max(Date.parse(nextCheckAt) - now + READING_MS, SOONEST_MS), LATEST_MS)
}

/** Returns the shortest pause before one of these changes is read again; false when none is. */
export function shortestPause(changes: readonly SubscriptionChange[] = []): number | false {
  const pauses = changes.map((change) => pauseBeforeNext(change)).filter((pause) => pause !== false)
  return pauses.length === 0 ? false : Math.min(...pauses)
}

interface KnownChange {
  change: SubscriptionChange
  /** When the change was read, by this browser's clock, in milliseconds. */
  at: number
}

/**
 * Returns the current state of a change. Polls an open change in a visible tab, and reloads all other queries when its state
 * changes.
 * @param known the change as it was read elsewhere
 */
export function useChange(
  id: string | undefined,
  known: KnownChange | undefined,
): { change: SubscriptionChange | undefined; isUnread: boolean } {
  const client = useQueryClient()
  const { data, isError } = useQuery({
    ...operationQuery('getChange', { changeId: id ?? '' }),
    enabled: id !== undefined,
    initialData: known && { change: known.change },
    initialDataUpdatedAt: known?.at,
    staleTime: SOONEST_MS,
    refetchInterval: ({ state }) => (state.data ? pauseBeforeNext(state.data.change) : SOONEST_MS),
    refetchOnWindowFocus: ({ state }) =>
      state.data && pauseBeforeNext(state.data.change) === false ? false : 'always',
  })
  const change = data?.change
  const before = useRef(change)
  useEffect(() => {
    const hasMoved = before.current?.id === change?.id && standOf(before.current) !== standOf(change)
    before.current = change
    if (hasMoved) void client.invalidateQueries(queriesAffectedByChange)
  }, [client, change])
  return { change, isUnread: isError }
}

const standOf = (change: SubscriptionChange | undefined) => change && `${change.state} ${change.isOpen}`
