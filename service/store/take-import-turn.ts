import { eq } from 'drizzle-orm'
import type { DatabaseTransaction } from '@/database/open-database'
import { importTurns } from './schema'

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
