import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SubscriptionChange } from '@/contract/console/change'
import { readOperation } from '../browser/operation'
import type { ChangeAction } from '../domain/change/change-effect'

/** A change without a response from the console. The request may have arrived there, or may still arrive. */
export interface UnansweredChange {
  action: ChangeAction
  subscriptionId: string
  /** The instant at which the dialog read the subscription. Its clock may be ahead of the store's by `CLOCK_DIFFERENCE_MS`. */
  since: string
  /** The last change that this page already knew. */
  knownChangeId: string | undefined
}

const CLOCK_DIFFERENCE_MS = 120_000
const PAUSE_MS = 2_000
/** After this many attempts, about a minute, the search continues only on demand. */
const MAX_ATTEMPTS = 30

interface SearchResult {
  found: SubscriptionChange | null
  /** The number of attempts, including this one. */
  attempts: number
}

const unansweredChangeQuery = ({ subscriptionId, since, knownChangeId }: UnansweredChange) =>
  queryOptions({
    queryKey: ['listChanges', { subscriptionId }, 'lost', since, knownChangeId],
    queryFn: async ({ client, queryKey, signal }): Promise<SearchResult> => {
      const newest = { state: 'all', subscriptionId, page: 1, pageSize: 1 } as const
      const earliest = new Date(Date.parse(since) - CLOCK_DIFFERENCE_MS).toISOString()
      const { changes } = await readOperation('listChanges', newest, signal)
      const found = changes.find(({ id, createdAt }) => id !== knownChangeId && createdAt >= earliest) ?? null
      return { found, attempts: (client.getQueryData<SearchResult>(queryKey)?.attempts ?? 0) + 1 }
    },
    gcTime: 0,
  })

const NONE: UnansweredChange = { action: 'cancel', subscriptionId: '', since: '', knownChangeId: undefined }

/** Searches the console for the change and passes it to `onFound`, which must be a stable function. */
export function useUnansweredChange(lost: UnansweredChange | undefined, onFound: (change: SubscriptionChange) => void) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...unansweredChangeQuery(lost ?? NONE),
    enabled: lost !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.attempts >= MAX_ATTEMPTS ? false : PAUSE_MS),
  })
  const found = data?.found
  useEffect(() => {
    if (found) onFound(found)
  }, [found, onFound])
  return {
    /** True when the last attempt failed. */
    isUnread: isError,
    /** True when the search continues only on demand. */
    isOver: data !== undefined && data.attempts >= MAX_ATTEMPTS,
    hasLooked: data !== undefined,
    isLooking: isFetching,
    lookAgain: () => void refetch(),
  }
}
