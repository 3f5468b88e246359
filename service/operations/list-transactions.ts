import type { ListTransactionsInput } from '@/contract/billing/operations'
import { and, asc, between, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { authenticate } from '../api-keys'
import { customerNotFound } from '../refusals'
import { onConnection, preparedStatement, type Session } from '@/database/on-connection'
import { readReplicaFirst } from '../store/replica'
import { apiKeys, customerLedgers, customers, transactions } from '../store/schema'
import type { KeyedContext } from './operation-context'

/** Finds the customer of a secret key's merchant; nothing when the key is refused or the customer is unknown. */
const customerOfKey = preparedStatement('customer_of_key', (session, name) =>
  session
    .select({ merchantId: customers.merchantId, customerId: customers.id })
    .from(customers)
    .innerJoin(apiKeys, eq(apiKeys.merchantId, customers.merchantId))
    .where(
      and(
        eq(customers.externalId, sql.placeholder('externalId')),
        eq(apiKeys.keyHash, sql.placeholder('keyHash')),
        eq(apiKeys.type, 'secret'),
        isNull(apiKeys.revokedAt),
      ),
    )
    .prepare(name),
)

/** Number of entries before the page; `pageSize` is the number on it. */
const skipped = sql`(${sql.placeholder('page')}::bigint - 1) * ${sql.placeholder('pageSize')}::bigint`
const pageSize = sql`${sql.placeholder('pageSize')}::bigint`

/** Sequences of a page, counted from the oldest or the newest entry. */
const RANGES = {
  asc: between(
    transactions.sequence,
    sql`${customerLedgers.firstSequence} + ${skipped}`,
    sql`${customerLedgers.firstSequence} + ${skipped} + ${pageSize} - 1`,
  ),
  desc: between(
    transactions.sequence,
    sql`${customerLedgers.lastSequence} - ${skipped} - ${pageSize} + 1`,
    sql`${customerLedgers.lastSequence} - ${skipped}`,
  ),
}

const isOfCustomer = (table: typeof customerLedgers | typeof transactions) =>
  and(eq(table.merchantId, sql.placeholder('merchantId')), eq(table.customerId, sql.placeholder('customerId')))

/**
 * Reads the counter row and the entries of the page in one statement, so in one snapshot. The inner query repeats the
 * customer, so that both tables are read on the customer's shard.
 */
function buildPage(session: NodePgDatabase, name: string, range: SQL, order: SQL) {
  const page = session
    .select({
      entries: sql<string | null>`string_agg(${transactions.document}::text, ',' order by ${order})`.as('entries'),
    })
    .from(transactions)
    .where(and(isOfCustomer(transactions), range))
    .as('page')
  return session
    .select({
      firstSequence: customerLedgers.firstSequence,
      lastSequence: customerLedgers.lastSequence,
      entries: page.entries,
    })
    .from(customerLedgers)
    .leftJoinLateral(page, sql`true`)
    .where(isOfCustomer(customerLedgers))
    .prepare(name)
}

const pages = {
  asc: preparedStatement('ledger_page_asc', (session, name) =>
    buildPage(session, name, RANGES.asc, asc(transactions.sequence)),
  ),
  desc: preparedStatement('ledger_page_desc', (session, name) =>
    buildPage(session, name, RANGES.desc, desc(transactions.sequence)),
  ),
}

/**
 * Returns a page of a customer's ledger sorted by `createdAt`, ties by id; it is empty past the end (section 4.5).
 * @returns the JSON text of `TransactionPage`, with entries as stored
 * @throws BillingError `invalid_api_key`, `wrong_key_type`, `customer_not_found`
 */
export async function listTransactions(
  context: KeyedContext,
  { externalId, page, pageSize: size, order }: ListTransactionsInput,
): Promise<string> {
  const { keyHash, replica } = context
  const readsReplica = replica?.isUsed === true
  // A customer without entries may have no counter row.
  const readLedger = async (session: Session, customer: { merchantId: string; customerId: string }) =>
    (await pages[order](session).execute({ ...customer, page, pageSize: size }))[0]
  const found = await onConnection(context, async (session) => {
    const [customer] = await customerOfKey(session).execute({ keyHash, externalId })
    return customer && { customer, ledger: readsReplica ? undefined : await readLedger(session, customer) }
  })
  if (!found) {
    await authenticate(context, keyHash)
    throw customerNotFound(externalId)
  }
  // Reads the replica after the primary's connection is free.
  const ledger = readsReplica
    ? await readReplicaFirst(context, (session) => readLedger(session, found.customer))
    : found.ledger
  const count = ledger ? ledger.lastSequence - ledger.firstSequence + 1 : 0
  const pageCount = Math.max(1, Math.ceil(count / size))
  return `{"results":[${ledger?.entries ?? ''}],"count":${count},"pages":${pageCount},"currentPage":${page}}`
}
