import { onConnection, type Session } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
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
    return await onConnection({ db: await storeBefore(ends), signal: ends }, read)
  } catch (error) {
    if (!timeout.aborted || signal?.aborted) throw error
    throw problemError('store_unavailable', tooSlow, { cause: error })
  }
}

/** Returns the store; its opening may take long, while another process migrates. @throws the signal's reason when it aborts */
async function storeBefore(signal: AbortSignal): Promise<Database> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    consoleStore().then(resolve, reject)
  })
}
