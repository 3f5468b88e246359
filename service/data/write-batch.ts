import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { endDemo } from '../demo-mark'
import { placeTransactions } from '../store/ledger'
import type { DatabaseTransaction } from '@/database/open-database'
import { merchants } from '../store/schema'
import { takeImportTurn } from '../store/take-import-turn'
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
  const withPlans = lines.filter((line) => line.kind === 'subscription')
  await takeImportTurn(tx, merchantId)
  await prepareMerchant(tx, { id: merchantId, createdAt: now, isDemo })
  // Before the plans: writing plans takes a shared lock on `merchants` on every node, and two imports could not raise it.
  if (withPlans.length > 0) await renewCatalogueVersion(tx, merchantId)

  const kept = nothingKept()
  const options = { replace, isDemo, kept }
  await writeCustomers(
    tx,
    merchantId,
    lines.filter((line) => line.kind === 'customer'),
    options,
  )
  await writeSubscriptions(tx, withPlans, options)
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

/** Creates a new merchant, and ends the demo of another. Writes only what changes: a write here locks every node. */
async function prepareMerchant(tx: DatabaseTransaction, merchant: typeof merchants.$inferInsert): Promise<void> {
  const [stored] = await tx.select({ isDemo: merchants.isDemo }).from(merchants).where(eq(merchants.id, merchant.id))
  if (!stored) await tx.insert(merchants).values(merchant).onConflictDoNothing()
  if (!merchant.isDemo && stored?.isDemo !== false) await endDemo(tx, merchant.id)
}

/** Marks every cached plan, price and billable of the merchant as stale. */
async function renewCatalogueVersion(tx: DatabaseTransaction, merchantId: string): Promise<void> {
  await tx.update(merchants).set({ catalogueVersion: randomUUID() }).where(eq(merchants.id, merchantId))
}
