import { and, asc, eq, sql } from 'drizzle-orm'
import type { DatabaseTransaction } from '../store/open'
import { sameRow, upsertRows, type Columns } from '../store/recordset'
import { customers } from '../store/schema'
import { BadLine } from './bad-line'
import type { ImportCustomer, Numbered } from './import-line'

/**
 * Writes customers; of an id given twice the last line counts. An external id goes to one customer at a time, in the
 * order of the lines.
 * @throws BadLine where another customer has the external id
 */
export async function writeCustomers(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly Numbered<ImportCustomer>[],
  now: string,
): Promise<void> {
  if (lines.length === 0) return
  const present = await lockPresent(tx, merchantId, lines)
  const holders = new Map(present.map(({ id, externalId }) => [externalId, id]))
  const externalIds = new Map(present.map(({ id, externalId }) => [id, externalId]))
  for (const { number, data } of lines) {
    const holder = holders.get(data.externalId)
    if (holder !== undefined && holder !== data.id) {
      throw new BadLine(number, 'data.externalId', `"${data.externalId}" is that of customer "${holder}" already`)
    }
    const former = externalIds.get(data.id)
    if (former !== undefined) holders.delete(former)
    holders.set(data.externalId, data.id)
    externalIds.set(data.id, data.externalId)
  }

  const latest = new Map(lines.map(({ data }) => [data.id, data]))
  const createdAts = new Map(present.map(({ id, createdAt }) => [id, createdAt]))
  await stepAside(
    tx,
    merchantId,
    present.filter(({ id, externalId }) => (latest.get(id)?.externalId ?? externalId) !== externalId),
  )
  await upsertRows(
    tx,
    customers,
    [...latest.values()].map(({ id, externalId, name, email }) => ({
      merchantId,
      id,
      externalId,
      name,
      email,
      createdAt: createdAts.get(id) ?? now,
      updatedAt: now,
    })),
  )
}

/** The stored customers that have one of these ids or external ids, locked. */
async function lockPresent(tx: DatabaseTransaction, merchantId: string, lines: readonly Numbered<ImportCustomer>[]) {
  const { id, externalId, createdAt } = customers
  const rows = lines.map(({ data }) => ({ merchantId, id: data.id, externalId: data.externalId }))
  const present = []
  const keys: Columns[] = [
    { merchantId: customers.merchantId, id },
    { merchantId: customers.merchantId, externalId },
  ]
  for (const key of keys) {
    const found = await tx
      .select({ id, externalId, createdAt })
      .from(customers)
      .innerJoin(...sameRow(key, rows))
      .orderBy(asc(id))
      .for('update', { of: customers })
    present.push(...found)
  }
  return [...new Map(present.map((customer) => [customer.id, customer])).values()]
}

/** Frees external ids that pass from one customer to another in this batch: each row is checked as it is written. */
async function stepAside(tx: DatabaseTransaction, merchantId: string, leaving: readonly { id: string }[]) {
  if (leaving.length === 0) return
  const ids = leaving.map(({ id }) => id)
  await tx
    .update(customers)
    .set({ externalId: sql`chr(1) || ${customers.id}` })
    .where(and(eq(customers.merchantId, merchantId), sql`${customers.id} = any(${sql.param(ids)}::text[])`))
}
