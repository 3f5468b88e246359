import { type InputOf, operationQuery } from '@/lib/api'
import { type InvalidateQueryFilters, queryOptions, skipToken } from '@tanstack/react-query'

/** With more attempts after a cancel that had nothing to change, the page no longer names who cancelled. */
const MAX_CHANGES = 10

export const changesOf = (subscriptionId: string) =>
  ({ state: 'all', subscriptionId, page: 1, pageSize: MAX_CHANGES }) as const

/** The newest changes of a subscription, the latest first; an open change is always the latest. */
export const changesOfQuery = (subscriptionId: string) => operationQuery('listChanges', changesOf(subscriptionId))

/** The input for a page of the changes of all subscriptions in a list, newest first. */
export const listedChanges = (state: InputOf<'listChanges'>['state'], page: number) => ({
  state,
  page,
  // Home fits one screen.
  pageSize: 5,
})

/** The queries of the open dialog that cancels several, which reads them in its own time. */
export const SELECTED = 'selectedSubscription'

/** A subscription that "Cancel selected" left out of a group, and why. */
export interface LeftOut {
  id: string
  words: string
}

/** What was left out of a group. The console does not store it, so only the tab that made the group has it. */
export const leftOutQuery = (groupId: string) =>
  queryOptions<LeftOut[]>({ queryKey: ['leftOutOfGroup', groupId], queryFn: skipToken, gcTime: Infinity })

/** The queries that a change may affect: all except the change itself and those of an open dialog. */
export const queriesAffectedByChange = {
  predicate: ({ queryKey: [name] }) => name !== 'getChange' && name !== SELECTED,
} satisfies InvalidateQueryFilters
