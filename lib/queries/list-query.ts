import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ConsoleInput } from '@/contract/console/operations'
import { operationQuery } from './operation-query'

type ListName = 'listSubscriptions' | 'listInvoices' | 'listCustomers'

/** What the team opens meanwhile changes a list: a person who comes back to it sees it anew. */
const FRESH_MS = 10_000

/** A page of a list as a query. Keeps the rows before while another page, order or filter loads. */
export const listQuery = <Name extends ListName>(name: Name, input: ConsoleInput<Name>) =>
  queryOptions({ ...operationQuery(name, input), placeholderData: keepPreviousData, staleTime: FRESH_MS })
