import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { JsonText, stringifyExactJson } from '@/contract/exact-json'
import { inSnapshot } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { readDocument, readPlanText } from '../store/read-document'
import { customers, invoices, subscriptions, transactions } from '../store/schema'
import type { ImportLine } from './import-line'

/** Rows of a statement. An invoice may have megabytes. */
const ROWS_A_PAGE = { customer: 1_000, subscription: 100, invoice: 20, transaction: 1_000 } as const
/** Plans whose text is kept: most subscriptions share a few. */
const MAX_PLANS = 100

/**
 * Writes everything that an import stores of a merchant, as lines that an import reads (`import-line.ts`): customers,
 * subscriptions with their plans, invoices, and transactions, each kind in order of its key. Reads one snapshot, so an import
 * that runs meanwhile is in it whole or not at all. The same data give the same bytes.
 * @param write gets a line with its line break; the next page waits for it
 * @returns the number of lines of each kind
 */
export function exportLines(
  db: Database,
  merchantId: string,
  write: (line: string) => Promise<void> | void,
): Promise<Record<ImportLine['kind'], number>> {
  return inSnapshot({ db }, async (tx) => {
    await tx.execute('set local statement_timeout = 0')
    const counts = { customer: 0, subscription: 0, invoice: 0, transaction: 0 }
    const writeLine = async (kind: ImportLine['kind'], data: string, more = '') => {
      counts[kind] += 1
      await write(`{"kind":"${kind}","data":${data}${more}}\n`)
    }
    const plans = new Map<string, string | null>()
    await eachRow(
      (after) =>
        tx
          .select({ key: customers.externalId, document: customers.document })
          .from(customers)
          .where(follows(customers.merchantId, merchantId, [customers.externalId], after))
          .orderBy(asc(customers.externalId))
          .limit(ROWS_A_PAGE.customer),
      ({ document }) => writeLine('customer', document),
      ({ key }) => [key],
    )
    await eachRow(
      (after) =>
        tx
          .select()
          .from(subscriptions)
          .where(follows(subscriptions.merchantId, merchantId, [subscriptions.id], after))
          .orderBy(asc(subscriptions.id))
          .limit(ROWS_A_PAGE.subscription),
      async ({ document, planId, changedAt }) => {
        const plan = await planText(tx, plans, merchantId, planId)
        const data = plan === null ? document : withPlan(document, plan)
        await writeLine('subscription', data, changedAt === null ? '' : `,"changedAt":"${changedAt}"`)
      },
      ({ id }) => [id],
    )
    await eachRow(
      (after) =>
        tx
          .select({ id: invoices.id, document: invoices.document })
          .from(invoices)
          .where(follows(invoices.merchantId, merchantId, [invoices.id], after))
          .orderBy(asc(invoices.id))
          .limit(ROWS_A_PAGE.invoice),
      ({ document }) => writeLine('invoice', document),
      ({ id }) => [id],
    )
    const { customerId, sequence, document } = transactions
    await eachRow(
      (after) =>
        tx
          .select({ customerId, sequence, document })
          .from(transactions)
          .where(follows(transactions.merchantId, merchantId, [customerId, sequence], after))
          .orderBy(asc(customerId), asc(sequence))
          .limit(ROWS_A_PAGE.transaction),
      (row) => writeLine('transaction', row.document),
      (row) => [row.customerId, row.sequence],
    )
    return counts
  })
}

type Key = (string | number)[]

/** Reads page after page by key. */
async function eachRow<Row>(
  select: (after: Key | null) => Promise<Row[]>,
  use: (row: Row) => Promise<void>,
  keyOf: (row: Row) => Key,
): Promise<void> {
  let after: Key | null = null
  for (;;) {
    const rows: Row[] = await select(after)
    for (const row of rows) await use(row)
    const last = rows.at(-1)
    if (last === undefined) return
    after = keyOf(last)
  }
}

/** Returns the condition for rows of a merchant after a key. */
function follows(merchant: PgColumn, merchantId: string, columns: PgColumn[], after: Key | null): SQL | undefined {
  const isOfMerchant = eq(merchant, merchantId)
  if (after === null) return isOfMerchant
  const [left, right] = [columns, after].map((parts) =>
    sql.join(
      parts.map((part) => sql`${part}`),
      sql`, `,
    ),
  )
  return and(isOfMerchant, sql`(${left}) > (${right})`)
}

async function planText(
  tx: DatabaseTransaction,
  plans: Map<string, string | null>,
  merchantId: string,
  planId: string,
): Promise<string | null> {
  const known = plans.get(planId)
  if (known !== undefined) return known
  const text = await readPlanText(tx, merchantId, planId)
  const [oldest] = plans.keys()
  if (plans.size >= MAX_PLANS && oldest !== undefined) plans.delete(oldest)
  plans.set(planId, text)
  return text
}

const withPlan = (document: string, plan: string) =>
  stringifyExactJson({ ...readDocument(document), plan: new JsonText(plan) })
