'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { CancelSubscriptionDialog } from '@/components/cancel-subscription-dialog'
import { DeleteSubscriptionDialog } from '@/components/delete-subscription-dialog'
import type { FreshRead, SubscriptionDialogProps } from '@/components/subscription-dialog'
import { useTimeZone } from '@/components/time-zone'
import type { ConsoleErrorCode } from '@/contract/console/problem'
import { forecast } from '@/lib/forecast'
import { problemOf } from '@/lib/problem-of'
import { cancelSubscriptionMutation, deleteSubscriptionMutation, subscriptionQuery } from '@/lib/queries/subscription'
import type { SentWrite, SubscriptionAction } from '@/lib/write-outcome'

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
}

/** After these the write was not done. Anything else leaves it open whether it was. */
const REFUSALS: ReadonlySet<ConsoleErrorCode> = new Set<ConsoleErrorCode>([
  'invalid_id',
  'invalid_request',
  'key_not_accepted',
  'forbidden_origin',
  'not_found',
  'route_not_found',
  'refused',
  'payload_too_large',
  'unsupported_media_type',
  'unreachable',
  'overloaded',
])

/** The cancel or delete dialog on a fresh read of its subscription. Mount it to open it. */
export function SubscriptionActionDialog({ action, target, onDismiss, onSent }: SubscriptionActionDialogProps) {
  const timeZone = useTimeZone()
  const fresh = useQuery({ ...subscriptionQuery(target.id), staleTime: 0, refetchOnMount: 'always' })
  const sending = useRef(false)
  const cancel = useMutation(cancelSubscriptionMutation(target.id))
  const deletion = useMutation(deleteSubscriptionMutation(target.id))
  const refusal = cancel.error ?? deletion.error

  const send = async (write: () => Promise<unknown>) => {
    // The ref, not the state: two submits may come before the next render.
    if (sending.current || !fresh.data) return
    sending.current = true
    const sent = { action, before: fresh.data }
    try {
      await write()
      onSent({ ...sent, accepted: true })
    } catch (error) {
      const { code, upstreamMessage } = problemOf(error instanceof Error ? error : new Error('Not sent'))
      if (!REFUSALS.has(code)) onSent({ ...sent, accepted: false, apiWords: upstreamMessage })
    } finally {
      sending.current = false
    }
  }

  const dialog: SubscriptionDialogProps = {
    id: target.id,
    planName: fresh.data?.plan?.name ?? null,
    read: readState(),
    running: cancel.isPending || deletion.isPending,
    refusal: refusal ? problemOf(refusal) : undefined,
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
      onConfirm={(request) => void send(() => cancel.mutateAsync(request))}
    />
  ) : (
    <DeleteSubscriptionDialog {...dialog} onConfirm={(request) => void send(() => deletion.mutateAsync(request))} />
  )
}
