import { idProblem } from '@/contract/requestable-id'
import type { FindHit, FindResult, Suggestions, UnansweredKind } from '@/contract/console/find'
import type { IndexedObject } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import { invoiceNumber } from '../../domain/invoice/invoice-number'
import { idSpellings } from '../../domain/find/id-words'
import { oneId } from '../../domain/find/one-id'
import { formatCount, shortName } from '../../format/amount'
import { statusInSentence } from '../../format/status-names'
import { readable } from '../../format/unreadable'
import { pagePosition } from '../../domain/ledger/page-position'
import { getInvoice } from '../invoices/get-invoice'
import { getSubscription } from '../subscriptions/get-subscription'
import { listTransactions } from '../ledger/list-transactions'
import { log } from '../log'
import { findNamed, findSimilar, suggestObjects } from '../object-index/search-index'
import type { OperationContext } from '../operation-context'
import { ProblemError, problemError } from '../problem'
import { consoleStore, openedConsoleStore } from '../store/console-store'

type SearchResult = FindHit | UnansweredKind | undefined

/** Two rows distinguish a ledger of one row from an API that counts the page only. */
const FIRST_ROWS = { page: 1, pageSize: 2 } as const

/**
 * Returns the objects with this ID, best hit first. Reads a subscription, an invoice and a ledger concurrently, and searches the
 * index for this name; for similar names when nothing has it. Tries a text with surrounding spaces, look-alike hyphens, percent
 * encoding or Markdown escapes both without them and as typed, because IDs are opaque.
 * @throws ProblemError `invalid_id` for a text that is no ID as a whole, unless `exact` is set: such text is not sent
 */
export async function find(context: OperationContext, { id: text, exact }: ConsoleInput<'find'>): Promise<FindResult> {
  if (exact !== true && oneId(text) === null) throw problemError('invalid_id', NOT_ONE_ID)
  const ids = idsOf(text)
  const [indexed, ...results] = await Promise.all([
    searchIndex(context, text, findNamed),
    ...ids.map((id) => search('subscription', () => findSubscription(context, id))),
    ...ids.map((id) => search('invoice', () => findInvoice(context, id))),
    ...ids.map((id) => search('customer', () => findCustomer(context, id))),
  ])
  const hits = results.filter((response) => response !== undefined && 'label' in response)
  const unanswered = results.filter((response) => response !== undefined && 'detail' in response)
  // Some APIs return an empty ledger for an unknown customer, so it is a hit only without a better one.
  const full = hits.filter(({ empty }) => empty !== true)
  const isUnknown = full.length === 0 && unanswered.length === 0 && indexed?.length === 0
  return {
    hits: full.length > 0 ? full : hits.slice(0, 1),
    unanswered: unanswered.filter(({ kind }, index) => unanswered.findIndex((other) => other.kind === kind) === index),
    indexed,
    similar: isUnknown ? ((await searchIndex(context, text, findSimilar)) ?? []) : [],
  }
}

/** Returns what a search of the index finds; null when the index fails, which must not fail the search of the API. */
async function searchIndex(
  { environment: { index } }: OperationContext,
  text: string,
  searchFor: typeof findNamed,
): Promise<IndexedObject[] | null> {
  try {
    const db = await openedConsoleStore()
    return db === undefined ? null : await searchFor(db, index.source, text)
  } catch (error) {
    log().warn({ event: 'index', err: error }, 'the index could not be searched')
    return null
  }
}

const NOT_ONE_ID = 'This text is not one ID, so nothing was searched. Search for one ID, or for this exact text.'

/** Returns the ids that the text can mean; at least one, because the input was validated. */
function idsOf(text: string): string[] {
  return [...new Set([...idSpellings(text.trim()), text])].filter((id) => idProblem(id) === null)
}

async function search(kind: FindHit['kind'], look: () => Promise<FindHit>): Promise<SearchResult> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, detail, technicalDetail, upstreamStatus } = error.problem
    // A 400 or 422 means that this cannot be an id of that kind.
    const isNone = code === 'not_found' || (code === 'refused' && (upstreamStatus === 400 || upstreamStatus === 422))
    return isNone ? undefined : { kind, detail, technicalDetail }
  }
}

async function findSubscription(context: OperationContext, id: string): Promise<FindHit> {
  const { plan, status } = await getSubscription(context, { id })
  return {
    kind: 'subscription',
    id,
    label: joined([readable(plan?.name) ?? 'Subscription', statusInSentence('subscription', readable(status) ?? '')]),
  }
}

async function findInvoice(context: OperationContext, id: string): Promise<FindHit> {
  const invoice = await getInvoice(context, { invoiceId: id })
  return {
    kind: 'invoice',
    id,
    label: joined([
      `Invoice ${shortName(invoiceNumber(invoice) ?? '')}`.trim(),
      statusInSentence('invoice', readable(invoice.status) ?? ''),
    ]),
  }
}

async function findCustomer(context: OperationContext, externalId: string): Promise<FindHit> {
  const page = await listTransactions(context, { externalId, ...FIRST_ROWS, order: 'desc' })
  const rows = page.results.length
  const { total } = pagePosition(page, FIRST_ROWS)
  const empty = rows === 0 && (total ?? 0) === 0
  // A full page whose count equals its rows may be counting only itself.
  const isCounted = total !== null && rows > 0 && (total > rows || rows < FIRST_ROWS.pageSize)
  const label = empty ? 'No transactions' : isCounted ? formatCount(total, 'transaction') : 'Transactions'
  return { kind: 'customer', id: externalId, label, empty: empty || undefined }
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/**
 * Returns up to eight objects of the index that begin with the text. Asks the billing API nothing.
 * @throws Error when the store is unavailable (`toProblem` names it)
 */
export async function suggest(
  { environment: { index } }: OperationContext,
  { text }: ConsoleInput<'suggest'>,
): Promise<Suggestions> {
  return { suggestions: await suggestObjects(await consoleStore(), index.source, text) }
}
