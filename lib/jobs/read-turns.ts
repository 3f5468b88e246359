import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import { readRates } from '@/lib/store/read-schema'

/** Unused turns are kept this long, so that a round that comes late loses none. */
const KEPT_SECONDS = 1.25

/** The rate that all reads of a source share. Other work has a rate of its own, by another name. */
export interface ReadRate {
  source: string
  perSecond: number
}

/**
 * Takes the turns that are free. All processes together take no more than the rate allows; after a pause, the turns of one second are
 * free at once.
 * @returns their number
 */
function takeTurns(db: Database, { source, perSecond }: ReadRate): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.insert(readRates).values({ source, takenUntil: longAgo }).onConflictDoNothing()
    const isSource = eq(readRates.source, source)
    await tx.select({ source: readRates.source }).from(readRates).where(isSource).for('update')
    // Not in the statement above, whose clock may stand at the instant before it waited.
    const [rate] = await tx.select({ seconds: secondsSince }).from(readRates).where(isSource)
    // One that is far ahead was stored before the store's clock was set back.
    const unused = Math.min(Math.abs(Number(rate?.seconds ?? 0)), KEPT_SECONDS)
    const free = Math.min(perSecond, Math.floor(unused * perSecond))
    if (free > 0)
      await tx
        .update(readRates)
        .set({ takenUntil: sql`clock_timestamp() - make_interval(secs => ${unused - free / perSecond}::float8)` })
        .where(isSource)
    return free
  })
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
      this.#left = await takeTurns(this.db, this.rate)
      // Not in step with other readers, or the same one would always find all turns taken.
      if (this.#left === 0) await wait(POLL_MS * (0.5 + Math.random()), undefined, { signal })
    }
    this.#left -= 1
  }
}
