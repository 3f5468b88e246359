import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { DatabaseTransaction } from '@/database/open-database'
import { endDemo } from '../demo-mark'
import { placeTransactions } from '../store/ledger'
import { importTurns, merchants } from '../store/schema'
import type { NumberedLine } from './storable-line'
import { countKept, newestOf, nothingKept } from './kept-objects'
import { writeCustomers } from './write-customers'
import { writeInvoices } from './write-invoices'
import { writeSubscriptions } from './write-subscriptions'

/**
 * Writes the lines of one batch for one merchant, and creates the merchant if it is new. Kinds may come in any order,
 * because no row refers to another kind. Two imports of one merchant alternate batches.
 * @param options `now` is the creation time of a new merchant; `replace` and `isDemo` as for `importLines`
 * @returns the number of stored ledger entries that had to move, and the objects that were kept
 * @throws BadLine for a line that contradicts the store
 */
export async function writeBatch(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly NumberedLine[],
  { now, replace = false, isDemo = false }: { now: string; replace?: boolean; isDemo?: boolean },
) {
  const withPlans = lines.filter((line) => line.kind === 'subscription')
  const customers = lines.filter((line) => line.kind === 'customer')
  const invoices = lines.filter((line) => line.kind === 'invoice')
  const transactions = lines.filter((line) => line.kind === 'transaction')
  await takeImportTurn(tx, merchantId)
  await prepareMerchant(tx, { id: merchantId, createdAt: now, isDemo })
  // Before the plans: writing plans takes a shared lock on `merchants` on every node, and two imports could not raise it.
  // The new version marks every cached plan, price and billable of the merchant as stale.
  if (withPlans.length > 0)
    await tx.update(merchants).set({ catalogueVersion: randomUUID() }).where(eq(merchants.id, merchantId))

  const kept = nothingKept()
  const options = { replace, isDemo, kept }
  await writeCustomers(tx, merchantId, customers, options)
  await writeSubscriptions(tx, withPlans, options)
  await writeInvoices(tx, merchantId, invoices, options)
  const onKept = ({ id }: { id: string }) => countKept(kept, 'transaction', id)
  const rows = transactions.map(({ row }) => row)
  const entries = newestOf(rows, { isForced: replace, onKept })
  const moved = await placeTransactions(tx, merchantId, entries, { replace, onKept })
  return { moved, kept }
}

/** Creates a new merchant, and ends the demo of another. Writes only what changes: a write here locks every node. */
async function prepareMerchant(tx: DatabaseTransaction, merchant: typeof merchants.$inferInsert): Promise<void> {
  const [stored] = await tx.select({ isDemo: merchants.isDemo }).from(merchants).where(eq(merchants.id, merchant.id))
  if (!stored) await tx.insert(merchants).values(merchant).onConflictDoNothing()
  if (!merchant.isDemo && stored?.isDemo !== false) await endDemo(tx, merchant.id)
}

/**
 * Waits until no other import of this merchant writes, and keeps others waiting until the transaction ends. Locks a row of
 * a distributed table: in a cluster a lock on `merchants` would stop every node, and advisory locks are of one node.
 */
export async function takeImportTurn(tx: DatabaseTransaction, merchantId: string): Promise<void> {
  // Citus refuses to write a reference table after statements that it ran in parallel on several shards.
  await tx.execute(`set local citus.multi_shard_modify_mode = 'sequential'`)
  // Citus would lock whole shards, in any order: imports of several merchants, which share no row, would deadlock.
  await tx.execute('set local citus.enable_deadlock_prevention = off')
  await tx.insert(importTurns).values({ merchantId }).onConflictDoNothing()
  await tx.select().from(importTurns).where(eq(importTurns.merchantId, merchantId)).for('update')
}
