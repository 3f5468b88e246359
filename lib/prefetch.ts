import type { InputOf } from '@/lib/operations'
import { cache } from 'react'
import type { ReadName } from '@/lib/core/operations'
import { operationQuery } from '@/lib/api'
import { createQueryClient } from '@/lib/core/query-client'
import { runForPage } from './run-for-page'

/** The data of this request's page. */
export const pageQueryClient = cache(createQueryClient)

/**
 * Reads what the first HTML of the page contains, under the query key of the browser.
 * @throws ProblemError as `runOperation`
 */
export const prefetch = <Name extends ReadName>(name: Name, input: InputOf<Name>) =>
  pageQueryClient().fetchQuery(pageQuery(name, input))

/** Like `prefetch` for what the page also renders without: the browser repeats a read that failed. */
export const prefetchOptional = <Name extends ReadName>(name: Name, input: InputOf<Name>) =>
  pageQueryClient().prefetchQuery(pageQuery(name, input))

const pageQuery = <Name extends ReadName>(name: Name, input: InputOf<Name>) => ({
  ...operationQuery(name, input),
  queryFn: () => runForPage(name, input),
})
