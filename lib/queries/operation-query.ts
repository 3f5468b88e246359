import { queryOptions } from '@tanstack/react-query'
import type { ConsoleInput, RawReadName, ReadName } from '@/contract/console/operations'
import { readOperation, readRawOperation } from '../browser/operation'

/** A read as a query: its key is the operation's name and input, so all of an operation is read anew by its name. */
export const operationQuery = <Name extends ReadName>(name: Name, input: ConsoleInput<Name>) =>
  queryOptions({ queryKey: [name, input], queryFn: ({ signal }) => readOperation(name, input, signal) })

/** What the billing API answered, as it was sent, re-indented. */
export const rawOperationQuery = <Name extends RawReadName>(name: Name, input: ConsoleInput<Name>) =>
  queryOptions({
    queryKey: [name, input],
    queryFn: ({ signal }) => readRawOperation(name, input, signal),
    staleTime: 0,
  })
