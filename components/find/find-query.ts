import type { QueryClient } from '@tanstack/react-query'
import type { FindResult } from '@/lib/find/find-result'
import { oneId } from '@/lib/find/one-id'
import { operationQuery } from '@/lib/api'
import type { QueryCache } from '@/lib/core/query-cache'
import { createQueryClient } from '@/lib/core/query-client'
import { failedLookup } from './find-outcome'

/** How long a result is reused, so that Back shows the results at once. A cancel or delete makes all results outdated. */
const FRESH_MS = 30_000

const findQuery = (id: string) => operationQuery('find', oneId(id) === null ? { id, exact: true } : { id })

/** Returns the cache of all pages, also for a page without queries of its own. */
export const clientOf = (cache: QueryCache): QueryClient => (cache.client ??= createQueryClient())

/** Returns the last result for an ID; undefined when it was not searched for, or not completely. */
export function knownResult(client: QueryClient, id: string): FindResult | undefined {
  const known = client.getQueryData(findQuery(id).queryKey)
  return known?.unanswered.length === 0 ? known : undefined
}

/** Looks up an ID; an incomplete result is not reused. Never rejects. */
export const lookUpId = (client: QueryClient, id: string): Promise<FindResult> =>
  client
    .fetchQuery({ ...findQuery(id), staleTime: knownResult(client, id) ? FRESH_MS : 0 })
    .catch((error: unknown) => failedLookup(error))
