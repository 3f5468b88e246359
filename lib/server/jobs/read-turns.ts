import { setTimeout as wait } from 'node:timers/promises'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { newLease } from '../lease'
import { ProblemError } from '../problem'
import { readRates } from '../store/read-schema'

/** Unused turns are kept this long, so that a round that comes late loses none. */
const KEPT_SECONDS = 1.25

/** The rate that all reads of a source share. Other work has a rate of its own, by another name. */
export interface ReadRate {
  source: string
  perSecond: number
}

/**
 * Takes turns to read objects again. All processes together take no more than the rate allows; after a pause, the turns of one second
 * are free at once.
 * @param use takes up to `free` of the turns; other takers wait until it ends. Each value that it returns is a turn that was used
 */
function takeTurns<Used>(
  db: Database,
  { source, perSecond }: ReadRate,
  use: (tx: DatabaseTransaction, free: number) => Promise<Used[]>,
): Promise<Used[]> {
  return db.transaction(async (tx) => {
    await tx.insert(readRates).values({ source, takenUntil: longAgo }).onConflictDoNothing()
    const isSource = eq(readRates.source, source)
    await tx.select({ source: readRates.source }).from(readRates).where(isSource).for('update')
    // Not in the statement above, whose clock may stand at the instant before it waited.
    const [rate] = await tx.select({ seconds: secondsSince }).from(readRates).where(isSource)
    // One that is far ahead was stored before the store's clock was set back.
    const unused = Math.min(Math.abs(Number(rate?.seconds ?? 0)), KEPT_SECONDS)
    const free = Math.min(perSecond, Math.floor(unused * perSecond))
    const used = free === 0 ? [] : await use(tx, free)
    if (used.length > 0)
      await tx
        .update(readRates)
        .set({
          takenUntil: sql`clock_timestamp() - make_interval(secs => ${unused - used.length / perSecond}::float8)`,
        })
        .where(isSource)
    return used
  })
}

/** A read that fails for a reason that may pass is tried again, so late that a short outage is over. */
const MAX_ATTEMPTS = 3
const RETRY_MS = 15_000

interface FailedRead {
  /** How often it was tried, with this time. */
  attempts: number
  error: unknown
  signal?: AbortSignal | undefined
  retryMs?: number | undefined
}

/** Returns when a row whose read failed is free again, and its attempts; null after the last one. A busy or paused API was not asked. */
export function laterAttempt({
  attempts,
  error,
  signal,
  retryMs = RETRY_MS,
}: FailedRead): { leaseUntil: SQL | null; attempts: number } | null {
  const code = error instanceof ProblemError ? error.problem.code : undefined
  const wasNotAsked = signal?.aborted === true || code === 'api_paused' || code === 'overloaded'
  if (wasNotAsked) return { leaseUntil: null, attempts: attempts - 1 }
  return attempts >= MAX_ATTEMPTS ? null : { leaseUntil: newLease(retryMs), attempts }
}

const longAgo = sql`clock_timestamp() - interval '1 hour'`
const secondsSince = sql<string>`extract(epoch from clock_timestamp() - ${readRates.takenUntil})`

const POLL_MS = 1_000

/** Turns of one reader that reads one object after another, beside others of the same rate. */
export class ReadTurns {
  #left = 0

  constructor(
    readonly db: Database,
    readonly rate: ReadRate,
  ) {}

  /** Waits for the next turn. @throws the signal's reason when it aborts */
  async next(signal: AbortSignal): Promise<void> {
    while (this.#left === 0) {
      signal.throwIfAborted()
      const taken = await takeTurns(this.db, this.rate, (_, free) => Promise.resolve(Array<true>(free).fill(true)))
      this.#left = taken.length
      // Not in step with other readers, or the same one would always find all turns taken.
      if (taken.length === 0) await wait(POLL_MS * (0.5 + Math.random()), undefined, { signal })
    }
    this.#left -= 1
  }
}
