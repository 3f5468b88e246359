import { queryOptions } from '@tanstack/react-query'
import type { FindResult } from '@/contract/console/operations'
import { getJson } from '../http'

/** What an id is: subscription, invoice and external customer id are asked at once. */
export const findQuery = (id: string) =>
  queryOptions({
    queryKey: ['find', id],
    queryFn: ({ signal }) => getJson<FindResult>(`/api/find?id=${encodeURIComponent(id)}`, signal),
    // Long enough to use what a paste has asked for already, too short to be out of date.
    staleTime: 5_000,
    gcTime: 30_000,
  })
