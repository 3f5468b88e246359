import { once } from 'node:events'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tally } from '../scripts/tally.mjs'
import { volume } from '../scripts/volume.mjs'
import { createApiKey } from './api-keys'
import { httpRequest } from './http-request'
import { SAMPLE_CUSTOMER } from './samples/sample-customer'
import { sampleSubscription } from './samples/sample-subscription'
import { openStore } from './store/open'
import { merchants } from './store/schema'
import { startBreakableDatabase, type BreakableDatabase } from '@/testing/service/breakable-database'
import { loadSamples } from '@/testing/service/load-samples'
import { startService, type RunningService } from '@/testing/service/start-service'

// Kills the process, not the machine: the system still writes what the killed process left in its buffers.
const KILLS = volume({ test: 1, prove: 100 })
const WRITERS = 8
/** Changes that get a response before a kill. The number varies, so that each kill hits another moment. */
const responsesBefore = (turn: number) => 5 + ((turn * 7) % 25)
/** Subscriptions for one kill, enough that the writers do not run out. */
const EACH_KILL = 60
const BACK_MS = 120_000
const NOW = '2026-03-10T12:00:00.000Z'
const MERCHANT = 'm'
vi.setConfig({ testTimeout: 120_000 + KILLS * 30_000, hookTimeout: 300_000 })

let database: BreakableDatabase
let key: string
let service: RunningService

beforeAll(async () => {
  database = await startBreakableDatabase()
  const store = await openStore(pino({ enabled: false }), database.settings)
  await store.db.insert(merchants).values({ id: MERCHANT, createdAt: NOW })
  await loadSamples(store, MERCHANT, [{ kind: 'customer', data: SAMPLE_CUSTOMER }])
  for (let turn = 0; turn < KILLS; turn += 1)
    await loadSamples(
      store,
      MERCHANT,
      changesOf(turn).map(({ id, method }) => ({
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
  service = await startService(database.environment)
})
afterAll(async () => {
  await end('SIGTERM')
  await database.close()
})

interface Write {
  id: string
  method: 'POST' | 'DELETE'
}

/** Lists the changes for one kill, alternately cancels and deletes. */
function changesOf(turn: number): Write[] {
  return Array.from({ length: EACH_KILL }, (_, index) => ({
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

async function write({ id, method }: Write): Promise<Acknowledged | undefined> {
  const { status, text } = await ask(id, method).catch(() => ({ status: 0, text: '' }))
  if (status < 200 || status >= 300) return undefined
  if (method === 'DELETE') return { id, state: { status: 'deleted' } }
  const { endDate, updatedAt } = JSON.parse(text).subscription
  return { id, state: { endDate, updatedAt } }
}

async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (service.process.exitCode !== null || service.process.signalCode !== null) return
  const exited = once(service.process, 'exit')
  service.process.kill(signal)
  await exited
}

/** Alternates the kills: the service alone, the service and its database, the database under a live service. */
async function kill(turn: number): Promise<void> {
  const losses = Object.values(database.losses)
  const lose = losses[turn % losses.length]
  if (turn % 3 === 0) return end('SIGKILL')
  if (turn % 3 === 1) return void (await Promise.all([lose?.(), end('SIGKILL')]))
  await lose?.()
}

/** Sends changes from several writers until a kill interrupts them. */
async function writeUntilKilled(turn: number): Promise<{ acknowledged: Acknowledged[]; unanswered: number }> {
  const waiting = changesOf(turn)
  const acknowledged: Acknowledged[] = []
  let unanswered = 0
  let killed: Promise<void> | undefined
  const writer = async () => {
    for (let next = waiting.shift(); next && !killed; next = waiting.shift()) {
      const done = await write(next)
      if (done) acknowledged.push(done)
      else unanswered += 1
      if (acknowledged.length >= responsesBefore(turn)) killed ??= kill(turn)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  await killed
  return { acknowledged, unanswered }
}

/** Lists the acknowledged changes that the restarted service does not show. */
async function lost(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const missing: string[] = []
  for (const { id, state } of acknowledged) {
    const { text } = await vi.waitFor(
      async () => {
        const response = await ask(id, 'GET')
        expect(response.status).toBe(200)
        return response
      },
      { timeout: BACK_MS },
    )
    const now: Record<string, unknown> = JSON.parse(text)
    if (Object.entries(state).some(([name, value]) => now[name] !== value)) missing.push(id)
  }
  return missing
}

describe('a service that is killed during changes', () => {
  it('keeps every acknowledged change after this and all later kills', async () => {
    const all: Acknowledged[] = []
    let unanswered = 0
    for (let turn = 0; turn < KILLS; turn += 1) {
      const round = await writeUntilKilled(turn)
      if (service.process.exitCode !== null || service.process.signalCode !== null)
        service = await startService(database.environment)
      expect(await lost(round.acknowledged), `after kill ${turn}`).toEqual([])
      all.push(...round.acknowledged)
      unanswered += round.unanswered
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
