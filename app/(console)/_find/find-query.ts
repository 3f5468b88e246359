import { operationQuery } from '@/lib/queries/operation-query'

/** What an id is. Fresh long enough to use what a paste has asked for already, too short to be out of date. */
export const findQuery = (id: string) => ({ ...operationQuery('find', { id }), staleTime: 5_000, gcTime: 30_000 })
