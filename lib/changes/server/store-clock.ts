import { sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { consoleStore } from '@/lib/store/console-store'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    storeClock: StoreClock
  }
}

/** The clocks that changes are tracked by, neither of them the machine's wall clock. Tests set both. */
export interface StoreClock {
  /** The store's clock, one for all processes on it. Inside a transaction pass that transaction. */
  storeNow: (db?: Database | DatabaseTransaction) => Promise<Date>
  /** Milliseconds of this process's monotonic clock, which clock adjustments do not affect. */
  elapsedMs: () => number
}

export const STORE_CLOCK: StoreClock = {
  async storeNow(db) {
    const { rows } = await (db ?? (await consoleStore())).execute<{ ms: string }>(
      sql`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`,
    )
    return new Date(Number(rows[0]?.ms))
  },
  elapsedMs: () => performance.now(),
}
