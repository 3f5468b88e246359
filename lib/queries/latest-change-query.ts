import { operationQuery } from './operation-query'

export const latestChangeOf = (subscriptionId: string) =>
  ({ state: 'all', subscriptionId, page: 1, pageSize: 1 }) as const

/** The latest cancel or delete of a subscription, if there is one: where one is open it is that. */
export const latestChangeQuery = (subscriptionId: string) =>
  operationQuery('listChanges', latestChangeOf(subscriptionId))
