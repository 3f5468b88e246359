'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubscriptionChange } from '@/contract/console/change'
import type { SubscriptionView } from '@/contract/console/subscription'
import { problemOf } from '@/lib/browser/problem-of'
import { operationQuery } from '@/lib/queries/operation-query'

/**
 * Returns the subscription as read after a confirmed change: `gone` when the API no longer knows it, null until it is read.
 * Use it in a component that mounts when the change is confirmed.
 */
export function useSubscriptionAfter({ subscriptionId }: SubscriptionChange): SubscriptionView | 'gone' | null {
  const [mountedAt] = useState(() => Date.now())
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...operationQuery('getSubscription', { id: subscriptionId }),
    // A state change of the change already reloads this query.
    refetchOnMount: false,
  })
  const isGone = error !== null && errorUpdatedAt >= mountedAt && problemOf(error).code === 'not_found'
  if (isGone) return 'gone'
  // A read before the change may show the old end date.
  return data && dataUpdatedAt >= mountedAt ? data : null
}
