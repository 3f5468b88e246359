'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@/components/time-zone'
import type { SubscriptionChange } from '@/contract/console/change'
import { problemOf } from '@/lib/browser/problem-of'
import { resultTitle } from '@/lib/domain/change/change-texts'
import { operationQuery } from '@/lib/queries/operation-query'

/** The result of a confirmed change, by a read of the subscription after it: "Subscription cancelled: ends 30 Nov 2026". */
export function ConfirmedTitle({ change }: { change: SubscriptionChange }) {
  const timeZone = useTimeZone()
  const [mountedAt] = useState(() => Date.now())
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...operationQuery('getSubscription', { id: change.subscriptionId }),
    // A change that moves on has everything read again: that read is waited for.
    refetchOnMount: false,
  })
  const isGone = error !== null && errorUpdatedAt >= mountedAt && problemOf(error).code === 'not_found'
  // What was read before the change may hold an earlier end date.
  const after = isGone ? 'gone' : data && dataUpdatedAt >= mountedAt ? data : null
  return resultTitle(change, after, timeZone)
}
