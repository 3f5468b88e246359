import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { operationQuery } from './operation-query'

export const latestChangeOf = (subscriptionId: string) =>
  ({ state: 'all', subscriptionId, page: 1, pageSize: 1 }) as const

/** The latest change of a subscription, if any; an open change is always the latest. */
export const latestChangeQuery = (subscriptionId: string) =>
  operationQuery('listChanges', latestChangeOf(subscriptionId))

/** The input for a page of the open changes of all subscriptions, newest first. */
export const unresolvedChanges = (page: number) => ({ state: 'open', page, pageSize: 20 }) as const

/** The queries that a change may affect: all except the change itself. */
export const queriesAffectedByChange = {
  predicate: ({ queryKey: [name] }) => name !== 'getChange',
} satisfies InvalidateQueryFilters
