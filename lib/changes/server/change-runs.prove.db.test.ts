import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tally } from '@/scripts/test/volume.mjs'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
// oxlint-disable-next-line no-restricted-imports -- as above
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { startFakeBillingApi, type FakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { KillableRunner } from '@/testing/console/killable-runner'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { findFalseReports } from '@/testing/console/false-reports'
import { seededRandom } from '@/testing/console/seeded-random'
import type { ChangeRun } from '@/testing/console/console-runner'
import { isUnderWay } from '../change'
import { subscriptionChanges } from '@/lib/store/schema'

/*
 * Runs changes under random faults of the billing API, in processes that are killed and restarted, and compares their outcomes
 * with what the billing API recorded.
 */

const RUNS = 1_600
const KILLS = 40
/**
 * Rounds in which a console hangs and another takes its changes over. Not on the embedded database: it has one session, and a
 * console that hangs in a transaction holds it.
 */
const TAKEOVERS = testDatabaseUrl() === undefined ? 0 : 2
const EACH_TAKEOVER = 20
const SEED = Number(process.env.SEED ?? 11)
const CONCURRENCY = 12
/** Timeouts are shorter than the quiet period, and the circuit breaker does not interfere. */
const TIMES = {
  BILLING_API_WRITE_TIMEOUT_MS: '900',
  BILLING_API_READ_TIMEOUT_MS: '900',
  BILLING_API_BREAKER_PERCENT: '100',
  BILLING_API_WRITES_AT_ONCE: '24',
}

/** The faults of a change. Each ends before the quiet period does, whatever is killed, so none is counted in reads. */
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
/** The faults of a read, once each. */
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

/** Adds a subscription with random faults; one change in ten is requested twice at once. */
function nextRuns(run: number): ChangeRun[] {
  const id = `run-${run}`
  const action = random.chance(30) ? 'delete' : 'cancel'
  const before = action === 'delete' ? { status: 'ended', endDate: '2026-02-05T00:00:00.000Z' } : SEEN
  api.faults.addSubscription(id, { ...plainSubscription, ...before })
  const [onWrite, onRead] = [WRITE_FAULTS[run % WRITE_FAULTS.length] ?? 'none', random.of(READ_FAULTS)]
  api.faults.inject(FAULTS[onWrite] ?? {}, { id, operation: `${action}Subscription`, times: 1 })
  api.faults.inject(FAULTS[onRead] ?? {}, { id, operation: 'getSubscription', times: 1 })
  const requested = { run, action, id, seen: before } as const
  return random.chance(10) ? [requested, { ...requested, run: run + RUNS }] : [requested]
}

const settings = () => ({ ...store.settings, BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key, ...TIMES })

/** Requests all changes, `CONCURRENCY` at a time, and kills the process at random moments. */
async function runAll(): Promise<void> {
  const runner = new KillableRunner(settings())
  const kills = new Set(Array.from({ length: KILLS }, () => random.integer(RUNS)))
  let requestCount = 0
  const runs = Array.from({ length: RUNS }, (_, run) => nextRuns(run)).values()
  const requestNext = async () => {
    for (const run of runs) {
      const outcomes = run.map((one) => runner.ask(one))
      // The random wait makes each kill hit another step of the changes in progress.
      if (kills.has((requestCount += 1))) await wait(random.integer(300)).then(() => runner.kill())
      await Promise.all(outcomes)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, requestNext))
  await expect.poll(openChanges, { timeout: 120_000, interval: 100 }).toBe(0)
  await runner.stop()
}

const keptChanges = () => store.db.select().from(subscriptionChanges)
const openChanges = async () =>
  (await keptChanges()).filter(({ state }) => ['PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN'].includes(state)).length

// `npm test` has the rules fault by fault, in run-change.db.test.ts and reconcile-changes.db.test.ts.
test(
  'the console records no wrong outcome and sends nothing twice, under faults and kills',
  { timeout: 900_000 },
  async () => {
    await runAll()
    const kept = await keptChanges()
    tally('writes under faults and kills', kept.length)
    tally('kills of the console while it wrote', KILLS)
    expect(findFalseReports(kept, api.faults), `SEED=${SEED}`).toEqual([])

    // The runs reached every kind of outcome, and the check detects a wrong one.
    const states = new Set(kept.map(({ state }) => state))
    expect([...states]).toEqual(expect.arrayContaining(['CONFIRMED', 'REJECTED', 'NOT_APPLIED']))
    const done = kept.find(({ requestId }) => api.faults.effects.some((effect) => effect.requestId === requestId))
    if (!done) throw new Error('No change took effect')
    const { effects, received } = api.faults
    expect(findFalseReports([{ ...done, state: 'NOT_APPLIED' }], { effects, received: [] })).toHaveLength(1)
    expect(findFalseReports([{ ...done, state: 'CONFIRMED' }], { effects: [], received: [] })).toHaveLength(1)
    expect(findFalseReports(kept, { effects, received: [...received, ...received.slice(0, 1)] })).not.toEqual([])
  },
)

test.runIf(TAKEOVERS > 0)(
  'records no wrong outcome when a console hangs while it sends, another takes over, and the first goes on',
  { timeout: 900_000 },
  async () => {
    const [one, other] = [new KillableRunner(settings()), new KillableRunner(settings())]
    const [received, taken] = [new Set<string>(), new Set<string>()]
    let written = 0
    for (let round = 0; round < TAKEOVERS; round += 1) {
      const runs = Array.from({ length: EACH_TAKEOVER }, (_, index): ChangeRun => {
        const [id, action] = [`takeover-${round}-${index}`, index % 3 === 0 ? 'delete' : 'cancel'] as const
        const seen = action === 'delete' ? { status: 'ended', endDate: '2026-02-05T00:00:00.000Z' } : SEEN
        api.faults.addSubscription(id, { ...plainSubscription, ...seen })
        const onWrite = random.of([{}, {}, { response: { drop: 'reset' } }, { response: { never: true } }] as const)
        api.faults.inject(
          { beforeMs: 200 + random.integer(500), ...onWrite },
          { id, operation: `${action}Subscription`, times: 1 },
        )
        return { run: 1_000_000 + round * EACH_TAKEOVER + index, action, id, seen }
      })
      const ids = new Set(runs.map(({ id }) => id))
      const asked = runs.map((run) => one.ask(run))
      await expect
        .poll(() => api.faults.received.filter(({ id }) => ids.has(id)).length, { timeout: 300_000, interval: 5 })
        .toBeGreaterThan(random.integer(EACH_TAKEOVER / 2))
      const wake = await one.hang()
      const heldBefore = (await keptChanges()).filter(
        ({ subscriptionId, holder, state }) => ids.has(subscriptionId) && holder !== null && isUnderWay(state),
      )
      // The other process is the only one that can move them.
      const isMoved = (row: (typeof heldBefore)[number]) =>
        heldBefore.some(({ id, revision }) => id === row.id && row.revision > revision)
      await expect
        .poll(async () => (await keptChanges()).filter(isMoved).length, { timeout: 150_000, interval: 100 })
        .toBe(heldBefore.length)
      for (const { subscriptionId } of heldBefore) taken.add(subscriptionId)
      for (const { id } of api.faults.received) if (taken.has(id)) received.add(id)
      wake()
      await Promise.all(asked)
      written += runs.length
      await expect.poll(openChanges, { timeout: 120_000, interval: 100 }).toBe(0)
    }
    await Promise.all([one.stop(), other.stop()])
    expect(findFalseReports(await keptChanges(), api.faults), `SEED=${SEED}`).toEqual([])
    // Each round had changes that the API received, whose sender hung, and that another process decided.
    expect(received.size).toBeGreaterThanOrEqual(TAKEOVERS)
    tally('changes whose console hung while it sent them', written)
    tally('of these, taken over by another console', taken.size)
  },
)
