'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@/components/time-zone'
import type { SubscriptionChange } from '@/contract/console/change'
import { problemOf } from '@/lib/browser/problem-of'
import { resultTitle } from '@/lib/domain/change/change-texts'
import { operationQuery } from '@/lib/queries/operation-query'

/** Shows the result of a confirmed change, by a read after it: "Subscription cancelled: ends 30 Nov 2026". */
export function ConfirmedTitle({ change }: { change: SubscriptionChange }) {
  const timeZone = useTimeZone()
  const [mountedAt] = useState(() => Date.now())
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...operationQuery('getSubscription', { id: change.subscriptionId }),
    // A state change of the change already reloads this query.
    refetchOnMount: false,
  })
  const isGone = error !== null && errorUpdatedAt >= mountedAt && problemOf(error).code === 'not_found'
  // A read before the change may show the old end date.
  const after = isGone ? 'gone' : data && dataUpdatedAt >= mountedAt ? data : null
  return resultTitle(change, after, timeZone)
}
