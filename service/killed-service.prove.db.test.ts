import { eq } from 'drizzle-orm'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { programArgs } from '../scripts/build/programs.mjs'
import { tally } from '../scripts/test/volume.mjs'
import { createApiKey } from './api-keys'
import { httpRequest } from '@/testing/service/http-request'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { openStore } from './store/open'
import { customers, merchants } from './store/schema'
import { canMount } from '@/testing/database/small-disk'
import { startBreakableDatabase, type BreakableDatabase } from '@/testing/service/breakable-database'
import { loadSamples } from '@/testing/service/load-samples'
import { startService, type RunningService } from '@/testing/service/start-service'

// Kills the process, not the machine: the system still writes what the killed process left in its buffers.
const KILLS = 100
const HANGS = 15
const FULL_DISKS = 8
/** The embedded database has 40 MB, and its write-ahead log grows by 16 MB. */
const DISK_MB = 160
const WRITERS = 8
/** Changes that get a response before a kill. The number varies, so that each kill hits another moment. */
const responsesBefore = (turn: number) => 5 + ((turn * 7) % 25)
/** Subscriptions for one kill, enough that the writers do not run out. */
const EACH_TURN = 60
/** More than for a kill, because the database has reserved space for a few small changes. */
const EACH_DISK = 600
const BACK_MS = 120_000
const NOW = '2026-03-10T12:00:00.000Z'
const MERCHANT = 'm'
/** Shorter than the default, because every request reaches it while the database hangs. */
const DEADLINES = { BILLING_READ_DEADLINE_MS: '1500', BILLING_WRITE_DEADLINE_MS: '1500' }
/** The last words of the import. PostgreSQL stops when its write-ahead log cannot grow. */
const ERROR = expect.stringMatching(/^error: .*(disk|space|connection to the database was lost)/)
vi.setConfig({ testTimeout: 120_000 + KILLS * 30_000, hookTimeout: 300_000 })

let database: BreakableDatabase
let key: string
let service: RunningService

/** Gives the tests of a `describe` a service on a database of their own, with subscriptions for `turns`. */
function useService(turns: number, options?: { diskMb: number }, each = EACH_TURN): void {
  beforeAll(async () => {
    database = await startBreakableDatabase(options)
    const store = await openStore(pino({ enabled: false }), database.settings)
    await store.db.insert(merchants).values({ id: MERCHANT, createdAt: NOW })
    await loadSamples(store, MERCHANT, [{ kind: 'customer', data: SAMPLE_CUSTOMER }])
    for (let turn = 0; turn < turns; turn += 1)
      await loadSamples(
        store,
        MERCHANT,
        changesOf(turn, each).map(({ id, method }) => ({
          kind: 'subscription' as const,
          data: sampleSubscription(MERCHANT, {
            id,
            ...(method === 'DELETE' && { status: 'pendingActivation' as const, startDate: '2091-01-01T00:00:00.000Z' }),
          }),
        })),
      )
    key = await createApiKey(store.db, { merchantId: MERCHANT, type: 'secret', now: NOW })
    // Only the service uses the database, so no other process keeps it open after the kill.
    await store.close()
    service = await start()
  })
  afterAll(async () => {
    await end('SIGTERM')
    await database.close()
  })
}

const start = () => startService({ ...database.environment, ...DEADLINES })

interface Write {
  id: string
  method: 'POST' | 'DELETE'
}

/** Lists the changes for one turn, alternately cancels and deletes. */
function changesOf(turn: number, each = EACH_TURN): Write[] {
  return Array.from({ length: each }, (_, index) => ({
    id: `sub_${turn}_${index}`,
    method: index % 2 === 0 ? 'POST' : 'DELETE',
  }))
}

/** A change that the service acknowledged: fields that the subscription must have from then on. */
interface Acknowledged {
  id: string
  state: object
}

function ask(id: string, method: 'GET' | Write['method']) {
  const tail = { GET: '/expanded', POST: '/cancel', DELETE: '' }[method]
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const body = method === 'POST' ? '{}' : undefined
  return httpRequest(service.url, `/external/subscriptions/${id}${tail}`, { method, headers, body })
}

interface Written {
  /** 0 when the connection broke. */
  status: number
  /** The problem code of a refusal. */
  code?: string
  acknowledged?: Acknowledged
}

async function write({ id, method }: Write): Promise<Written> {
  const response = await ask(id, method).catch(() => undefined)
  if (response === undefined) return { status: 0 }
  const { status } = response
  const body: { code?: string; subscription?: { endDate: string; updatedAt: string } } = JSON.parse(
    response.text || '{}',
  )
  if (status < 200 || status >= 300) return { status, code: body.code ?? '' }
  if (method === 'DELETE') return { status, acknowledged: { id, state: { status: 'deleted' } } }
  const { endDate, updatedAt } = body.subscription ?? {}
  return { status, acknowledged: { id, state: { endDate, updatedAt } } }
}

const hasEnded = () => service.process.exitCode !== null || service.process.signalCode !== null

async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (hasEnded()) return
  const exited = once(service.process, 'exit')
  service.process.kill(signal)
  await exited
}

/** Alternates the kills: the service alone, the service and its database, the database under a live service. */
async function kill(turn: number): Promise<void> {
  const losses = Object.values(database.losses)
  const lose = losses[Math.floor(turn / 3) % losses.length]
  if (turn % 3 === 0) return end('SIGKILL')
  if (turn % 3 === 1) return void (await Promise.all([lose?.(), end('SIGKILL')]))
  await lose?.()
}

/**
 * Sends changes from several writers, harms the service or its database, and sends one more change of each writer.
 * @param atLeast the writers go on until so many changes were refused
 */
async function writeUntil(turn: number, harm: () => Promise<void>, { each = EACH_TURN, atLeast = 0 } = {}) {
  const waiting = changesOf(turn, each)
  const acknowledged: Acknowledged[] = []
  const refused: Written[] = []
  let harmed: Promise<void> | undefined
  const state = { isHarmed: false }
  const writer = async () => {
    for (let next = waiting.shift(); next && !(state.isHarmed && refused.length >= atLeast); next = waiting.shift()) {
      const written = await write(next)
      if (written.acknowledged) acknowledged.push(written.acknowledged)
      else refused.push(written)
      if (acknowledged.length >= responsesBefore(turn)) harmed ??= harm().then(() => void (state.isHarmed = true))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  await harmed
  return { acknowledged, refused }
}

/** Lists the acknowledged changes that the restarted service does not show. */
async function lost(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const missing: string[] = []
  for (const { id, state } of acknowledged) {
    const { text: body } = await vi.waitFor(
      async () => {
        const response = await ask(id, 'GET')
        expect(response.status).toBe(200)
        return response
      },
      { timeout: BACK_MS },
    )
    const now: Record<string, unknown> = JSON.parse(body)
    if (Object.entries(state).some(([name, value]) => now[name] !== value)) missing.push(id)
  }
  return missing
}

describe('a service that is killed during changes', () => {
  useService(KILLS)

  it('keeps every acknowledged change after this and all later kills', async () => {
    const all: Acknowledged[] = []
    let unanswered = 0
    for (let turn = 0; turn < KILLS; turn += 1) {
      const { acknowledged, refused } = await writeUntil(turn, () => kill(turn))
      if (hasEnded()) service = await start()
      expect(await lost(acknowledged), `after kill ${turn}`).toEqual([])
      all.push(...acknowledged)
      unanswered += refused.length
    }
    expect(await lost(all)).toEqual([])
    // The test proves nothing unless changes were in flight at each kill.
    expect(all.length).toBeGreaterThanOrEqual(KILLS)
    expect(unanswered).toBeGreaterThanOrEqual(KILLS)
    tally('kills of a service that was written to', KILLS)
    tally('acknowledged writes read again after kills', all.length)
  })

  it('is reported when it lacks an acknowledged change', async () => {
    const [never] = changesOf(0).slice(-2)
    expect(await lost([{ id: never?.id ?? '', state: { endDate: '2027-01-01T00:00:00.000Z' } }])).toEqual([never?.id])
  })
})

describe('a service whose database hangs during changes', () => {
  useService(HANGS)

  it('responds to each request while the database hangs, and keeps every acknowledged change', async () => {
    const codes = new Map<string, number>()
    const all: Acknowledged[] = []
    for (let turn = 0; turn < HANGS; turn += 1) {
      let wake: (() => void) | undefined
      const { acknowledged, refused } = await writeUntil(turn, async () => {
        wake = database.hang()
      })
      // The database still hangs, and each writer has its response.
      expect((await ask('sub_0_0', 'GET')).status).toBe(503)
      expect((await httpRequest(service.url, '/healthz')).status).toBe(200)
      expect((await httpRequest(service.url, '/readyz')).status).toBe(503)
      wake?.()
      for (const { code = 'broken off' } of refused) codes.set(code, (codes.get(code) ?? 0) + 1)
      expect(refused.length, `hang ${turn}`).toBeGreaterThan(0)
      expect(await lost(acknowledged), `hang ${turn}`).toEqual([])
      all.push(...acknowledged)
    }
    expect(hasEnded()).toBe(false)
    expect(await lost(all)).toEqual([])
    // No request was refused for another reason, and no connection broke.
    expect(
      [...codes.keys()].filter((code) => !['deadline_passed', 'outcome_unknown', 'overloaded'].includes(code)),
    ).toEqual([])
    expect(codes.get('deadline_passed') ?? 0).toBeGreaterThanOrEqual(HANGS)
    tally('hangs of a database under changes', HANGS)
  })
})

describe.runIf(canMount)('a service whose disk is full during changes and an import', () => {
  useService(FULL_DISKS, { diskMb: DISK_MB }, EACH_DISK)

  it('refuses changes, keeps acknowledged changes and lines, and continues when there is space again', async () => {
    const all: Acknowledged[] = []
    let refusals = 0
    let linesKept = 0
    for (let turn = 0; turn < FULL_DISKS; turn += 1) {
      const merchantId = `import-${turn}`
      let imported: Awaited<ReturnType<typeof importUntilFull>> | undefined
      const { acknowledged, refused } = await writeUntil(
        turn,
        async () => {
          imported = await importUntilFull(merchantId, 200 * turn)
        },
        { each: EACH_DISK, atLeast: WRITERS },
      )
      database.disk?.free()
      await database.startAgain()
      refusals += refused.length
      expect(await lost(acknowledged), `full disk ${turn}`).toEqual([])
      all.push(...acknowledged)
      const { code, stdout, stderr } = imported ?? { code: null, stdout: '', stderr: '' }
      expect([code, stderr.split('\n').findLast((line) => line.startsWith('error: '))]).toEqual([1, ERROR])
      const [last = 0, ...mayBe] = [...stdout.matchAll(/ line (\d+)/g)].map(([, number]) => Number(number))
      const kept = await linesOf(merchantId)
      expect([last, ...mayBe], `full disk ${turn}`).toContain(kept)
      linesKept += kept
    }
    expect(await lost(all)).toEqual([])
    expect(refusals).toBeGreaterThanOrEqual(FULL_DISKS)
    expect(linesKept).toBeGreaterThan(0)
    tally('full disks under changes and an import', FULL_DISKS)
  })
})

async function linesOf(merchantId: string): Promise<number> {
  const store = await openStore(pino({ enabled: false }), database.settings)
  return store.db.$count(customers, eq(customers.merchantId, merchantId)).finally(() => store.close())
}

/** Imports lines without end, and fills the disk meanwhile. */
async function importUntilFull(merchantId: string, afterMs: number) {
  const child = spawn(process.execPath, [...programArgs('billing'), 'import', '-', '--merchant', merchantId], {
    env: { ...process.env, ...database.environment, LOG_LEVEL: 'silent' },
  })
  child.stdin.on('error', () => undefined)
  const input = Readable.from(lines())
  input.pipe(child.stdin)
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  await vi.waitFor(async () => expect(await linesOf(merchantId)).toBeGreaterThan(0), { timeout: BACK_MS })
  await wait(afterMs)
  // Repeatedly, because the database frees some space.
  const filling = setInterval(() => database.disk?.fill(), 100)
  const [stdout, stderr] = await ended.finally(() => clearInterval(filling))
  input.destroy()
  return { code: child.exitCode, stdout, stderr }
}

/** Yields lines until the reader stops. */
function* lines() {
  for (let number = 1; ; number += 1)
    yield `${JSON.stringify({ kind: 'customer', data: { id: `c${number}`, externalId: `c${number}` } })}\n`
}
