import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from 'pg'

const ATTEMPTS = 5
/** Serialization failure, deadlock, lock not available, and a unique violation by a concurrent writer. */
const PASSING = new Set(['40001', '40P01', '55P03', '23505'])

/** Retries a database transaction that lost against a concurrent one; other errors are thrown at once. */
export async function retryBatch<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= ATTEMPTS || !isPassing(error)) throw error
      await wait(20 * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

/** Drizzle wraps the driver's error as `cause`. */
function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code !== undefined && PASSING.has(error.code)
  return error instanceof Error && error.cause !== undefined && isPassing(error.cause)
}
