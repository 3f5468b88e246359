import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SubscriptionChange } from '@/contract/console/change'
import { readOperation } from '../browser/operation'
import type { ChangeAction } from '../domain/change/change-effect'

/** A write whose answer never came from the console: it may have arrived there, or arrive still. */
export interface UnansweredChange {
  action: ChangeAction
  subscriptionId: string
  /** The instant that the subscription was read for it. Its clock may be ahead of the store's by `CLOCK_DIFFERENCE_MS`. */
  since: string
  /** The change that an earlier try was told by. */
  toldBefore: string | undefined
}

const CLOCK_DIFFERENCE_MS = 120_000
const PAUSE_MS = 2_000
/** So many looks without finding it, a minute's worth: then it is looked for when somebody asks. */
const MOST_LOOKS = 30

interface Look {
  found: SubscriptionChange | null
  /** How many there were, this one with them. */
  looks: number
}

const unansweredChangeQuery = ({ subscriptionId, since, toldBefore }: UnansweredChange) =>
  queryOptions({
    queryKey: ['listChanges', { subscriptionId }, 'lost', since, toldBefore],
    queryFn: async ({ client, queryKey, signal }): Promise<Look> => {
      const newest = { state: 'all', subscriptionId, page: 1, pageSize: 1 } as const
      const earliest = new Date(Date.parse(since) - CLOCK_DIFFERENCE_MS).toISOString()
      const { changes } = await readOperation('listChanges', newest, signal)
      const found = changes.find(({ id, createdAt }) => id !== toldBefore && createdAt >= earliest) ?? null
      return { found, looks: (client.getQueryData<Look>(queryKey)?.looks ?? 0) + 1 }
    },
    gcTime: 0,
  })

const NONE: UnansweredChange = { action: 'cancel', subscriptionId: '', since: '', toldBefore: undefined }

/** Looks for what the console keeps of a lost write, and gives it to `onFound`, which must stay the same function. */
export function useUnansweredChange(lost: UnansweredChange | undefined, onFound: (change: SubscriptionChange) => void) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...unansweredChangeQuery(lost ?? NONE),
    enabled: lost !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.looks >= MOST_LOOKS ? false : PAUSE_MS),
  })
  const found = data?.found
  useEffect(() => {
    if (found) onFound(found)
  }, [found, onFound])
  return {
    /** The console could not be asked the last time. */
    isUnread: isError,
    /** It is not looked for any more, unless somebody asks. */
    isOver: data !== undefined && data.looks >= MOST_LOOKS,
    hasLooked: data !== undefined,
    isLooking: isFetching,
    lookAgain: () => void refetch(),
  }
}
