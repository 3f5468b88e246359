import { eq } from 'drizzle-orm'
import { placeTransactions } from '../store/ledger'
import type { DatabaseTransaction } from '../store/open'
import { merchants } from '../store/schema'
import type { NumberedLine } from './import-line'
import { writeCustomers } from './write-customers'
import { writeInvoices } from './write-invoices'
import { writeSubscriptions } from './write-subscriptions'

/**
 * Writes the lines of one batch, all of this merchant, which is made if it is new. Kinds may come in any order: nothing
 * refers to a row of another kind. Two imports of one merchant take turns, batch by batch.
 * @param now creation time of a merchant or customer, whose lines have none
 * @returns how many stored ledger entries had to move
 * @throws BadLine for a line that contradicts what is stored
 */
export async function writeBatch(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly NumberedLine[],
  now: string,
): Promise<number> {
  await tx.insert(merchants).values({ id: merchantId, createdAt: now }).onConflictDoNothing()
  await tx.select().from(merchants).where(eq(merchants.id, merchantId)).for('no key update')

  await writeCustomers(
    tx,
    merchantId,
    lines.filter((line) => line.kind === 'customer'),
    now,
  )
  await writeSubscriptions(
    tx,
    merchantId,
    lines.filter((line) => line.kind === 'subscription').map(({ data }) => data),
  )
  await writeInvoices(
    tx,
    merchantId,
    lines.filter((line) => line.kind === 'invoice'),
  )
  return placeTransactions(
    tx,
    merchantId,
    lines.filter((line) => line.kind === 'transaction').map(({ data }) => data),
  )
}
