import { queryOptions } from '@tanstack/react-query'
import type { FindResult } from '@/contract/console/operations'
import { getJson } from '../http'

/** What an id is: subscription, invoice and external customer id are asked at once. */
export const findQuery = (id: string) =>
  queryOptions({
    queryKey: ['find', id],
    queryFn: ({ signal }) => getJson<FindResult>(`/api/find?id=${encodeURIComponent(id)}`, signal),
  })
