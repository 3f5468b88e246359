import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RawReadName, ReadName } from '@/lib/core/operations'
import { readOperation, readRawOperation, type InputOf } from './api'

/** A read as a query. The key starts with the operation's name, so invalidating the name reloads all its queries. */
export const operationQuery = <Name extends ReadName>(name: Name, input: InputOf<Name>) =>
  queryOptions({ queryKey: [name, input], queryFn: ({ signal }) => readOperation(name, input, signal) })

/** The billing API's response as it was sent, re-indented. */
export const rawOperationQuery = <Name extends RawReadName>(name: Name, input: InputOf<Name>) =>
  queryOptions({
    queryKey: [name, input],
    queryFn: ({ signal }) => readRawOperation(name, input, signal),
    staleTime: 0,
  })

export type ListName = 'listSubscriptions' | 'listInvoices' | 'listCustomers'

/** What the team opens meanwhile changes a list: a person who comes back to it sees it anew. */
const FRESH_MS = 10_000

/** A page of a list as a query. Keeps the rows before while another page, order or filter loads. */
export const listQuery = <Name extends ListName>(name: Name, input: InputOf<Name>) =>
  queryOptions({ ...operationQuery(name, input), placeholderData: keepPreviousData, staleTime: FRESH_MS })
