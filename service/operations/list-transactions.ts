import type { ListTransactionsInput } from '@/contract/billing/operations'
import { and, asc, between, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { requireSecretKey } from '../authenticate'
import { customerNotFound } from '../refusals'
import { onConnection } from '@/database/on-connection'
import { preparedStatement } from '@/database/prepared-statement'
import { apiKeys, customerLedgers, customers, transactions } from '../store/schema'
import type { KeyedContext } from './operation-context'

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

/** Reads the key, the customer, the counter row and the entries of the page in one statement, so in one snapshot. */
function buildPage(session: NodePgDatabase, name: string, range: SQL, order: SQL) {
  const page = session
    .select({
      entries: sql<string | null>`string_agg(${transactions.document}::text, ',' order by ${order})`.as('entries'),
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.merchantId, customerLedgers.merchantId),
        eq(transactions.customerId, customerLedgers.customerId),
        range,
      ),
    )
    .as('page')
  return session
    .select({
      type: apiKeys.type,
      customerId: customers.id,
      firstSequence: customerLedgers.firstSequence,
      lastSequence: customerLedgers.lastSequence,
      entries: page.entries,
    })
    .from(apiKeys)
    .leftJoin(
      customers,
      and(
        eq(apiKeys.type, 'secret'),
        eq(customers.merchantId, apiKeys.merchantId),
        eq(customers.externalId, sql.placeholder('externalId')),
      ),
    )
    .leftJoin(
      customerLedgers,
      and(eq(customerLedgers.merchantId, customers.merchantId), eq(customerLedgers.customerId, customers.id)),
    )
    .leftJoinLateral(page, sql`true`)
    .where(and(eq(apiKeys.keyHash, sql.placeholder('keyHash')), isNull(apiKeys.revokedAt)))
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
  const { keyHash } = context
  const rows = await onConnection(context, (session) =>
    pages[order](session).execute({ keyHash, externalId, page, pageSize: size }),
  )
  const { customerId, firstSequence, lastSequence, entries } = requireSecretKey(rows[0])
  if (customerId === null) throw customerNotFound(externalId)
  const count = firstSequence === null || lastSequence === null ? 0 : lastSequence - firstSequence + 1
  const pageCount = Math.max(1, Math.ceil(count / size))
  return `{"results":[${entries ?? ''}],"count":${count},"pages":${pageCount},"currentPage":${page}}`
}
