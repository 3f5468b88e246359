import type { ListTransactionsInput } from '@/contract/billing/operations'
import { and, asc, between, desc, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { authenticate, isSecretKey } from '../api-keys'
import { customerNotFound } from '../refusals'
import { onConnection, preparedStatement, type Session } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import { hasCitus } from '../store/distribute'
import { apiKeys, customerLedgers, customers, transactions } from '../store/schema'
import type { KeyedContext } from './operation-context'

/** Finds the customer of a secret key's merchant; nothing when the key is refused or the customer is unknown. */
const customerOfKey = preparedStatement('customer_of_key', (session, name) =>
  session
    .select({ merchantId: customers.merchantId, customerId: customers.id })
    .from(customers)
    .innerJoin(apiKeys, eq(apiKeys.merchantId, customers.merchantId))
    .where(and(isSecretKey, eq(customers.externalId, sql.placeholder('externalId'))))
    .prepare(name),
)

/** Number of entries before the page; `pageSize` is the number on it. */
const skipped = sql`(${sql.placeholder('page')}::bigint - 1) * ${sql.placeholder('pageSize')}::bigint`
const pageSize = sql`${sql.placeholder('pageSize')}::bigint`

/** Sequences of a page, counted from the oldest or the newest entry, and their order. */
const PAGES = {
  asc: {
    range: between(
      transactions.sequence,
      sql`${customerLedgers.firstSequence} + ${skipped}`,
      sql`${customerLedgers.firstSequence} + ${skipped} + ${pageSize} - 1`,
    ),
    order: asc(transactions.sequence),
  },
  desc: {
    range: between(
      transactions.sequence,
      sql`${customerLedgers.lastSequence} - ${skipped} - ${pageSize} + 1`,
      sql`${customerLedgers.lastSequence} - ${skipped}`,
    ),
    order: desc(transactions.sequence),
  },
}

/** The customer of a page: found by an earlier statement, or joined in its own. */
const GIVEN = { merchantId: sql.placeholder('merchantId'), customerId: sql.placeholder('customerId') }
const JOINED = { merchantId: customers.merchantId, customerId: customers.id }

const isOf = (table: typeof customerLedgers | typeof transactions, customer: typeof GIVEN | typeof JOINED) =>
  and(sql`${table.merchantId} = ${customer.merchantId}`, sql`${table.customerId} = ${customer.customerId}`)

/**
 * Selects the counter row and the entries of the page in one statement, so in one snapshot. The inner query repeats the
 * customer, so that both tables are read on the customer's shard.
 */
function pageOf(session: NodePgDatabase, which: 'asc' | 'desc', customer: typeof GIVEN | typeof JOINED) {
  const { range, order } = PAGES[which]
  const entries = sql<string | null>`string_agg(${transactions.document}::text, ',' order by ${order})`.as('entries')
  const page = session
    .select({ entries })
    .from(transactions)
    .where(and(isOf(transactions, customer), range))
    .as('page')
  const { firstSequence, lastSequence } = customerLedgers
  return { page, select: session.select({ firstSequence, lastSequence, entries: page.entries }) }
}

/** Reads the page of a customer who is known. */
const buildPage = (session: NodePgDatabase, name: string, which: 'asc' | 'desc') => {
  const { page, select } = pageOf(session, which, GIVEN)
  return select
    .from(customerLedgers)
    .leftJoinLateral(page, sql`true`)
    .where(isOf(customerLedgers, GIVEN))
    .prepare(name)
}

/** Reads key, customer and page; nothing when the key is refused or the customer is unknown. */
const buildKeyedPage = (session: NodePgDatabase, name: string, which: 'asc' | 'desc') => {
  const { page, select } = pageOf(session, which, JOINED)
  return select
    .from(apiKeys)
    .innerJoin(
      customers,
      and(eq(customers.merchantId, apiKeys.merchantId), eq(customers.externalId, sql.placeholder('externalId'))),
    )
    .leftJoin(customerLedgers, isOf(customerLedgers, JOINED))
    .leftJoinLateral(page, sql`true`)
    .where(isSecretKey)
    .prepare(name)
}

const pages = {
  asc: preparedStatement('ledger_page_asc', (session, name) => buildPage(session, name, 'asc')),
  desc: preparedStatement('ledger_page_desc', (session, name) => buildPage(session, name, 'desc')),
}
const keyedPages = {
  asc: preparedStatement('keyed_ledger_page_asc', (session, name) => buildKeyedPage(session, name, 'asc')),
  desc: preparedStatement('keyed_ledger_page_desc', (session, name) => buildKeyedPage(session, name, 'desc')),
}

/** A page as stored; without numbers for a customer without a counter row, who has no entries. */
interface StoredPage {
  firstSequence: number | null
  lastSequence: number | null
  entries: string | null
}
const NO_ENTRIES: StoredPage = { firstSequence: null, lastSequence: null, entries: null }

/** True of each database that is a cluster. Its tables are distributed while the service is stopped. */
const clusters = new WeakMap<Database, boolean>()

async function isCluster(db: Database, session: Session): Promise<boolean> {
  const known = clusters.get(db) ?? (await hasCitus(session))
  clusters.set(db, known)
  return known
}

/**
 * Returns nothing when the key is refused or the customer is unknown. One statement on one database; two in a cluster, where customer
 * and ledger are on different shards.
 */
async function readStored(
  context: KeyedContext,
  { externalId, page, pageSize: size, order }: ListTransactionsInput,
): Promise<StoredPage | undefined> {
  const values = { keyHash: context.keyHash, externalId, page, pageSize: size }
  return onConnection(context, async (session) => {
    if (!(await isCluster(context.db, session))) return (await keyedPages[order](session).execute(values))[0]
    const [customer] = await customerOfKey(session).execute(values)
    if (!customer) return undefined
    return (await pages[order](session).execute({ ...customer, page, pageSize: size }))[0] ?? NO_ENTRIES
  })
}

/**
 * Returns a page of a customer's ledger sorted by `createdAt`, ties by id; it is empty past the end (section 4.5).
 * @returns the JSON text of `TransactionPage`, with entries as stored
 * @throws BillingError `invalid_api_key`, `wrong_key_type`, `customer_not_found`
 */
export async function listTransactions(context: KeyedContext, input: ListTransactionsInput): Promise<string> {
  const stored = await readStored(context, input)
  if (!stored) {
    await authenticate(context, context.keyHash)
    throw customerNotFound(input.externalId)
  }
  const { firstSequence, lastSequence, entries } = stored
  const count = firstSequence === null || lastSequence === null ? 0 : lastSequence - firstSequence + 1
  const pageCount = Math.max(1, Math.ceil(count / input.pageSize))
  return `{"results":[${entries ?? ''}],"count":${count},"pages":${pageCount},"currentPage":${input.page}}`
}
