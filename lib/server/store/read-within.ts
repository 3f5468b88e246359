import { onConnection, type Session } from '@/database/on-connection'
import { problemError } from '../problem'
import { consoleStore } from './console-store'

interface Limits {
  signal: AbortSignal | undefined
  ms: number
  /** The detail of the problem after that time. */
  tooSlow: string
}

/**
 * Reads the store on one connection, for a limited time.
 * @throws ProblemError `store_unavailable` after that time; the signal's reason when it aborts
 */
export async function readWithin<Result>(
  { signal, ms, tooSlow }: Limits,
  read: (db: Session) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(ms)
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    return await onConnection({ db: await consoleStore(), signal: ends }, read)
  } catch (error) {
    if (!timeout.aborted || signal?.aborted) throw error
    throw problemError('store_unavailable', tooSlow, { cause: error })
  }
}
