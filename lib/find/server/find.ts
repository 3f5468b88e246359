import { idProblem, MAX_ID_CHARS } from '@/contract/requestable-id'
import type { FindHit, FindResult, UnansweredKind } from '../find-result'
import type { IndexedObject } from '@/lib/objects/indexed-objects'
import { invoiceCurrency } from '@/lib/invoices/total-labels'
import { invoiceNumber } from '@/lib/invoices/invoice-number'
import { idSpellings, usualSpelling } from '../id-words'
import { canBeExactId, oneId } from '../one-id'
import { formatCount, shortName } from '@/lib/money/amount'
import { statusInSentence } from '@/lib/objects/status-names'
import { readable } from '@/lib/billing-api/unreadable'
import { pagePosition } from '@/lib/ledger/page-position'
import { getInvoice } from '@/lib/invoices/server/get-invoice'
import { getSubscription } from '@/lib/subscriptions/server/get-subscription'
import { listTransactions } from '@/lib/ledger/server/list-transactions'
import { log } from '@/lib/core/server/log'
import { findNamed, findSimilar, suggestObjects } from '@/lib/objects/server/search-index'
import { invoiceRow, newestLedgerRow, type ObjectRow, subscriptionRow } from '@/lib/objects/server/seen-rows'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { ProblemError, problemError } from '@/lib/core/server/problem'
import { openedConsoleStore, readWithin } from '@/lib/store/console-store'
import { KeptText } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

/** The text typed into Find: a valid id, with or without surrounding spaces. */
const SearchText = z
  .string()
  .refine((text) => text.trim() !== '' && [text, text.trim()].some((id) => idProblem(id) === null))

type SearchResult = FindHit | UnansweredKind | undefined

/** Two rows distinguish a ledger of one row from an API that counts the page only. */
const FIRST_ROWS = { page: 1, pageSize: 2 } as const

/**
 * Returns the objects with this ID, best hit first: of the billing API, else the customer with this customer ID of the billing API, else
 * the usual spelling of the ID, else similar names of the index. Tries spaces around the ID, look-alike hyphens, percent encoding and
 * Markdown escapes both as typed and without, because IDs are opaque.
 * @throws ProblemError `invalid_id` for a text that is no ID as a whole, which is not sent; with `exact`, only for a sentence
 */
export const find = operation('find', {
  input: z.strictObject({
    id: SearchText.describe('One ID, or an invoice number or plan name of up to three words. Not a sentence'),
    exact: z.boolean().describe('Searches for a text of up to six words as one ID').optional(),
  }),
  describe:
    'Finds the subscription, invoice or customer with an ID. Asks the billing API; an invoice number is found only after the console has read the invoice.',
  tool: {},
  async run(context, { id: text, exact }): Promise<FindResult> {
    if (exact === true ? !canBeExactId(text) : oneId(text) === null) throw problemError('invalid_id', NOT_ONE_ID)
    const [indexed, { full, empty, unanswered }] = await Promise.all([
      searchIndex(context, text, findNamed),
      searchApi(context, idsOf(text)),
    ])
    const isKnown = full.length > 0 || unanswered.length > 0 || (indexed !== null && indexed.length > 0)
    const usual = usualSpelling(text)
    const respelled = isKnown || usual === null ? undefined : await searchApi(context, [usual])
    const ofUsual = respelled && usual !== null ? await searchIndex(context, usual, findNamed) : []
    const ofApi = [...full, ...(respelled?.full ?? [])]
    const hits = ofApi.length > 0 ? ofApi : customerHit([...(indexed ?? []), ...(ofUsual ?? [])])
    return {
      hits: hits.length > 0 ? hits : empty.slice(0, 1),
      unanswered: [...unanswered, ...(respelled?.unanswered ?? [])],
      indexed,
      similar:
        isKnown || hits.length > 0 || indexed === null ? [] : ((await searchIndex(context, text, findSimilar)) ?? []),
    }
  },
})

/** Asks the billing API for these IDs. `empty` has the empty ledgers apart: some APIs return one for an unknown customer. */
async function searchApi(context: OperationContext, ids: readonly string[]) {
  const results = await Promise.all([
    ...ids.map((id) => search('subscription', () => findSubscription(context, id))),
    ...ids.map((id) => search('invoice', () => findInvoice(context, id))),
    ...ids.map((id) => search('customer', () => findCustomer(context, id))),
  ])
  const hits = results.filter((response) => response !== undefined && 'label' in response)
  const unanswered = results.filter((response) => response !== undefined && 'detail' in response)
  return {
    full: hits.filter((hit) => hit.empty !== true),
    empty: hits.filter((hit) => hit.empty === true),
    unanswered: unanswered.filter(({ kind }, index) => unanswered.findIndex((other) => other.kind === kind) === index),
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

/** Returns the customer whose ID of the billing API was searched for, unless another object has this name too. */
function customerHit([customer, ...others]: readonly IndexedObject[]): FindHit[] {
  const customerId = customer?.kind === 'customer' ? customer.customerId : null
  if (!customer || customerId === null || others.some((other) => other.customerId !== customerId)) return []
  const { id, isApiCustomer } = customer
  const label = isApiCustomer ? 'Customer of the billing API' : `${customerId} in the billing API`
  return [{ kind: 'customer', id, label, object: customer, ...(isApiCustomer && { isApiCustomer }) }]
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
  const subscription = await getSubscription.run(context, { id })
  const { plan, status } = subscription
  return {
    kind: 'subscription',
    id,
    label: joined([readable(plan?.name) ?? 'Subscription', statusInSentence('subscription', readable(status) ?? '')]),
    object: objectOf(subscriptionRow(seenNow(context, subscription), subscription)),
  }
}

async function findInvoice(context: OperationContext, id: string): Promise<FindHit> {
  const invoice = await getInvoice.run(context, { invoiceId: id })
  return {
    kind: 'invoice',
    id,
    label: joined([
      `Invoice ${shortName(invoiceNumber(invoice) ?? '')}`.trim(),
      statusInSentence('invoice', readable(invoice.status) ?? ''),
    ]),
    object: {
      ...objectOf(invoiceRow(seenNow(context, invoice), invoice)),
      currency: invoiceCurrency(
        invoice,
        context.environment.index.termsOf(readable(invoice.subscriptionId) ?? '')?.currency,
      ),
    },
  }
}

async function findCustomer(context: OperationContext, externalId: string): Promise<FindHit> {
  const page = await listTransactions.run(context, { externalId, ...FIRST_ROWS, order: 'desc' })
  const rows = page.results.length
  const { total } = pagePosition(page, FIRST_ROWS)
  const empty = rows === 0 && (total ?? 0) === 0
  // A full page whose count equals its rows may be counting only itself.
  const isCounted = total !== null && rows > 0 && (total > rows || rows < FIRST_ROWS.pageSize)
  const label = empty ? 'No transactions' : isCounted ? formatCount(total, 'transaction') : 'Transactions'
  const object = objectOf(newestLedgerRow(seenNow(context, page), page))
  return { kind: 'customer', id: externalId, label, empty: empty || undefined, object: empty ? undefined : object }
}

const seenNow = ({ environment: { index } }: OperationContext, { asOf }: { asOf: string }) => ({
  source: index.source,
  seenAt: asOf,
})

/** Returns an object of a response in the form that the index has. */
const objectOf = ({ kind, id, name, status, at, customerId, seenAt, row }: ObjectRow): IndexedObject => ({
  kind,
  id,
  name: name ?? null,
  status: status ?? null,
  amount: row.total ?? null,
  currency: row.currency ?? null,
  date: at ?? null,
  customerId: customerId ?? null,
  asOf: seenAt,
  goneAt: null,
  deletedAt: null,
})

function joined(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/**
 * Returns up to eight objects of the index that begin with the text. Asks the billing API nothing.
 * @throws Error when the store is unavailable (`toProblem` names it)
 */
export const suggest = operation('suggest', {
  input: z.strictObject({ text: KeptText.min(2).max(MAX_ID_CHARS) }),
  describe: 'Objects that the console knows whose name or ID begins with the text.',
  run: (context, { text }) =>
    readWithin(context, async (db) => ({
      suggestions: await suggestObjects(db, context.environment.index.source, text),
    })),
})
