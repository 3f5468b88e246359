import { setTimeout as wait } from 'node:timers/promises'
import { sqlState } from './unavailable'

const ATTEMPTS = 5
const FIRST_WAIT_MS = 20
/** Serialization failure and deadlock: the transaction lost against a concurrent one, and nothing of it is stored. */
const LOST = ['40001', '40P01']

/** True when the database rolled a transaction back in favour of a concurrent one. */
export const isTransactionConflict = (error: unknown): boolean => LOST.includes(sqlState(error) ?? '')

/**
 * Runs a transaction again that lost against a concurrent one; other errors are thrown at once.
 * @param alsoRetried more SQL states after which it runs again
 * @throws the signal's reason when it aborts between two attempts; the error of the last attempt
 */
export async function retryTransaction<Result>(
  run: () => Promise<Result>,
  { signal, alsoRetried = [] }: { signal?: AbortSignal | undefined; alsoRetried?: readonly string[] } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const isPassing = isTransactionConflict(error) || alsoRetried.includes(sqlState(error) ?? '')
      if (attempt >= ATTEMPTS || !isPassing) throw error
      await wait(FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random()), null, { signal }).catch(() => undefined)
      signal?.throwIfAborted()
    }
  }
}
