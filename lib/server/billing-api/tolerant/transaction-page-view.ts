import type { ConsoleInput } from '@/contract/console/operations'
import type { LedgerCustomer, TransactionPageView } from '@/contract/console/transaction'
import { runToEnd, type Pieces } from '@/contract/pieces'
import { readableList } from '../../../format/unreadable'
import { unexpectedBodyProblem } from './response-reader'
import { FieldReader, type ReadingContext } from './field-reader'
import { objectOf } from './json-object'
import { transactionView } from './transaction-view'

type Requested = Pick<ConsoleInput<'listTransactions'>, 'externalId' | 'page' | 'pageSize'>

/** Like `transactionPageViewInPieces`, without interruption. */
export const transactionPageView = (json: unknown, requested: Requested, context: ReadingContext) =>
  runToEnd(transactionPageViewInPieces(json, requested, context))

/**
 * Returns the view of a page of transactions (section 4.5), in the order sent, from an exact-parsed response.
 * @throws ProblemError `unreadable_response` when the value is not an object with a list of results
 */
export function* transactionPageViewInPieces(
  json: unknown,
  requested: Requested,
  context: ReadingContext,
): Pieces<TransactionPageView> {
  const source = objectOf(json)
  if (!source || !Object.hasOwn(source, 'results') || !Array.isArray(source.results)) throw unexpectedBodyProblem()
  const page = FieldReader.ofResponse(source, context)
  const customers = new Map<string, LedgerCustomer>()
  const results = readableList(yield* page.longList('results', (entry) => transactionView(entry, customers)))
  return {
    externalId: requested.externalId,
    results,
    customers: [...customers.values()],
    count: page.integer('count'),
    pages: page.integer('pages'),
    currentPage: page.integer('currentPage') ?? requested.page,
    pageSize: requested.pageSize,
    drift: yield* page.driftInPieces(),
    asOf: context.asOf,
  }
}
