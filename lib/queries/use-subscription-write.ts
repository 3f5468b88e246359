import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Problem } from '@/contract/console/problem'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { WriteOperation } from '@/contract/console/write-operation'
import { sendOperation } from '../browser/operation'
import { problemOf } from '../browser/problem-of'
import { seenOf } from '../domain/subscription/seen-subscription'
import { everythingElse } from './everything-else'
import { latestOperationQuery } from './latest-operation-query'
import { operationQuery } from './operation-query'
import type { LostWrite } from './use-lost-write'

/** A cancel or delete as somebody confirmed it. */
export type SubscriptionWrite =
  | { action: 'cancel'; input: ConsoleInput<'cancelSubscription'> }
  | { action: 'delete'; input: ConsoleInput<'deleteSubscription'> }

/** Why a write was not done: what the dialog says, which stays open. */
export type Refusal = { problem: Problem } | { stale: WriteOperation }

/** What there is to tell of the last write: by the operation that the console keeps of it, or that none came back. */
export type Told = { operationId: string } | { lost: LostWrite }

/**
 * Sends a cancel or delete once. The console's server judges what became of it; here it is only told.
 * @param onTold is called when the dialog has nothing more to say: the rest is told by `told`
 */
export function useSubscriptionWrite(onTold: (told: Told) => void) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const isSending = useRef(false)
  const toldBefore = useRef<string>(undefined)

  const sendOnce = async ({ action, input }: SubscriptionWrite, before: SubscriptionView): Promise<Told | Refusal> => {
    const latest = client.getQueryData(latestOperationQuery(input.id).queryKey)?.operations[0]?.id
    try {
      const { operation } = await sendOperation(`${action}Subscription`, { ...input, seen: seenOf(before) })
      client.setQueryData(operationQuery('getOperation', { operationId: operation.id }).queryKey, { operation })
      toldBefore.current = operation.id
      return operation.state === 'STALE' ? { stale: operation } : { operationId: operation.id }
    } catch (error) {
      const problem = problemOf(error instanceof Error ? error : new Error('Not sent'))
      if (problem.outcome === 'unknown')
        return {
          lost: { action, subscriptionId: input.id, since: before.asOf, toldBefore: toldBefore.current ?? latest },
        }
      toldBefore.current = problem.operationId ?? toldBefore.current
      return { problem }
    }
  }

  return {
    /** The write is on its way. */
    sending,
    refusal,
    /** Sends it, once whatever is clicked meanwhile; `before` is the subscription as it was read for this. */
    send: async (write: SubscriptionWrite, before: SubscriptionView): Promise<void> => {
      // The ref, not the state: two submits may come before the next render.
      if (isSending.current) return
      isSending.current = true
      setSending(true)
      setRefusal(undefined)
      const outcome = await sendOnce(write, before)
      if ('problem' in outcome || 'stale' in outcome) setRefusal(outcome)
      // The notice takes the dialog's place before everything is read again: one read serves both.
      else flushSync(() => onTold(outcome))
      void client.invalidateQueries(everythingElse)
      setSending(false)
      isSending.current = false
    },
    /** For when what was refused is being changed, and when the next dialog opens. */
    forgetRefusal: useCallback(() => setRefusal(undefined), []),
  }
}
