import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Big } from 'big.js'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '@/database/open-database'
import { tally } from '@/scripts/test/volume.mjs'
import { KillableRunner } from '@/testing/console/killable-runner'
import { seededRandom } from '@/testing/console/seeded-random'
import { testContext } from '@/testing/console/test-context'
import { withEnvironment } from '@/testing/console/with-environment'
import { canMount } from '@/testing/database/small-disk'
// oxlint-disable-next-line no-restricted-imports -- the API is shared with the browser tests
import { type LedgerApi, plainEntries, startLedgerApi } from '@/testing/fake-billing-api/start-ledger-api'
import { type BreakableDatabase, startBreakableDatabase } from '@/testing/service/breakable-database'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { runOperation } from '@/lib/run-operation'
import { parseSettings } from '@/lib/core/server/settings'
import { sourceOf } from '@/lib/core/server/source'
import { openConsoleStore } from '@/lib/store/console-store'
import { jobs } from '@/lib/store/job-schema'

/*
 * Two console processes on one store read and export whole ledgers while a process or the store is killed, hangs, gets a wrong clock
 * or a full disk. Every read and export that is called complete is compared with the entries of the API.
 */

/** The number of rounds of each fault. */
const ROUNDS = 1
const SEED = Number(process.env.SEED ?? 42)
const ENTRIES = 8_000
/** So slow that a read, of two pages at a time, or an export still runs when its fault starts. */
const PAGE_MS = 160
const HOUR = 3_600_000
/** Longer than a lease: every lease ends while the store hangs. */
const HANG_MS = 25_000
const END_MS = 150_000
/** The embedded database has 40 MB, and its write-ahead log grows by 16 MB. */
const DISK_MB = 200

const random = seededRandom(SEED)
const folder = mkdtempSync(join(tmpdir(), 'billing-ledger-runs-'))
let api: LedgerApi
let database: BreakableDatabase
let store: OpenDatabase
let consoles: { one: KillableRunner; other: KillableRunner }
let context: ReturnType<typeof testContext>
const entries = plainEntries(ENTRIES)
let runs = 0

withEnvironment({ LOG_LEVEL: 'silent' })
// Consoles that share a store share a PostgreSQL.
describe.runIf(testDatabaseUrl() !== undefined)('whole ledgers and exports of two consoles on one store', () => {
  beforeAll(async () => {
    api = await startLedgerApi()
    api.delayMs = PAGE_MS
    database = await startBreakableDatabase({ name: 'console', ...(canMount && { diskMb: DISK_MB }) })
    store = await openConsoleStore({ ...database.settings, databaseUrl: database.settings.databaseUrl })
    globalThis.consoleStoreOpening = Promise.resolve(store)
    const settings = { BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key }
    const start = () => new KillableRunner({ ...database.environment, ...settings })
    consoles = { one: start(), other: start() }
    const base = testContext('agent')
    const index = new ObjectIndex(sourceOf(parseSettings(settings)), emptyIndexMemory())
    context = { ...base, environment: { ...base.environment, index } }
  }, 120_000)
  afterAll(async () => {
    await Promise.all(Object.values(consoles).map((each) => each.stop()))
    globalThis.consoleStoreOpening = undefined
    await store.close()
    await database.close()
    api.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The faults while `one` reads and exports. Each resolves when the fault is over, with the ledgers that `other` took meanwhile, if known. */
  const FAULTS: Record<string, (ledgers: readonly string[]) => Promise<number | void>> = {
    'a console is killed': () => consoles.one.kill(),
    'a console hangs until the other has its ledgers': async (ledgers) => {
      const owners = await ownersOf(ledgers)
      const held = await heldByOne(owners)
      const wake = await consoles.one.hang()
      const taken = new Set<number>()
      const noteTaken = async () => {
        for (const [index, owner] of (await ownersOf(ledgers)).entries())
          if (owner !== null && owner !== owners[index]) taken.add(index)
        return taken.size
      }
      try {
        await expect.poll(noteTaken, { timeout: END_MS }).toBe(held)
      } finally {
        wake()
      }
      return taken.size
    },
    'a console whose clock is an hour ahead is killed': () => consoles.one.kill(),
    'the clock of a console steps back by an hour': () => consoles.one.stepClock(-HOUR),
    'the clock of a console steps forward by an hour': () => consoles.one.stepClock(HOUR),
    'the store is killed': async () => {
      for (let again = 0; again < 3; again += 1) {
        await database.losses['it is killed']?.()
        await wait(1_000)
      }
    },
    'the store hangs': async () => {
      const wake = database.hang()
      await wait(HANG_MS)
      wake()
    },
    ...(canMount && {
      'the disk of the store is full': async () => {
        for (let again = 0; again < 30; again += 1) {
          database.disk?.fill()
          await wait(100)
        }
        database.disk?.free()
        await database.startAgain()
      },
    }),
  }

  test.each(Object.entries(FAULTS))(
    'are correct or marked incomplete when %s',
    { timeout: 600_000 },
    async (name, harm) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        if (name.includes('an hour ahead')) await consoles.one.stepClock(HOUR)
        const ledgers = ['a', 'b', 'c'].map((letter) => `${name} ${round} ${letter}`)
        for (const externalId of ledgers) {
          api.ledgers.set(externalId, entries)
          expect(await consoles.one.ask({ run: (runs += 1), action: 'readLedger', externalId })).toBe('running')
        }
        const exported = startExport(consoles.one, ledgers[0] ?? '')
        const harmAt = 500 + random.integer(4_000)
        await expect
          .poll(async () => Math.min(...(await readsOf(ledgers)).map((read) => read.entries)), { timeout: 60_000 })
          .toBeGreaterThan(harmAt)
        const before = await readsOf(ledgers)
        // The reads are in the middle, in the store too, and the export has started.
        for (const read of before) expect(read).toMatchObject({ state: 'running', isComplete: false })
        await expect.poll(() => exported.rows().length).toBeGreaterThan(0)
        const owners = await ownersOf(ledgers)
        const held = await heldByOne(owners)
        const takenMeanwhile = (await harm(ledgers)) ?? 0
        // Read before the fault and not complete after it: the fault was in the middle of them.
        const interrupted = (await readsOf(ledgers)).filter(({ state }) => state !== 'complete').length

        const { agains, taken } = await readToTheEnd(ledgers, owners)
        for (const externalId of ledgers) await expectRight(externalId)
        const outcome = await exported.outcome
        expectHonest(exported, outcome)
        // A fault that hits no read proves nothing.
        const isClock = name.startsWith('the clock')
        expect(held).toBeGreaterThan(0)
        expect(isClock || Math.max(interrupted, taken + agains, takenMeanwhile) >= held).toBe(true)
        const isKilled = name.startsWith('a console') && name.endsWith('killed')
        expect(isKilled ? [taken, outcome] : [held, 'killed']).toEqual([held, 'killed'])
        // The next process has the right time.
        if (isClock) await consoles.one.kill()
      }
      tally(`reads and exports of ledgers while ${name}`, 3 * ROUNDS)
    },
  )
})

const readsOf = (ledgers: readonly string[]) =>
  Promise.all(ledgers.map((externalId) => runOperation('getLedgerRead', context, { externalId })))

/** Returns the process that reads each ledger; null while none does. */
async function ownersOf(ledgers: readonly string[]): Promise<(string | null)[]> {
  const rows = await store.db
    .select()
    .from(jobs)
    .where(inArray(jobs.subject, [...ledgers]))
  return ledgers.map((externalId) => {
    const holder = rows.find(({ subject }) => subject === externalId)?.holder ?? null
    return holder && holder.slice(0, holder.lastIndexOf(':'))
  })
}

/** Returns how many of the ledgers the first console reads: the other may have been faster. */
async function heldByOne(owners: readonly (string | null)[]): Promise<number> {
  const pid = String(await consoles.one.pid())
  return owners.filter((owner) => owner?.split(':').at(-2) === pid).length
}

/**
 * Waits until all reads are complete, and restarts partial ones, as a person does.
 * @returns the number of restarts, and of ledgers that another process than before read on
 */
async function readToTheEnd(ledgers: readonly string[], before: readonly (string | null)[]) {
  let agains = 0
  const taken = new Set<number>()
  for (const deadline = Date.now() + END_MS; Date.now() < deadline; await wait(250)) {
    const owners = await ownersOf(ledgers).catch(() => [])
    for (const [index, owner] of owners.entries()) if (owner !== null && owner !== before[index]) taken.add(index)
    const reads = await readsOf(ledgers).catch(() => [])
    if (reads.length > 0 && reads.every(({ state }) => state === 'complete')) return { agains, taken: taken.size }
    for (const [index, { state }] of reads.entries()) {
      if (state === 'complete') await expectRight(ledgers[index] ?? '')
      if (state !== 'partial') continue
      agains += 1
      await consoles.other.ask({ run: (runs += 1), action: 'readLedger', externalId: ledgers[index] ?? '' })
    }
  }
  expect.fail(`not read to the end: ${JSON.stringify(await readsOf(ledgers))}`)
}

/** Compares a complete read with a plain sum of the entries by month. */
async function expectRight(externalId: string): Promise<void> {
  const [read] = await readsOf([externalId])
  expect(read, `ledger ${externalId}`).toMatchObject({
    state: 'complete',
    entries: ENTRIES,
    total: ENTRIES,
    breakCount: 0,
    why: null,
  })
  const { months } = await runOperation('listLedgerMonths', context, { externalId })
  const found = months.map(({ month, entries: count, closing }) => ({ month, entries: count, closing }))
  expect(found.toReversed(), `ledger ${externalId}`).toEqual(MODEL)
}

const monthOf = ({ createdAt }: Record<string, unknown>) => String(createdAt).slice(0, 7)
const MODEL = [...new Set(entries.map(monthOf))].map((month) => {
  const upTo = entries.filter((entry) => monthOf(entry) <= month)
  const closing = upTo.reduce((sum, { amount }) => sum.plus(String(amount)), new Big(0)).toFixed()
  return { month, entries: upTo.filter((entry) => monthOf(entry) === month).length, closing }
})

interface StartedExport {
  /** How it ended for its caller: "exported", "killed" or a problem code. */
  outcome: Promise<string>
  /** The complete lines of the file so far, without the head. */
  rows: () => string[]
}

function startExport(runner: KillableRunner, externalId: string): StartedExport {
  const run = (runs += 1)
  const file = join(folder, String(run))
  return {
    outcome: runner.ask({ run, action: 'export', externalId, file }),
    rows: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\r\n').slice(1, -1) : []),
  }
}

/** Expects all entries in a file that is called complete, and the first entries in order in any other file. */
function expectHonest({ rows }: StartedExport, outcome: string): void {
  const lines = rows()
  const isMarked = lines.at(-1)?.includes('Partial: ') === true
  const written = isMarked ? lines.slice(0, -1) : lines
  const ids = written.map((line) => /txn_\d+/.exec(line)?.[0])
  expect(ids).toEqual(entries.slice(0, ids.length).map(({ id }) => id))
  const isCalledWhole = outcome === 'exported' && !isMarked
  expect(isCalledWhole ? ids.length : ENTRIES).toBe(ENTRIES)
}
