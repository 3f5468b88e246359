import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tally } from '@/scripts/test/volume.mjs'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { startFakeBillingApi, type FakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { KillableRunner } from '@/testing/console/killable-runner'
import { seededRandom } from '@/testing/console/seeded-random'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { isUnderWay } from '../change'
import { auditEntries, subscriptionChanges } from '@/lib/store/schema'

/*
 * Races of approving, declining, changes of the subscription, expiry and kills, in two processes. The embedded database
 * belongs to one process.
 */

const RACES = 2_000
/** Further races that start with a change of the subscription, an expiry or a decline, so that each end is reached for certain. */
const CERTAIN_RACES = 6
const SEED = Number(process.env.SEED ?? 48)
const CONCURRENCY = 8
const PROPOSER = 'agent@example.com'
const ADMINS = ['ben@example.com', 'cleo@example.com', 'dan@example.com'] as const

let api: FakeBillingApi
let store: Awaited<ReturnType<typeof openFreshConsoleStore>>
let runners: [KillableRunner, ...KillableRunner[]]
beforeAll(async () => {
  api = await startFakeBillingApi()
  store = await openFreshConsoleStore()
  const settings = {
    ...store.settings,
    BILLING_API_BASE_URL: api.url,
    BILLING_API_KEY: api.key,
    BILLING_API_BREAKER_PERCENT: '100',
    CONSOLE_APPROVALS: 'all',
  }
  const one = new KillableRunner(settings)
  runners = testDatabaseUrl() === undefined ? [one] : [one, new KillableRunner(settings)]
})
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await store.close()
  await api.close()
})

const random = seededRandom(SEED)
const counted = { proposed: 0, decisions: 0, selfApprovals: 0, changedSince: 0, expired: 0, kills: 0, sent: 0 }
/** The number of requests that the API had received when the subscription of this race changed. */
const changedAfter = new Map<string, number>()
let asked = 0

const changesOf = (id: string) =>
  store.db.select().from(subscriptionChanges).where(eq(subscriptionChanges.subscriptionId, id))

async function race(nth: number): Promise<void> {
  const id = `race-${nth}`
  api.faults.addSubscription(id, { ...plainSubscription, endDate: null })
  const runner = () => random.of(runners)
  const seen = { status: 'active', endDate: null }
  await runner().ask({ run: (asked += 1), action: 'cancel', id, seen })
  const [proposal] = await changesOf(id)
  if (proposal?.state !== 'PROPOSED') return
  counted.proposed += 1
  const decide = async (action: 'approve' | 'decline', by: string) => {
    counted.decisions += 1
    if (by === PROPOSER) counted.selfApprovals += 1
    await runner().ask({ run: (asked += 1), action, id, changeId: proposal.id, by })
  }
  if (nth >= RACES) {
    const starts = [() => changeSubscription(id), () => expire(proposal.id), () => decide('decline', random.of(ADMINS))]
    await starts[nth % starts.length]?.()
  }
  const moves = [() => decide('approve', random.of(ADMINS)), () => decide('approve', random.of(ADMINS))]
  if (random.chance(40)) moves.push(() => decide('approve', PROPOSER))
  if (random.chance(25)) moves.push(() => decide('decline', random.of(ADMINS)))
  if (random.chance(25)) moves.push(() => changeSubscription(id))
  if (random.chance(15)) moves.push(() => expire(proposal.id))
  if (random.chance(3)) moves.push(kill)
  await Promise.all(
    moves.map(async (move) => {
      await wait(random.integer(25))
      await move()
    }),
  )
  // A proposal that a killed console left waiting counts towards the proposer's most.
  const [left] = await changesOf(id)
  if (left?.state === 'PROPOSED') await decide('decline', random.of(ADMINS))
}

async function changeSubscription(id: string): Promise<void> {
  api.faults.addSubscription(id, { ...plainSubscription, endDate: '2031-01-01T00:00:00Z' })
  changedAfter.set(id, api.requests.length)
  counted.changedSince += 1
}

/** Sets the end of a proposal, with a new revision as each write has: an approval that has read the row before must not go on. */
async function expire(id: string): Promise<void> {
  const expiresAt = new Date().toISOString()
  const isWaiting = and(eq(subscriptionChanges.id, id), eq(subscriptionChanges.state, 'PROPOSED'))
  const revision = sql`${subscriptionChanges.revision} + 1`
  await store.db.update(subscriptionChanges).set({ expiresAt, revision }).where(isWaiting)
  counted.expired += 1
}

async function kill(): Promise<void> {
  counted.kills += 1
  await random.of(runners).kill()
}

/** Returns the position of the last read of a subscription before its cancel among the requests of the API. */
function lastReadBeforeSend(id: string): number {
  const isOf = ({ url }: { url: string }) => url.split('?', 1)[0]?.split('/').includes(id)
  const sent = api.requests.findIndex((request) => request.method === 'POST' && isOf(request))
  return api.requests.findLastIndex((request, at) => at < sent && request.method === 'GET' && isOf(request))
}

test(
  'a change is sent once, after another person approved it, and never when it is stale, declined or expired',
  { timeout: 1_800_000 },
  async () => {
    const races = Array.from({ length: RACES + CERTAIN_RACES }, (_, nth) => nth).values()
    const raceOn = async () => {
      for (const nth of races) await race(nth)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, raceOn))
    const rows = () => store.db.select().from(subscriptionChanges)
    const isSettled = async () => (await rows()).every(({ state }) => !isUnderWay(state))
    await expect.poll(isSettled, { timeout: 120_000, interval: 100 }).toBe(true)

    const wrong = []
    const all = await rows()
    for (const { subscriptionId: id, state, decidedBy, decidedAt, expiresAt } of all) {
      const received = api.faults.received.filter((write) => write.id === id).length
      counted.sent += received
      if (received > 1) wrong.push(`${id} was sent ${received} times`)
      if (received === 0) continue
      if (!ADMINS.some((name) => name === decidedBy)) wrong.push(`${id} was sent with approval by ${decidedBy}`)
      if (['PROPOSED', 'DECLINED', 'EXPIRED', 'STALE', 'NOT_SENT'].includes(state))
        wrong.push(`${id} was sent: ${state}`)
      if (decidedAt === null || expiresAt === null || decidedAt >= expiresAt)
        wrong.push(`${id} was sent after it expired`)
      if (lastReadBeforeSend(id) >= (changedAfter.get(id) ?? Infinity)) wrong.push(`${id} was sent when stale`)
    }
    const isApproval = and(eq(auditEntries.action, 'approveChange'), eq(auditEntries.outcome, 'done'))
    const approvals = await store.db.select().from(auditEntries).where(isApproval)
    const approved = all.filter(({ decidedAt, state }) => decidedAt !== null && state !== 'DECLINED')
    expect(approvals).toHaveLength(approved.length)
    expect(new Set(approvals.map(({ objectId }) => objectId))).toEqual(
      new Set(approved.map(({ subscriptionId }) => subscriptionId)),
    )
    expect(approvals.filter(({ actor }) => actor === PROPOSER)).toEqual([])
    expect(wrong, `SEED=${SEED}`).toEqual([])

    // Every kind of end was reached. About 42 % of the races end with a send.
    expect(counted.sent).toBeGreaterThan(RACES / 10)
    expect([...new Set(all.map(({ state }) => state))]).toEqual(
      expect.arrayContaining(['CONFIRMED', 'DECLINED', 'EXPIRED', 'STALE']),
    )
    tally('races of an approval', counted.proposed)
    tally('approvals and declines in them', counted.decisions)
    tally('of these, by the proposer', counted.selfApprovals)
    tally('subscriptions that changed meanwhile', counted.changedSince)
    tally('proposals that expired meanwhile', counted.expired)
    tally('kills of a console meanwhile', counted.kills)
    tally('changes sent after an approval', counted.sent)
  },
)
