import type { ListTransactionsInput } from '@/contract/billing/operations'
import { and, asc, between, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { customerNotFound } from '../refusals'
import { onConnection } from '@/database/on-connection'
import { preparedStatement } from '@/database/prepared-statement'
import { customerLedgers, customers, transactions } from '../store/schema'
import type { OperationContext } from './operation-context'

/** Entries before the page, and entries on it. */
const skipped = sql`(${sql.placeholder('page')}::bigint - 1) * ${sql.placeholder('pageSize')}::bigint`
const pageSize = sql`${sql.placeholder('pageSize')}::bigint`

/** A page is a range of sequences, counted from the oldest entry or from the newest. */
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

/** One statement, so one snapshot: the customer, the counter row, and the page's range of the ledger. */
function buildPage(session: NodePgDatabase, name: string, range: SQL, order: SQL) {
  return session
    .select({
      firstSequence: customerLedgers.firstSequence,
      lastSequence: customerLedgers.lastSequence,
      document: transactions.document,
    })
    .from(customers)
    .leftJoin(
      customerLedgers,
      and(eq(customerLedgers.merchantId, customers.merchantId), eq(customerLedgers.customerId, customers.id)),
    )
    .leftJoin(
      transactions,
      and(
        eq(transactions.merchantId, customerLedgers.merchantId),
        eq(transactions.customerId, customerLedgers.customerId),
        range,
      ),
    )
    .where(
      and(
        eq(customers.merchantId, sql.placeholder('merchantId')),
        eq(customers.externalId, sql.placeholder('externalId')),
      ),
    )
    .orderBy(order)
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
 * A page of a customer's ledger in order of `createdAt`, ties by id; past the end it is empty (section 4.5).
 * @returns the JSON text of `TransactionPage`, its entries as they were stored
 * @throws BillingError `customer_not_found`
 */
export async function listTransactions(
  context: OperationContext,
  { externalId, page, pageSize: size, order }: ListTransactionsInput,
): Promise<string> {
  const { merchantId } = context
  const rows = await onConnection(context, (session) =>
    pages[order](session).execute({ merchantId, externalId, page, pageSize: size }),
  )
  const [first] = rows
  if (!first) throw customerNotFound(externalId)
  const { firstSequence, lastSequence } = first
  const count = firstSequence === null || lastSequence === null ? 0 : lastSequence - firstSequence + 1
  const entries = rows.flatMap(({ document }) => document ?? [])
  const pageCount = Math.max(1, Math.ceil(count / size))
  return `{"results":[${entries.join(',')}],"count":${count},"pages":${pageCount},"currentPage":${page}}`
}
