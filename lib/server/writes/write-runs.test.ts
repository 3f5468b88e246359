import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { volume } from '@/scripts/volume.mjs'
import { tally } from '@/scripts/tally.mjs'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { FAULTS } from '@/e2e/variation-server/fault-catalogue'
// oxlint-disable-next-line no-restricted-imports -- as above
import { plainSubscription } from '@/e2e/variation-server/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { startVariationServer, type VariationServer } from '@/e2e/variation-server/start-variation-server'
import { openFreshConsoleStore } from '../../testing/fresh-console-store'
import { liesOf } from '../../testing/write-lies'
import { seededRandom } from '../../testing/seeded-random'
import type { WriteRun } from '../../testing/write-runner'
import { writeOperations } from '../store/schema'

/*
 * Writes under random faults of the billing API, by processes that are killed and started again: held against what the
 * billing API itself recorded.
 */

const RUNS = volume({ test: 24, prove: 1_250 })
const KILLS = volume({ test: 1, prove: 40 })
const SEED = Number(process.env.SEED ?? 11)
const UNDER_WAY = 24

/** What a write meets: each ends before the quiet period does. */
const WRITE_FAULTS = [
  'none',
  'latency',
  'reset-before',
  'reset-after',
  'reset-then-done',
  'failed-then-done',
  'drops',
  'drops-after-write',
  'fails-after-write',
  'truncated',
  'invalid-json',
  'html',
  'empty',
  'redirect',
  'redirect-after',
  'rate-limited',
  'rate-limited-after',
  'timed-out-after',
  'refused-after',
  'stale-reads',
  'stale-for-a-while',
  'lost-and-stale',
  '409-message',
  '422-error',
  '404-html',
  '500-text',
  '503-empty',
  '500-html-after',
  '502-problem-after',
] as const
/** What a read meets, once. */
const READ_FAULTS = ['none', 'none', 'none', 'latency', 'reset-before', '500-text', 'invalid-json', '429-text'] as const

let api: VariationServer
let store: Awaited<ReturnType<typeof openFreshConsoleStore>>
beforeAll(async () => {
  api = await startVariationServer()
  store = await openFreshConsoleStore()
})
afterAll(async () => {
  await store.close()
  await api.close()
})

const program = fileURLToPath(new URL('../../testing/write-runner.ts', import.meta.url))

async function startRunner(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    ...store.settings,
    BILLING_API_BASE_URL: api.url,
    BILLING_API_KEY: api.key,
    LOG_LEVEL: 'silent',
  }
  const runner = fork(program, { env, execArgv: ['--import', 'tsx'] })
  await once(runner, 'message')
  return runner
}

const SEEN = { status: 'active', endDate: null }
const random = seededRandom(SEED)

/** A subscription of its own, and what its write meets; one in ten is asked for by two at once. */
function nextRuns(run: number): WriteRun[] {
  const id = `run-${run}`
  const action = random.chance(30) ? 'delete' : 'cancel'
  const before = action === 'delete' ? { status: 'ended', endDate: '2026-02-05T00:00:00.000Z' } : SEEN
  api.faults.addSubscription(id, { ...plainSubscription, ...before })
  const [onWrite, onRead] = [random.of(WRITE_FAULTS), random.of(READ_FAULTS)]
  api.faults.inject(FAULTS[onWrite] ?? {}, { id, operation: `${action}Subscription`, times: 1 })
  api.faults.inject(FAULTS[onRead] ?? {}, { id, operation: 'getSubscription', times: 1 })
  const asked = { run, action, id, seen: before } as const
  return random.chance(10) ? [asked, asked] : [asked]
}

/** Asks for all of them, so many at a time; now and then the process that has them is killed. */
async function runAll(): Promise<void> {
  const runs = Array.from({ length: RUNS }, (_, run) => nextRuns(run))
  const killAfter = new Set(Array.from({ length: KILLS }, () => random.integer(RUNS)))
  let runner = await startRunner()
  let underWay = 0
  let told = () => {}
  const listen = () =>
    runner.on('message', () => {
      underWay -= 1
      told()
    })
  listen()
  for (const [index, asked] of runs.entries()) {
    while (underWay >= UNDER_WAY) await new Promise<void>((resolve) => (told = resolve))
    for (const run of asked) runner.send(run)
    underWay += asked.length
    if (!killAfter.has(index)) continue
    // Whatever it has in hand is at another step each time.
    for (let messages = random.integer(6); messages > 0 && underWay > 0; messages -= 1)
      await new Promise<void>((resolve) => (told = resolve))
    runner.kill('SIGKILL')
    await once(runner, 'exit')
    underWay = 0
    runner = await startRunner()
    listen()
  }
  while (underWay > 0) await new Promise<void>((resolve) => (told = resolve))
  await expect.poll(openWrites, { timeout: 120_000, interval: 100 }).toBe(0)
  runner.kill('SIGKILL')
  await once(runner, 'exit')
}

const keptWrites = () => store.db.select().from(writeOperations)
const openWrites = async () =>
  (await keptWrites()).filter(({ state }) => ['PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN'].includes(state)).length

test(
  'whatever goes wrong, and whoever is killed, the console never lies, and nothing is sent twice',
  { timeout: 900_000 },
  async () => {
    await runAll()
    const kept = await keptWrites()
    tally('writes under faults and kills', kept.length)
    tally('kills of the console while it wrote', KILLS)
    expect(liesOf(kept, api.faults), `SEED=${SEED}`).toEqual([])

    // The runs were no easy ones, and a lie would have been found.
    const states = new Set(kept.map(({ state }) => state))
    expect([...states]).toEqual(expect.arrayContaining(['CONFIRMED', 'REJECTED', 'NOT_APPLIED']))
    const done = kept.find(({ requestId }) => api.faults.effects.some((effect) => effect.requestId === requestId))
    if (!done) throw new Error('Nothing was done')
    const { effects, writes } = api.faults
    expect(liesOf([{ ...done, state: 'NOT_APPLIED' }], { effects, writes: [] })).toHaveLength(1)
    expect(liesOf([{ ...done, state: 'CONFIRMED' }], { effects: [], writes: [] })).toHaveLength(1)
    expect(liesOf(kept, { effects, writes: [...writes, ...writes.slice(0, 1)] })).not.toEqual([])
  },
)
