import { sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { consoleStore } from '../store/console-store'

/** The clocks that changes are tracked by. The machine's own is none of them; tests set both. */
export interface StoreClock {
  /** The store's clock, one for all processes on it. Inside a transaction pass that transaction. */
  storeNow: (db?: Database | DatabaseTransaction) => Promise<Date>
  /** Milliseconds of this process's monotonic clock: no step of another clock changes it. */
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
