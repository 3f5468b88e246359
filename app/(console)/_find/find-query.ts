import type { FindResult } from '@/contract/console/find'
import { operationQuery } from '@/lib/queries/operation-query'

/**
 * What an id is. Fresh long enough to use what a paste has asked for already, too short to be out of date; what could not
 * be asked is asked again at once.
 */
export const findQuery = (id: string) => ({
  ...operationQuery('find', { id }),
  staleTime: ({ state }: { state: { data: FindResult | undefined } }) =>
    state.data && state.data.unanswered.length > 0 ? 0 : 5_000,
  gcTime: 30_000,
})
