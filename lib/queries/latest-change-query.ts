import { operationQuery } from './operation-query'

export const latestChangeOf = (subscriptionId: string) =>
  ({ state: 'all', subscriptionId, page: 1, pageSize: 1 }) as const

/** The latest change of a subscription, if any; an open change is always the latest. */
export const latestChangeQuery = (subscriptionId: string) =>
  operationQuery('listChanges', latestChangeOf(subscriptionId))
