import { operationQuery } from './operation-query'

export const latestOperationOf = (subscriptionId: string) =>
  ({ state: 'all', subscriptionId, page: 1, pageSize: 1 }) as const

/** The latest cancel or delete of a subscription, if there is one: where one is open it is that. */
export const latestOperationQuery = (subscriptionId: string) =>
  operationQuery('listOperations', latestOperationOf(subscriptionId))
