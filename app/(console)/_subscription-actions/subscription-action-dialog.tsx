'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CancelSubscriptionDialog } from './cancel-subscription-dialog'
import { DeleteSubscriptionDialog } from './delete-subscription-dialog'
import type { FreshRead, SubscriptionDialogProps } from './subscription-dialog'
import { useTimeZone } from '@/components/time-zone'
import type { Problem } from '@/contract/console/problem'
import { forecast } from '@/lib/domain/forecast'
import { readable } from '@/lib/format/unreadable'
import { problemOf } from '@/lib/browser/problem-of'
import { operationMutation, operationQuery } from '@/lib/queries/operation-query'
import type { SubscriptionAction } from '@/lib/domain/write-effect'
import type { SentWrite, WriteOutcome } from '@/lib/domain/write-outcome'

/** Which subscription is acted on, and its customer as far as it is known. */
export interface ActionTarget {
  id: string
  externalCustomerId?: string
  suggestedExternalCustomerId?: string
}

interface SubscriptionActionDialogProps {
  action: SubscriptionAction
  target: ActionTarget
  onDismiss: () => void
  /** The write was accepted, or nobody knows: it must be checked. */
  onSent: (write: SentWrite) => void
  /** The API said no: read again, this says whether nothing was changed. */
  onRefused: (write: SentWrite) => Promise<WriteOutcome>
}

/** Where a write that failed stopped: it was not sent, the API said no to it, or nobody knows. */
function responseOf({ outcome, upstreamStatus }: Problem): 'notSent' | 'refused' | 'none' {
  if (outcome !== 'none') return 'none'
  return upstreamStatus === undefined ? 'notSent' : 'refused'
}

/** The cancel or delete dialog on a fresh read of its subscription. Mount it to open it. */
export function SubscriptionActionDialog({
  action,
  target,
  onDismiss,
  onSent,
  onRefused,
}: SubscriptionActionDialogProps) {
  const timeZone = useTimeZone()
  const fresh = useQuery({
    ...operationQuery('getSubscription', { id: target.id }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const sending = useRef(false)
  const cancel = useMutation(operationMutation('cancelSubscription'))
  const deletion = useMutation(operationMutation('deleteSubscription'))
  const [running, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<Problem>()

  const send = async (write: () => Promise<unknown>) => {
    // The ref, not the state: two submits may come before the next render.
    if (sending.current || !fresh.data) return
    sending.current = true
    setRunning(true)
    setRefusal(undefined)
    try {
      await sendAndTell(write, { action, before: fresh.data })
    } finally {
      setRunning(false)
      sending.current = false
    }
  }

  const sendAndTell = async (write: () => Promise<unknown>, sent: Pick<SentWrite, 'action' | 'before'>) => {
    try {
      await write()
    } catch (error) {
      const problem = problemOf(error instanceof Error ? error : new Error('Not sent'))
      const response = responseOf(problem)
      if (response === 'none') return onSent({ ...sent, response, problem })
      if (response === 'notSent') return setRefusal(problem)
      const { message: label } = await onRefused({ ...sent, response, problem })
      return setRefusal({ ...problem, detail: `${label} ${problem.detail}` })
    }
    onSent({ ...sent, response: 'accepted' })
  }

  const dialog: SubscriptionDialogProps = {
    id: target.id,
    planName: readable(fresh.data?.plan?.name),
    read: readState(),
    running,
    refusal,
    onReadAgain: () => void fresh.refetch(),
    onDismiss,
  }
  function readState(): FreshRead {
    if (fresh.isFetching) return { state: 'reading' }
    if (fresh.error) return { state: 'failed', problem: problemOf(fresh.error) }
    if (!fresh.data) return { state: 'reading' }
    const consequence = forecast(fresh.data, fresh.data.asOf, timeZone)[action]
    return { state: 'read', consequence }
  }

  return action === 'cancel' ? (
    <CancelSubscriptionDialog
      {...dialog}
      externalCustomerId={target.externalCustomerId}
      suggestedExternalCustomerId={target.suggestedExternalCustomerId}
      onConfirm={(request) => void send(() => cancel.mutateAsync({ id: target.id, ...request }))}
    />
  ) : (
    <DeleteSubscriptionDialog
      {...dialog}
      onConfirm={(request) => void send(() => deletion.mutateAsync({ id: target.id, ...request }))}
    />
  )
}
