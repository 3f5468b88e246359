import type { Environment } from '@/lib/core/server/operation-context'
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import type { Breakers } from '../status'
import { every } from '@/lib/core/server/every'
import { consoleStore } from '@/lib/store/console-store'
import { processReports } from '@/lib/store/schema'
import { THIS_PROCESS } from '@/lib/core/server/this-process'
import { type ProcessFigures, worstState } from './process-figures'

const EVERY_MS = 5_000
/** By the store's clock. */
const A_MINUTE_AGO = sql`now() - interval '1 minute'`

const { process, source, reportedAt, figures } = processReports

/** Returns what this process knows of the billing API. Pages and routes have separate clients, with breakers of their own. */
export function ownFigures(environment: Environment): ProcessFigures {
  const { health, drift } = environment
  return {
    reads: health.callsOf('read'),
    writes: health.callsOf('write'),
    breakers: ownBreakers(environment),
    lastSuccessAt: health.lastSuccessAt,
    clockMs: health.clockMs,
    failures: health.failures,
    drift: drift.list(),
  }
}

/** Returns the worst state of the circuit breakers of this process. */
export function ownBreakers({ breakers }: Environment): Breakers {
  const all = breakers()
  return { reads: worstState(all.map(({ reads }) => reads)), writes: worstState(all.map(({ writes }) => writes)) }
}

/**
 * Stores the figures of a process for the others, and deletes reports that no longer count.
 * @param before the text that was stored before; the same text is not written again
 * @returns the text that is stored now
 */
export async function storeReport(
  db: Database,
  { name = THIS_PROCESS, of, known, before }: { name?: string; of: string; known: ProcessFigures; before?: string },
): Promise<string> {
  const text = JSON.stringify(known)
  const report = {
    source: of,
    startedAt: new Date(performance.timeOrigin).toISOString(),
    reportedAt: sql`now()`,
    figures: text,
  }
  await db
    .insert(processReports)
    .values({ process: name, ...report })
    .onConflictDoUpdate({ target: process, set: text === before ? { reportedAt: report.reportedAt } : report })
  await db.delete(processReports).where(lt(reportedAt, A_MINUTE_AGO))
  return text
}

/** Returns the figures that the other processes on the same billing API have reported within a minute. */
export async function findOtherReports(db: Pick<Database, 'select'>, of: string): Promise<ProcessFigures[]> {
  const rows = await db
    .select({ figures })
    .from(processReports)
    .where(and(eq(source, of), ne(process, THIS_PROCESS), gt(reportedAt, A_MINUTE_AGO)))
  // All processes on a store have one version.
  return rows.map((row): ProcessFigures => JSON.parse(row.figures))
}

/** Reports what this process knows every few seconds. @returns stops the reports (`every`), and deletes that of this process */
export function startReporting(environment: Environment): () => Promise<void> {
  let before = ''
  const failure = 'the figures of this process could not be reported'
  const stop = every({ everyMs: EVERY_MS, event: 'status', failure }, async () => {
    const known = ownFigures(environment)
    before = await storeReport(await consoleStore(), { of: environment.index.source, known, before })
  })
  return async () => {
    await stop()
    const db = await consoleStore()
    await db.delete(processReports).where(eq(process, THIS_PROCESS))
  }
}
