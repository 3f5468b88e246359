import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '@/database/open-database'
import { every } from '@/lib/core/server/every'
import { settings } from '@/lib/core/server/settings'
import { consoleStore } from '@/lib/store/console-store'
import { indexedDifferences, indexedLinks, openedObjects, seenObjects } from '@/lib/store/index-schema'
import { jobs } from '@/lib/store/job-schema'
import { ledgerReads } from '@/lib/store/ledger-schema'
import { readRuns } from '@/lib/store/read-schema'
import { remarks } from '@/lib/store/remark-schema'
import { trimForgettings } from './forget-fence'

const TABLES = [seenObjects, indexedLinks, indexedDifferences] as const
const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Deletes the oldest rows: of every source those seen before `before`, of this one also those beyond the newest `rows`.
 * @returns the number of deleted rows of the index
 */
export async function trimIndex(
  db: Database,
  source: string,
  { before, rows }: { before: Date; rows: number },
): Promise<number> {
  const limit = await oldestToKeep(db, source, rows)
  let deleted = 0
  for (const table of TABLES) {
    const isBeyond = limit === null ? undefined : and(eq(table.source, source), lt(table.seenAt, limit))
    const { rowCount } = await db.delete(table).where(or(lt(table.seenAt, before.toISOString()), isBeyond))
    deleted += rowCount ?? 0
  }
  await db.delete(openedObjects).where(lt(openedObjects.openedAt, before.toISOString()))
  await db.delete(readRuns).where(lt(readRuns.startedAt, before.toISOString()))
  await db.delete(jobs).where(lt(jobs.endedAt, before.toISOString()))
  // A review goes with its invoice. Notes stay until their customer is forgotten: they are people's work.
  await db.execute(sql`
    delete from ${remarks} as review where review.finding is not null and not exists (
      select from ${seenObjects} as seen
      where seen.id = review.id and seen.source = review.source and seen.kind = 'invoice')`)
  await trimLedgers(db, source, { before, rows })
  await trimForgettings(db)
  return deleted
}

/** Deletes what was read of whole ledgers, the longest unread first, until their sums fit. */
async function trimLedgers(
  db: Database,
  source: string,
  { before, rows }: { before: Date; rows: number },
): Promise<void> {
  await db.delete(ledgerReads).where(lt(ledgerReads.updatedAt, before.toISOString()))
  await db.execute(sql`
    delete from ${ledgerReads} where id in (
      select id from (
        select id, sum(sums) over (order by updated_at desc, id) as kept from ${ledgerReads} where source = ${source}) as newest
      where kept > ${rows}) and state <> 'running'`)
}

/** Returns the instant of the last row that fits; null when all fit. */
async function oldestToKeep(db: Database, source: string, rows: number): Promise<string | null> {
  const [one, two, ...more] = TABLES.map((table) =>
    db.select({ seenAt: table.seenAt }).from(table).where(eq(table.source, source)),
  )
  if (!one || !two) return null
  const all = unionAll(one, two, ...more).as('every_row')
  const [last] = await db
    .select({ seenAt: all.seenAt })
    .from(all)
    .orderBy(desc(all.seenAt))
    .offset(rows - 1)
    .limit(1)
  return last?.seenAt ?? null
}

/** Trims the index every hour, by the settings. @returns stops it (`every`) */
export function startTrimming(source: string): () => Promise<void> {
  const { CONSOLE_INDEX_DAYS: days, CONSOLE_INDEX_ROWS: rows } = settings()
  return every({ everyMs: EVERY_MS, event: 'index', failure: 'the index could not be trimmed' }, async () => {
    await trimIndex(await consoleStore(), source, { before: new Date(Date.now() - days * DAY_MS), rows })
  })
}
