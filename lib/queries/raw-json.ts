import { queryOptions } from '@tanstack/react-query'
import { getText } from '../http'

/** The billing API's answer as it was sent, re-indented; `path` is one of the `/raw` routes. */
export const rawJsonQuery = (path: string) =>
  queryOptions({ queryKey: ['raw', path], queryFn: ({ signal }) => getText(path, signal), staleTime: 0 })
