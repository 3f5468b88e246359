import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, desc, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import type { ExportProgress } from '@/lib/core/download'
import type { Database } from '@/database/open-database'
import { partialOutcome } from '../../walk-outcome'
import { type Actor, userKey } from '@/lib/core/server/actor'
import { log } from '@/lib/core/server/log'
import { endingSignal } from '@/lib/core/server/process-stop'
import { consoleStore } from '@/lib/store/console-store'
import { ledgerExports, storableText } from '@/lib/store/schema'
import { isHeld, leaseFrom } from '@/lib/core/server/lease'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    exports: ExportRegistry
  }
}

const STORE_EVERY_MS = 1_000
const MAX_WAIT_MS = 2_000
const MAX_KEPT = 200
const KEPT_HOURS = 1

/** Returns the ID under which a person's export is kept: one that another person has learned names nothing of theirs. */
export function ownExportId(actor: Actor, exportId: string): string
export function ownExportId(actor: Actor, exportId: string | undefined): string | undefined
export function ownExportId(actor: Actor, exportId: string | undefined): string | undefined {
  if (exportId === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([userKey(actor), exportId]))
    .digest('base64url')
}

/**
 * The exports by the IDs from their browsers. Those of this process are known at once; every process stores the progress of its
 * own each second, for the others.
 */
export class ExportRegistry {
  readonly #running = new Map<string, RunningExport>()

  /**
   * Makes the progress of an export known until it ends and for an hour. Without an ID it cannot be requested.
   * @returns stores how the export has ended. Neither fails: an export does not depend on its progress
   */
  async add(exportId: string | undefined, running: RunningExport): Promise<() => Promise<void>> {
    if (exportId === undefined) return () => Promise.resolve()
    this.#running.set(exportId, running)
    const insert = () => attempt(async () => storeExport(await consoleStore(), exportId))
    let stored = await insert()
    let storing: Promise<void> | undefined
    const store = async () => {
      stored ??= await insert()
      const known = stored
      if (known && (await attempt(async () => storeProgress(await consoleStore(), known, running.progress))))
        running.cancel()
      storing = undefined
    }
    const timer = setInterval(() => (storing ??= store()), STORE_EVERY_MS).unref()
    return async () => {
      clearInterval(timer)
      const ended = Promise.resolve(storing).then(store)
      const forget = () => this.#running.get(exportId) === running && this.#running.delete(exportId)
      void ended.then(forget)
      // The file does not wait for a slow store.
      await Promise.race([ended, wait(MAX_WAIT_MS, undefined, { ref: false })])
    }
  }

  async find(exportId: string): Promise<ExportProgress | undefined> {
    return this.#running.get(exportId)?.progress ?? findStoredExport(await consoleStore(), exportId)
  }

  /** Stops an export of any process. @returns false when it is not known */
  async cancel(exportId: string): Promise<boolean> {
    const running = this.#running.get(exportId)
    running?.cancel()
    return running !== undefined || requestExportCancel(await consoleStore(), exportId)
  }
}

async function attempt<Result>(write: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await write()
  } catch (error) {
    log().warn({ event: 'export', err: error }, 'the progress of an export could not be stored')
    return undefined
  }
}

/** An export of this process: its progress, and the signal that stops it. */
export class RunningExport {
  readonly #stop = new AbortController()
  #progress: ExportProgress = { state: 'running', rows: 0, total: null, outcome: null }
  readonly #stopAtTheEnd = () => this.#stop.abort('stopped')

  /** @param caller aborts when the client leaves */
  constructor(caller?: AbortSignal) {
    const stop = () => this.#stop.abort('clientLeft')
    if (caller?.aborted) stop()
    caller?.addEventListener('abort', stop, { once: true })
    endingSignal().addEventListener('abort', this.#stopAtTheEnd)
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  get progress(): ExportProgress {
    return this.#progress
  }

  wrote(rows: number, total: number | null): void {
    this.#progress = { ...this.#progress, rows: this.#progress.rows + rows, total }
  }

  end(state: 'complete' | 'partial', outcome: string): void {
    this.#progress = { ...this.#progress, state, outcome }
    endingSignal().removeEventListener('abort', this.#stopAtTheEnd)
  }

  cancel(): void {
    this.#stop.abort('cancelled')
  }
}

/** An export in the store. */
interface StoredExport {
  id: string
  run: string
}

/** A running export reports every second, which renews its lease. */
const IS_HELD = isHeld(leaseFrom(ledgerExports.updatedAt))

/** Adds an export, and deletes old ones. A repeated ID then means the newer export. */
export async function storeExport(db: Database, exportId: string): Promise<StoredExport> {
  const { id, state, startedAt, updatedAt } = ledgerExports
  const stored = { id: exportId, run: randomUUID() }
  const newExport = {
    run: stored.run,
    state: 'running',
    rows: 0,
    total: null,
    outcome: null,
    startedAt: sql`now()`,
    updatedAt: sql`now()`,
    isCancelRequested: false,
  } as const
  await db
    .insert(ledgerExports)
    .values({ id: exportId, ...newExport })
    .onConflictDoUpdate({ target: id, set: newExport })
  const isOld = sql`${updatedAt} < now() - make_interval(hours => ${KEPT_HOURS})`
  const surplus = db
    .select({ id })
    .from(ledgerExports)
    .where(or(ne(state, 'running'), not(IS_HELD)))
    .orderBy(desc(startedAt), desc(id))
    .offset(MAX_KEPT)
  await db.delete(ledgerExports).where(or(isOld, inArray(id, surplus)))
  return stored
}

/** Stores the progress of an export. @returns true when it was cancelled, maybe by another process */
export async function storeProgress(db: Database, stored: StoredExport, progress: ExportProgress): Promise<boolean> {
  const { id, run, isCancelRequested } = ledgerExports
  const [row] = await db
    .update(ledgerExports)
    .set({
      ...progress,
      total: Number.isSafeInteger(progress.total) ? progress.total : null,
      outcome: progress.outcome === null ? null : storableText(progress.outcome),
      updatedAt: sql`now()`,
    })
    .where(and(eq(id, stored.id), eq(run, stored.run)))
    .returning({ isCancelRequested })
  return row?.isCancelRequested === true
}

/** Returns the progress of an export that any process has stored; undefined when none has, or more than an hour ago. */
async function findStoredExport(db: Database, exportId: string): Promise<ExportProgress | undefined> {
  const { id, state, rows, total, outcome } = ledgerExports
  const [found] = await db
    .select({ state, rows, total, outcome, isReporting: IS_HELD })
    .from(ledgerExports)
    .where(eq(id, exportId))
  if (!found) return undefined
  const { isReporting, ...progress } = found
  if (progress.state !== 'running' || isReporting) return progress
  const lost = partialOutcome(
    progress.rows,
    progress.total,
    'its console no longer reports; the last line of the file says how it ended',
  )
  return { ...progress, state: 'partial', outcome: lost }
}

/** Asks the process of an export to stop it. Does nothing when the export has ended. @returns false when there is none */
async function requestExportCancel(db: Database, exportId: string): Promise<boolean> {
  const { id, state, isCancelRequested } = ledgerExports
  await db
    .update(ledgerExports)
    .set({ isCancelRequested: true })
    .where(and(eq(id, exportId), eq(state, 'running'), ne(isCancelRequested, true)))
  return (await findStoredExport(db, exportId)) !== undefined
}
