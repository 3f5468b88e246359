import { and, eq } from 'drizzle-orm'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf, sameRow, upsertRows, type Columns } from '@/database/recordset'
import { customers } from '../store/schema'
import { BadLine } from './line-reader'
import { countKept, isNewer, type KeptObjects } from './kept-objects'
import type { StorableLine } from './storable-line'

type CustomerLine = Extract<StorableLine, { kind: 'customer' }> & { number: number }

/**
 * Writes customers. A stored customer that is newer stays, unless `replace`. An external id belongs to one customer at a
 * time, in the order of the lines.
 * @throws BadLine when another customer has the external id
 */
export async function writeCustomers(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly CustomerLine[],
  { replace, kept }: { replace: boolean; kept: KeptObjects },
): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ row }) => row)
  const present = await selectPresent(tx, rows)
  const holders = new Map(present.map(({ id, externalId }) => [externalId, id]))
  const known = new Map<string, Pick<CustomerLine['row'], 'id' | 'externalId' | 'updatedAt'>>(
    present.map((customer) => [customer.id, customer]),
  )
  const written = new Map<string, CustomerLine['row']>()
  for (const { number, row } of lines) {
    const former = known.get(row.id)
    if (former && !replace && isNewer(former, row)) {
      countKept(kept, 'customer', row.id)
      continue
    }
    const holder = holders.get(row.externalId)
    if (holder !== undefined && holder !== row.id) {
      throw new BadLine(number, 'data.externalId', `"${row.externalId}" is that of customer "${holder}" already`)
    }
    if (former) holders.delete(former.externalId)
    holders.set(row.externalId, row.id)
    known.set(row.id, row)
    written.set(row.id, row)
  }

  const isLeaving = ({ id, externalId }: { id: string; externalId: string }) =>
    (written.get(id)?.externalId ?? externalId) !== externalId
  const leaving = present.filter(isLeaving).map(({ externalId }) => externalId)
  // They are written again under another external ID, which is their key.
  if (leaving.length > 0)
    await tx.delete(customers).where(and(eq(customers.merchantId, merchantId), isOneOf(customers.externalId, leaving)))
  await upsertRows(tx, customers, [...written.values()])
}

/** Returns the stored customers that have one of these ids or external ids. Only imports write customers, in turn. */
async function selectPresent(tx: DatabaseTransaction, rows: readonly CustomerLine['row'][]) {
  const { merchantId, id, externalId, updatedAt } = customers
  const present = []
  const keys: Columns[] = [
    { merchantId, id },
    { merchantId, externalId },
  ]
  for (const key of keys) {
    const found = await tx
      .select({ id, externalId, updatedAt })
      .from(customers)
      .innerJoin(...sameRow(key, rows))
    present.push(...found)
  }
  return [...new Map(present.map((customer) => [customer.id, customer])).values()]
}
