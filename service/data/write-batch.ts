import { eq, sql } from 'drizzle-orm'
import { endDemo } from '../demo-mark'
import { placeTransactions } from '../store/ledger'
import type { DatabaseTransaction } from '@/database/open-database'
import { merchants } from '../store/schema'
import type { NumberedLine } from './storable-line'
import { countKept, nothingKept, type KeptObjects } from './kept-objects'
import { newestOf } from './newest-of'
import { writeCustomers } from './write-customers'
import { writeInvoices } from './write-invoices'
import { writeSubscriptions } from './write-subscriptions'

/** Result of a batch. */
export interface WrittenBatch {
  /** Stored ledger entries that had to move. */
  moved: number
  kept: KeptObjects
}

/**
 * Writes the lines of one batch for one merchant, and creates the merchant if it is new. Kinds may come in any order,
 * because no row refers to another kind. Two imports of one merchant alternate batches.
 * @param options `now` is the creation time of a new merchant; `replace` and `isDemo` as for `importLines`
 * @throws BadLine for a line that contradicts the store
 */
export async function writeBatch(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly NumberedLine[],
  { now, replace = false, isDemo = false }: { now: string; replace?: boolean; isDemo?: boolean },
): Promise<WrittenBatch> {
  await tx.insert(merchants).values({ id: merchantId, createdAt: now, isDemo }).onConflictDoNothing()
  await tx.select().from(merchants).where(eq(merchants.id, merchantId)).for('no key update')
  if (!isDemo) await endDemo(tx, merchantId)

  const kept = nothingKept()
  const options = { replace, isDemo, kept }
  await writeCustomers(
    tx,
    merchantId,
    lines.filter((line) => line.kind === 'customer'),
    options,
  )
  const withPlans = lines.filter((line) => line.kind === 'subscription')
  await writeSubscriptions(tx, withPlans, options)
  if (withPlans.length > 0) await renewCatalogueVersion(tx, merchantId)
  await writeInvoices(
    tx,
    merchantId,
    lines.filter((line) => line.kind === 'invoice'),
    options,
  )
  const onKept = ({ id }: { id: string }) => countKept(kept, 'transaction', id)
  const entries = newestOf(
    lines.filter((line) => line.kind === 'transaction').map(({ row }) => row),
    { isForced: replace, onKept },
  )
  const moved = await placeTransactions(tx, merchantId, entries, { replace, onKept })
  return { moved, kept }
}

/** Marks every cached plan, price and billable of the merchant as stale. */
async function renewCatalogueVersion(tx: DatabaseTransaction, merchantId: string): Promise<void> {
  await tx
    .update(merchants)
    .set({ catalogueVersion: sql`gen_random_uuid()` })
    .where(eq(merchants.id, merchantId))
}
