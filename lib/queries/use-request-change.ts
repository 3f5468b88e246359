import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Problem } from '@/contract/console/problem'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { SubscriptionChange } from '@/contract/console/change'
import { sendOperation } from '../browser/operation'
import { problemOf } from '../browser/problem-of'
import { seenOf } from '../domain/subscription/seen-subscription'
import { latestChangeQuery, queriesAffectedByChange } from './change-queries'
import { operationQuery } from './operation-query'
import type { UnansweredChange } from './use-unanswered-change'

/** A cancel or delete that the agent confirmed. */
export type ConfirmedChange =
  | { action: 'cancel'; input: ConsoleInput<'cancelSubscription'> }
  | { action: 'delete'; input: ConsoleInput<'deleteSubscription'> }

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

  const sendOnce = async (
    { action, input }: ConfirmedChange,
    before: SubscriptionView,
  ): Promise<ChangeReference | Refusal> => {
    const latest = client.getQueryData(latestChangeQuery(input.id).queryKey)?.changes[0]?.id
    try {
      const { change } = await sendOperation(`${action}Subscription`, { ...input, seen: seenOf(before) })
      client.setQueryData(operationQuery('getChange', { changeId: change.id }).queryKey, { change })
      knownChangeId.current = change.id
      return change.state === 'STALE' ? { stale: change } : { changeId: change.id }
    } catch (error) {
      const problem = problemOf(error instanceof Error ? error : new Error('Not sent'))
      if (problem.outcome === 'unknown')
        return {
          lost: {
            action,
            subscriptionId: input.id,
            since: before.asOf,
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
    /** Sends the change once, however often it is submitted. @param before the subscription as the dialog read it */
    send: async (confirmed: ConfirmedChange, before: SubscriptionView): Promise<void> => {
      // A ref, because two submits may occur before the next render.
      if (isSending.current) return
      isSending.current = true
      setSending(true)
      setRefusal(undefined)
      const outcome = await sendOnce(confirmed, before)
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
