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
import { queriesAffectedByChange } from './queries-affected-by-change'
import { latestChangeQuery } from './latest-change-query'
import { operationQuery } from './operation-query'
import type { UnansweredChange } from './use-unanswered-change'

/** A cancel or delete as somebody confirmed it. */
export type ConfirmedChange =
  | { action: 'cancel'; input: ConsoleInput<'cancelSubscription'> }
  | { action: 'delete'; input: ConsoleInput<'deleteSubscription'> }

/** Why a write was not done: what the dialog says, which stays open. */
export type Refusal = { problem: Problem } | { stale: SubscriptionChange }

/** What there is to tell of the last write: by the change that the console keeps of it, or that none came back. */
export type ChangeReference = { changeId: string } | { lost: UnansweredChange }

/**
 * Sends a cancel or delete once. The console's server judges what became of it; here it is only told.
 * @param onTold is called when the dialog has nothing more to say: the rest is told by `told`
 */
export function useRequestChange(onTold: (told: ChangeReference) => void) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const isSending = useRef(false)
  const toldBefore = useRef<string>(undefined)

  const sendOnce = async (
    { action, input }: ConfirmedChange,
    before: SubscriptionView,
  ): Promise<ChangeReference | Refusal> => {
    const latest = client.getQueryData(latestChangeQuery(input.id).queryKey)?.changes[0]?.id
    try {
      const { change } = await sendOperation(`${action}Subscription`, { ...input, seen: seenOf(before) })
      client.setQueryData(operationQuery('getChange', { changeId: change.id }).queryKey, { change })
      toldBefore.current = change.id
      return change.state === 'STALE' ? { stale: change } : { changeId: change.id }
    } catch (error) {
      const problem = problemOf(error instanceof Error ? error : new Error('Not sent'))
      if (problem.outcome === 'unknown')
        return {
          lost: { action, subscriptionId: input.id, since: before.asOf, toldBefore: toldBefore.current ?? latest },
        }
      toldBefore.current = problem.changeId ?? toldBefore.current
      return { problem }
    }
  }

  return {
    /** The write is on its way. */
    sending,
    refusal,
    /** Sends it, once whatever is clicked meanwhile; `before` is the subscription as it was read for this. */
    send: async (write: ConfirmedChange, before: SubscriptionView): Promise<void> => {
      // The ref, not the state: two submits may come before the next render.
      if (isSending.current) return
      isSending.current = true
      setSending(true)
      setRefusal(undefined)
      const outcome = await sendOnce(write, before)
      if ('problem' in outcome || 'stale' in outcome) setRefusal(outcome)
      // The notice takes the dialog's place before everything is read again: one read serves both.
      else flushSync(() => onTold(outcome))
      void client.invalidateQueries(queriesAffectedByChange)
      setSending(false)
      isSending.current = false
    },
    /** For when what was refused is being changed, and when the next dialog opens. */
    forgetRefusal: useCallback(() => setRefusal(undefined), []),
  }
}
