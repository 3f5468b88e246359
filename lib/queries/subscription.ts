import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { CancelSubscriptionRequest, DeleteSubscriptionRequest, WriteAccepted } from '@/contract/console/operations'
import type { SubscriptionView } from '@/contract/console/subscription'
import { getJson, sendJson } from '../http'
import { apiPath, subscriptionPath } from '../paths'

/** One subscription with its plan, prices and billables. */
export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['subscription', id],
    queryFn: ({ signal }) => getJson<SubscriptionView>(apiPath(subscriptionPath(id)), signal),
  })

/** Cancels it: sent once, never repeated. */
export const cancelSubscriptionMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cancelSubscription', id],
    mutationFn: (request: CancelSubscriptionRequest) =>
      sendJson<WriteAccepted>('POST', `${apiPath(subscriptionPath(id))}/cancel`, request),
    retry: false,
  })

/** Deletes it: sent once, never repeated. */
export const deleteSubscriptionMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['deleteSubscription', id],
    mutationFn: (request: DeleteSubscriptionRequest) =>
      sendJson<WriteAccepted>('DELETE', apiPath(subscriptionPath(id)), request),
    retry: false,
  })
