import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { volume } from '@/scripts/volume.mjs'
import { tally } from '@/scripts/tally.mjs'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
// oxlint-disable-next-line no-restricted-imports -- as above
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { startFakeBillingApi, type FakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { KillableRunner } from '@/testing/console/killable-runner'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { liesOf } from '@/testing/console/change-lies'
import { seededRandom } from '@/testing/console/seeded-random'
import type { ChangeRun } from '@/testing/console/change-runner'
import { subscriptionChanges } from '../store/schema'

/*
 * Writes under random faults of the billing API, by processes that are killed and started again: held against what the
 * billing API itself recorded.
 */

const RUNS = volume({ test: 36, prove: 1_600 })
const KILLS = volume({ test: 1, prove: 40 })
const SEED = Number(process.env.SEED ?? 11)
const AT_ONCE = volume({ test: 6, prove: 12 })
/** What hangs ends before the quiet period does, and no pause of the console's own is in the way. */
const TIMES = {
  BILLING_API_WRITE_TIMEOUT_MS: '900',
  BILLING_API_READ_TIMEOUT_MS: '900',
  BILLING_API_BREAKER_PERCENT: '100',
  BILLING_API_WRITES_AT_ONCE: '24',
}

/** What a write meets: each ends before the quiet period does, whatever is killed; so none is counted in reads. */
const WRITE_FAULTS = [
  'none',
  'latency',
  'hang-before',
  'hang-after',
  'drip',
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

let api: FakeBillingApi
let store: Awaited<ReturnType<typeof openFreshConsoleStore>>
beforeAll(async () => {
  api = await startFakeBillingApi()
  store = await openFreshConsoleStore()
})
afterAll(async () => {
  await store.close()
  await api.close()
})

const SEEN = { status: 'active', endDate: null }
const random = seededRandom(SEED)

/** A subscription of its own, and what its write meets; one in ten is asked for by two at once. */
function nextRuns(run: number): ChangeRun[] {
  const id = `run-${run}`
  const action = random.chance(30) ? 'delete' : 'cancel'
  const before = action === 'delete' ? { status: 'ended', endDate: '2026-02-05T00:00:00.000Z' } : SEEN
  api.faults.addSubscription(id, { ...plainSubscription, ...before })
  const [onWrite, onRead] = [WRITE_FAULTS[run % WRITE_FAULTS.length] ?? 'none', random.of(READ_FAULTS)]
  api.faults.inject(FAULTS[onWrite] ?? {}, { id, operation: `${action}Subscription`, times: 1 })
  api.faults.inject(FAULTS[onRead] ?? {}, { id, operation: 'getSubscription', times: 1 })
  const asked = { run, action, id, seen: before } as const
  return random.chance(10) ? [asked, { ...asked, run: run + RUNS }] : [asked]
}

/** Asks for all of them, so many at a time; now and then the process that has them is killed. */
async function runAll(): Promise<void> {
  const settings = { ...store.settings, BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key, ...TIMES }
  const runner = new KillableRunner(settings)
  const kills = new Set(Array.from({ length: KILLS }, () => random.integer(RUNS)))
  let asked = 0
  const runs = Array.from({ length: RUNS }, (_, run) => nextRuns(run)).values()
  const askOn = async () => {
    for (const run of runs) {
      const told = run.map((one) => runner.ask(one))
      // Whatever it has in hand is at another step each time.
      if (kills.has((asked += 1))) await wait(random.integer(300)).then(() => runner.kill())
      await Promise.all(told)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  await expect.poll(openChanges, { timeout: 120_000, interval: 100 }).toBe(0)
  await runner.stop()
}

const keptChanges = () => store.db.select().from(subscriptionChanges)
const openChanges = async () =>
  (await keptChanges()).filter(({ state }) => ['PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN'].includes(state)).length

test(
  'whatever goes wrong, and whoever is killed, the console never lies, and nothing is sent twice',
  { timeout: 900_000 },
  async () => {
    await runAll()
    const kept = await keptChanges()
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
