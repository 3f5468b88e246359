import { operationQuery } from './operation-query'

export const openOperationOf = (subscriptionId: string) =>
  ({ state: 'open', subscriptionId, page: 1, pageSize: 1 }) as const

/** The one open cancel or delete of a subscription, if there is one. */
export const openOperationQuery = (subscriptionId: string) =>
  operationQuery('listOperations', openOperationOf(subscriptionId))
