import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Problem } from '@/lib/core/problem'
import type { SubscriptionChange } from '@/lib/changes/change'
import { sendOperation, type InputOf, operationQuery } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { changesOfQuery, queriesAffectedByChange } from './change-queries'
import type { ChangeAction } from '@/lib/changes/change-effect'

/** A cancel or delete that the agent confirmed, with the subscription as the dialog read it. */
export type ConfirmedChange =
  | { action: 'cancel'; input: InputOf<'cancelSubscription'> & ReadAt }
  | { action: 'delete'; input: InputOf<'deleteSubscription'> & ReadAt }

interface ReadAt {
  /** The instant at which the dialog read the subscription. */
  asOf: string
}

/** Why a change was refused. The dialog stays open and shows it. */
export type Refusal = { problem: Problem } | { stale: SubscriptionChange }

/** A change by its id, or a change whose response was lost. */
export type ChangeReference = { changeId: string } | { lost: UnansweredChange }

/**
 * Sends a cancel or delete once. The console's server determines its outcome.
 * @param onRequested called when the dialog can close; the notice then shows the change
 */
export function useRequestChange(onRequested: (change: ChangeReference) => void) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const isSending = useRef(false)
  const knownChangeId = useRef<string>(undefined)

  const sendOnce = async ({ action, input }: ConfirmedChange): Promise<ChangeReference | Refusal> => {
    const latest = client.getQueryData(changesOfQuery(input.id).queryKey)?.changes[0]?.id
    try {
      const { change } = await sendOperation(`${action}Subscription`, input)
      client.setQueryData(operationQuery('getChange', { changeId: change.id }).queryKey, { change })
      knownChangeId.current = change.id
      return change.state === 'STALE' ? { stale: change } : { changeId: change.id }
    } catch (error) {
      const problem = problemOf(error)
      if (problem.outcome === 'unknown')
        return {
          lost: {
            action,
            subscriptionId: input.id,
            since: input.asOf,
            lostAt: Date.now(),
            knownChangeId: knownChangeId.current ?? latest,
          },
        }
      knownChangeId.current = problem.changeId ?? knownChangeId.current
      return { problem }
    }
  }

  return {
    /** True while the request is in progress. */
    sending,
    refusal,
    /** Sends the change once, however often it is submitted. */
    send: async (confirmed: ConfirmedChange): Promise<void> => {
      // A ref, because two submits may occur before the next render.
      if (isSending.current) return
      isSending.current = true
      setSending(true)
      setRefusal(undefined)
      const outcome = await sendOnce(confirmed)
      if ('problem' in outcome || 'stale' in outcome) setRefusal(outcome)
      // The notice replaces the dialog before the queries reload, so that one read serves both.
      else flushSync(() => onRequested(outcome))
      void client.invalidateQueries(queriesAffectedByChange)
      setSending(false)
      isSending.current = false
    },
    /** Clears the refusal when the agent edits the dialog or opens the next one. */
    forgetRefusal: useCallback(() => setRefusal(undefined), []),
  }
}

/** A change without a response from the console. The request may have arrived there, or may still arrive. */
export interface UnansweredChange {
  action: ChangeAction
  subscriptionId: string
  /** The instant at which the dialog read the subscription. Its clock may be ahead of the store's by `CLOCK_DIFFERENCE_MS`. */
  since: string
  /** When the response was lost, by this browser's clock, in milliseconds. */
  lostAt: number
  /** The last change that this page already knew. */
  knownChangeId: string | undefined
}

const CLOCK_DIFFERENCE_MS = 120_000
const PAUSE_MS = 2_000
/** After this time the search continues only on demand. */
const SEARCH_MS = 60_000

/** Searches the console for the change and passes it to `onFound`, which must be a stable function. */
export function useUnansweredChange(lost: UnansweredChange | undefined, onFound: (change: SubscriptionChange) => void) {
  const { subscriptionId = '', since = '', lostAt = 0, knownChangeId } = lost ?? {}
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery({
    ...operationQuery('listChanges', { state: 'all', subscriptionId, page: 1, pageSize: 1 }),
    enabled: lost !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.dataUpdatedAt - lostAt >= SEARCH_MS ? false : PAUSE_MS),
  })
  const hasLooked = data !== undefined && dataUpdatedAt >= lostAt
  const [newest] = lost && hasLooked ? data.changes : []
  const isFound =
    newest && newest.id !== knownChangeId && Date.parse(newest.createdAt) >= Date.parse(since) - CLOCK_DIFFERENCE_MS
  const found = isFound ? newest : undefined
  useEffect(() => {
    if (found) onFound(found)
  }, [found, onFound])
  return {
    /** True when the last attempt failed. */
    isUnread: isError,
    /** True when the search continues only on demand. */
    isOver: hasLooked && dataUpdatedAt - lostAt >= SEARCH_MS,
    hasLooked,
    isLooking: isFetching,
    lookAgain: () => void refetch(),
  }
}
