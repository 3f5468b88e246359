import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { SubscriptionChange } from '../change'
import { viewOf } from '@/testing/console/mutated-response'
import { problemOf } from '@/testing/console/problem-of'
import { readExport } from '@/testing/console/read-csv'
import { useChanges } from '@/testing/console/use-changes'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { JOB_WORKS } from '@/lib/job-works'
import { claimJobs, JobLostError } from '@/lib/jobs/job-store'
import { jobsEnded, lookForJobs } from '@/lib/jobs/run-jobs'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { runOperation } from '@/lib/run-operation'
import { consoleStore } from '@/lib/store/console-store'
import { jobs } from '@/lib/store/job-schema'
import { auditEntries, subscriptionChanges, users } from '@/lib/store/schema'
import type { ApprovalPolicy } from './approval-policy'
import { factsOf } from './run-change'
import { GROUP_WORK } from './run-group'

const setup = useChanges()
const HOUR_MS = 3_600_000
let people = 0

const need = (needs: ApprovalPolicy['needs']) => {
  setup().environment.approvals = { needs, expiresMs: 72 * HOUR_MS }
}
/** A person whose groups no other test has. */
const person = (role: 'viewer' | 'agent' | 'admin' = 'agent'): OperationContext => {
  const context = setup().context(`person-${(people += 1)}`)
  return { ...context, actor: { ...context.actor, role } }
}
/** The person signed in long ago. */
const stale = (by: OperationContext): OperationContext => ({
  ...by,
  actor: { ...by.actor, userId: by.actor.name, session: undefined },
})
/** What the dialog sends of a subscription of `subscribeMany`. */
const SEEN = factsOf('cancel', {
  ...viewOf('subscription', { ...plainSubscription, id: 'sub', startDate: '2026-01-05T00:00:00.000Z', endDate: null }),
  asOf: new Date().toISOString(),
})
const seenNow = (seen: object = {}) => ({
  seen: { ...SEEN, ...seen },
  asOf: setup().now().toISOString(),
})
const rowsOf = (ids: readonly string[]) => ids.map((id) => ({ id, ...seenNow() }))
const subscribeMany = (count: number) => {
  const { subscribe } = setup()
  return Array.from({ length: count }, () => subscribe({ startDate: '2026-01-05T00:00:00.000Z' }))
}
const select = async (ids: readonly string[], by = person(), rows: object[] = rowsOf(ids)) =>
  (await runOperation('cancelSelected', by, { reason: 'Contract ended', ticket: 'T-1', rows })).group.id
const changesOf = async (group: string, by = person('admin')): Promise<SubscriptionChange[]> =>
  (await runOperation('listChanges', by, { state: 'all', group, page: 1, pageSize: 100 })).changes
const statesOf = async (group: string) => (await changesOf(group)).map(({ state }) => state)
const groupOf = async (group: string, by = person('admin')) =>
  (await runOperation('listChanges', by, { state: 'all', group, page: 1, pageSize: 1 })).groups[0]
const approve = async ({ id, subscriptionId }: SubscriptionChange, by = person('admin')) =>
  (await runOperation('approveChange', by, { id: subscriptionId, changeId: id, reason: 'Checked' })).change
const stop = async (groupId: string, by: OperationContext) => (await runOperation('stopGroup', by, { groupId })).group
/** Works on the groups until no job is left. */
const runGroups = async () => {
  await lookForJobs(setup().environment, JOB_WORKS)
  await jobsEnded()
}
const listed = async (state: 'proposed' | 'own_proposals', by: OperationContext) =>
  runOperation('listChanges', by, { state, page: 1, pageSize: 100 })

describe('a group of changes', () => {
  test('of ten rows is sent without an approval, in its order, with an audit intent for each row', async () => {
    need('off')
    const { received, audit, api } = setup()
    const ids = subscribeMany(10)
    const group = await select(ids)
    expect(await statesOf(group)).toEqual(Array(10).fill('QUEUED'))
    expect(ids.map(received)).toEqual(Array(10).fill(0))
    await runGroups()
    expect(await statesOf(group)).toEqual(Array(10).fill('CONFIRMED'))
    expect(api.faults.received.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids)
    expect(await audit(ids[0] ?? '')).toEqual(['intent null', 'outcome unknown SENT', 'outcome done CONFIRMED'])
    expect((await groupOf(group))?.counts).toMatchObject({ done: 10, queued: 0 })
  }, 30_000)

  test.each(['off', 'deletes', 'all', { above: 1_000 }] as const)(
    'of eleven rows waits for another person with the policy %j',
    async (needs) => {
      need(needs)
      const ids = subscribeMany(11)
      const group = await select(ids)
      expect(await statesOf(group)).toEqual(Array(11).fill('PROPOSED'))
      await runGroups()
      expect(ids.map(setup().received)).toEqual(Array(11).fill(0))
      expect(await setup().audit(ids[3] ?? '')).toEqual(['intent null', 'outcome proposed PROPOSED'])
    },
  )

  test('of ten rows or fewer follows the policy like single changes', async () => {
    need('all')
    expect(await statesOf(await select(subscribeMany(2)))).toEqual(['PROPOSED', 'PROPOSED'])
    need({ above: 2 })
    const group = await select(subscribeMany(3))
    expect(await statesOf(group)).toEqual(['QUEUED', 'QUEUED', 'PROPOSED'])
    await stop(group, person('admin'))
  })

  test('is stored whole or not at all: an open change refuses it and is named', async () => {
    need('off')
    const { cancel, meets, subscribe } = setup()
    const open = subscribe()
    meets(open, 'reset-after')
    await cancel(open).catch(() => undefined)
    const by = person()
    const db = await consoleStore()
    const entries = await db.$count(auditEntries)
    const problem = await problemOf(select([...subscribeMany(2), open], by))
    expect(problem).toMatchObject({ code: 'change_open', detail: expect.stringContaining(open) })
    expect(await db.$count(subscriptionChanges, eq(subscriptionChanges.actor, by.actor.name))).toBe(0)
    expect(await db.$count(auditEntries)).toBe(entries)
  })

  test('is refused with a subscription twice, with more than 200 rows, and for an access key', async () => {
    const [id = ''] = subscribeMany(1)
    expect(await problemOf(select([id, id]))).toMatchObject({ code: 'invalid_request' })
    const many = Array.from({ length: 201 }, (_, nth) => `many-${nth}`)
    expect(await problemOf(select(many))).toMatchObject({ code: 'invalid_request' })
    const by = person()
    const key = { ...by, actor: { ...by.actor, accessKey: 'key_1' } }
    expect(await problemOf(select([id], key))).toMatchObject({ code: 'not_allowed' })
    expect(await problemOf(select([id], person('viewer')))).toMatchObject({ code: 'not_allowed' })
  })

  test('is refused whole with a row whose facts have another effect now than it says, whatever its instant', async () => {
    const [id = '', other = ''] = subscribeMany(2)
    const later = { ...seenNow({ effect: 'ends 2090-01-04' }), asOf: '2089-12-20T00:00:00.000Z' }
    const untrue = [later, seenNow({ status: 'ended' }), seenNow({ effect: 'unknown' })]
    for (const change of untrue) {
      const rows = [
        { id: other, ...seenNow() },
        { id, ...seenNow(), ...change },
      ]
      expect(await problemOf(select([other, id], person(), rows))).toMatchObject({
        code: 'effect_required',
        detail: expect.stringContaining(id),
      })
    }
  })

  test('stores 200 rows', async () => {
    const group = await select(subscribeMany(200))
    expect((await groupOf(group))?.counts.proposed).toBe(200)
  }, 30_000)

  test('that deletes, or may, needs a fresh sign-in', async () => {
    need('off')
    const ids = subscribeMany(2)
    const by = stale(person())
    const upcoming = { status: 'pendingActivation', startDate: '2090-01-01T00:00:00.000Z' }
    const rows = [...rowsOf(ids.slice(1)), { id: ids[0], ...seenNow({ effect: 'deletes' }) }]
    expect(await problemOf(select(ids, by, rows))).toMatchObject({ code: 'fresh_sign_in_required' })
    // A client can't leave out what it saw.
    const { customerId: _, ...others } = SEEN
    expect(await problemOf(select(ids, by, [{ id: ids[0], ...seenNow(), seen: others }]))).toMatchObject({
      code: 'invalid_request',
    })
    const later = setup().subscribe(upcoming)
    const group = await select([later], by)
    await runGroups()
    expect((await changesOf(group))[0]).toMatchObject({ state: 'STALE' })
    expect(setup().received(later)).toBe(0)
  })
})

describe('the limits of a person', () => {
  test('are three open groups', async () => {
    need('all')
    const by = person()
    const groups = []
    for (let nth = 0; nth < 3; nth += 1) groups.push(await select(subscribeMany(1), by))
    expect(await problemOf(select(subscribeMany(1), by))).toMatchObject({ code: 'too_many_groups' })
    await stop(groups[0] ?? '', by)
    await select(subscribeMany(1), by)
  })

  test('count a group as one of a hundred proposals', async () => {
    need('off')
    const by = person()
    await select(subscribeMany(120), by)
    const [id = ''] = subscribeMany(1)
    const { change } = await runOperation('proposeCancel', by, { id, reason: 'One more' })
    expect(change.state).toBe('PROPOSED')
  }, 30_000)
})

describe('the proposals of a group', () => {
  test('are one item for the approver and the proposer, and count as one', async () => {
    need('all')
    const by = person()
    const group = await select(subscribeMany(3), by)
    const mine = await listed('own_proposals', by)
    expect(mine).toMatchObject({
      count: 1,
      changes: [{ groupId: group }],
      groups: [{ id: group, counts: { proposed: 3 } }],
    })
    expect((await listed('proposed', person('admin'))).changes.filter(({ groupId }) => groupId === group)).toHaveLength(
      1,
    )
    expect((await listed('proposed', by)).changes.filter(({ groupId }) => groupId === group)).toEqual([])
  })

  test('need another person, and wait for their turn after the approval', async () => {
    need('all')
    const { received } = setup()
    const boss = person('admin')
    const ids = subscribeMany(2)
    const own = await select(ids, boss)
    const [first] = await changesOf(own)
    if (!first) throw new Error('nothing was stored')
    expect(await problemOf(approve(first, boss))).toMatchObject({ code: 'not_allowed' })
    expect(await approve(first)).toMatchObject({ state: 'QUEUED', isOpen: true })
    expect(ids.map(received)).toEqual([0, 0])
    await runGroups()
    expect(await statesOf(own)).toEqual(['CONFIRMED', 'PROPOSED'])
    expect(ids.map(received)).toEqual([1, 0])
  })

  test('are not sent when the subscription has changed since', async () => {
    need('all')
    const { api, received } = setup()
    const [id = ''] = subscribeMany(1)
    const group = await select([id])
    const [proposal] = await changesOf(group)
    const ending = { startDate: '2026-01-05T00:00:00Z', endDate: '2026-12-31T00:00:00Z' }
    api.faults.addSubscription(id, { ...plainSubscription, ...ending })
    if (proposal) await approve(proposal)
    await runGroups()
    expect((await changesOf(group))[0]).toMatchObject({ state: 'STALE', differences: [{ field: 'endDate' }] })
    expect(received(id)).toBe(0)
  })

  test('are not sent when the facts that were shown are others than the real ones', async () => {
    need('all')
    const { subscribe, received, now } = setup()
    const id = subscribe({ startDate: '2026-01-05T00:00:00.000Z' })
    const shown = { ...viewOf('subscription', { ...plainSubscription, id, startDate: '2026-01-20', endDate: null }) }
    const asOf = now().toISOString()
    const group = await select([id], person(), [{ id, seen: factsOf('cancel', { ...shown, asOf }), asOf }])
    const [proposal] = await changesOf(group)
    if (proposal) await approve(proposal)
    await runGroups()
    expect((await changesOf(group))[0]?.state).toBe('STALE')
    expect(received(id)).toBe(0)
  })

  test('may be approved while the job of the group ends', async () => {
    need('all')
    const group = await select(subscribeMany(3))
    for (const proposal of await changesOf(group)) {
      await approve(proposal)
      void lookForJobs(setup().environment, JOB_WORKS)
    }
    await expect
      .poll(() => runGroups().then(() => statesOf(group)), { timeout: 15_000 })
      .toEqual(Array(3).fill('CONFIRMED'))
  }, 20_000)
})

describe('stopping the rest', () => {
  test('ends what was stored and not sent, for the owner and for approvers alone', async () => {
    need('all')
    const by = person()
    const ids = subscribeMany(3)
    const group = await select(ids, by)
    const [first] = await changesOf(group)
    if (first) await approve(first)
    await runGroups()
    expect(await problemOf(stop(group, person()))).toMatchObject({ code: 'not_allowed' })
    expect((await groupOf(group, by))?.canStop).toBe(true)
    expect(await stop(group, by)).toMatchObject({ counts: { done: 1, notDone: 2, proposed: 0 }, canStop: false })
    const states = await changesOf(group)
    expect(states[1]).toMatchObject({ state: 'NOT_SENT', detail: expect.stringContaining(`${by.actor.name} stopped`) })
    expect(await setup().audit(ids[1] ?? '')).toEqual([
      'intent null',
      'outcome proposed PROPOSED',
      'outcome not_sent NOT_SENT',
    ])
    expect(await problemOf(stop('grp_unknown', by))).toMatchObject({ code: 'not_found' })
  })

  test('while it runs sends no further change', async () => {
    need('off')
    const ids = subscribeMany(8)
    const by = person()
    const group = await select(ids, by)
    const running = runGroups()
    // The tests before may have taken the turns of this second.
    await expect.poll(() => setup().received(ids[0] ?? ''), { interval: 20, timeout: 10_000 }).toBe(1)
    await stop(group, by)
    const sent = setup().api.faults.received.filter(({ id }) => ids.includes(id)).length
    await lookForJobs(setup().environment, JOB_WORKS)
    await running
    const states = await statesOf(group)
    expect(states.filter((state) => state === 'NOT_SENT').length).toBeGreaterThanOrEqual(8 - sent - 1)
    expect(states).not.toContain('QUEUED')
    expect(states).not.toContain('PREPARED')
  }, 20_000)
})

describe('a group that runs', () => {
  test.each(['proposer', 'approver'] as const)('ends unsent when the %s is disabled', async (who) => {
    need('all')
    const db = await consoleStore()
    const boss = person('admin')
    const by = person()
    for (const { actor } of [boss, by]) {
      const role = actor.role === 'visitor' ? 'agent' : actor.role
      const user = { id: actor.name, email: actor.name, role, createdAt: '2026-01-01T00:00:00.000Z' }
      await db.insert(users).values(user)
    }
    const ids = subscribeMany(2)
    const group = await select(ids, { ...by, actor: { ...by.actor, userId: by.actor.name } })
    for (const proposal of await changesOf(group)) await approve(proposal, boss)
    const left = who === 'proposer' ? by : boss
    await db.update(users).set({ disabledAt: '2026-02-01T00:00:00.000Z' }).where(eq(users.id, left.actor.name))
    await runGroups()
    expect(await statesOf(group)).toEqual(['NOT_SENT', 'NOT_SENT'])
    expect(ids.map(setup().received)).toEqual([0, 0])
  })

  test('sends nothing while a circuit breaker is open', async () => {
    need('off')
    const { environment, received } = setup()
    const ids = subscribeMany(1)
    const group = await select(ids)
    const breakers = vi.spyOn(environment.billing, 'breakers').mockReturnValue({ reads: 'closed', writes: 'open' })
    await lookForJobs(environment, JOB_WORKS)
    await wait(700)
    expect([received(ids[0] ?? ''), ...(await statesOf(group))]).toEqual([0, 'QUEUED'])
    breakers.mockRestore()
    await jobsEnded()
    expect(await statesOf(group)).toEqual(['CONFIRMED'])
  })

  test('ends the row of a subscription that the API does not return, and sends the others', async () => {
    need('off')
    const { api, received } = setup()
    const ids = subscribeMany(3)
    api.add('subscription', ids[0] ?? '', jsonResponse({}, { status: 503 }))
    const group = await select(ids)
    await runGroups()
    expect(await statesOf(group)).toEqual(['NOT_SENT', 'CONFIRMED', 'CONFIRMED'])
    expect(ids.map(received)).toEqual([0, 1, 1])
  }, 30_000)

  test('does not send a row that waited longer than an approval counts', async () => {
    need('off')
    const ids = subscribeMany(1)
    const group = await select(ids)
    const db = await consoleStore()
    const isRow = eq(subscriptionChanges.groupId, group)
    const before = new Date(setup().now().getTime() - 73 * HOUR_MS).toISOString()
    await db.update(subscriptionChanges).set({ createdAt: before }).where(isRow)
    await runGroups()
    expect((await changesOf(group))[0]).toMatchObject({
      state: 'NOT_SENT',
      detail: expect.stringContaining('waited for more than 72 hours'),
    })
    expect(ids.map(setup().received)).toEqual([0])
  })

  test('ends its rows and its job together after three failures', async () => {
    need('off')
    const { environment, received } = setup()
    const ids = subscribeMany(2)
    const group = await select(ids)
    const db = await consoleStore()
    const [job] = await claimJobs(db, { source: environment.index.source, kind: 'group', limit: 1 })
    if (!job) throw new Error('the group has no job')
    const signal = new AbortController().signal
    // A process that has lost the job changes nothing.
    const lost = { ...job, holder: 'another process' }
    await expect(GROUP_WORK.fail?.({ environment, job: lost, signal })).rejects.toThrow(JobLostError)
    expect(await statesOf(group)).toEqual(['QUEUED', 'QUEUED'])
    await GROUP_WORK.fail?.({ environment, job, signal })
    expect(await statesOf(group)).toEqual(['NOT_SENT', 'NOT_SENT'])
    expect(await db.select().from(jobs).where(eq(jobs.id, job.id))).toMatchObject([{ state: 'failed' }])
    expect(ids.map(received)).toEqual([0, 0])
  })

  test('keeps its ended changes without what was seen when the customer is forgotten', async () => {
    need('off')
    const customerId = 'customer-of-a-group'
    const id = setup().subscribe({ startDate: '2026-01-05T00:00:00.000Z', customerId })
    const group = await select([id], person(), [{ id, ...seenNow({ customerId }) }])
    await runGroups()
    await setup().environment.index.written()
    await runOperation('forgetCustomer', person('admin'), { externalId: customerId })
    const db = await consoleStore()
    const isRow = eq(subscriptionChanges.groupId, group)
    expect(await db.select().from(subscriptionChanges).where(isRow)).toMatchObject([{ state: 'CONFIRMED', seen: '{}' }])
  })

  test('puts a row back in its turn that a process left before sending it', async () => {
    need('off')
    const { received, after } = setup()
    const [id = ''] = subscribeMany(1)
    const group = await select([id])
    const db = await consoleStore()
    const isRow = eq(subscriptionChanges.groupId, group)
    await db.update(subscriptionChanges).set({ state: 'PREPARED', holder: null, heldUntil: null }).where(isRow)
    await after(1_000)
    expect(await statesOf(group)).toEqual(['QUEUED'])
    await runGroups()
    expect([received(id), ...(await statesOf(group))]).toEqual([1, 'CONFIRMED'])
  })
})

describe('the list of changes', () => {
  test('has what the activity of the role shows', async () => {
    need('all')
    const by = person()
    const group = await select(subscribeMany(2), by)
    const count = async (context: OperationContext) => (await changesOf(group, context)).length
    expect([
      await count(by),
      await count(person()),
      await count(person('viewer')),
      await count(person('admin')),
    ]).toEqual([2, 0, 2, 2])
  })

  test('is exported as CSV with the outcome of each row', async () => {
    need('all')
    const by = person()
    const ids = subscribeMany(2)
    const group = await select(ids, by)
    const read = async (context: OperationContext) => {
      return (await readExport(await runOperation('exportChanges', context, { group }))).rows
    }
    expect(await read(by)).toMatchObject(
      ids.map((id) => ({ 'Subscription ID': id, Outcome: 'Waiting for approval', Ticket: 'T-1', Group: group })),
    )
    expect(await read(person())).toEqual([])
  })
})

test('old changes without a place in their batch are listed by the ID of the batch', async () => {
  const { cancel, subscribe } = setup()
  need('off')
  const change = await cancel(subscribe())
  const db = await consoleStore()
  await db.update(subscriptionChanges).set({ groupId: 'bat_old' }).where(eq(subscriptionChanges.id, change.id))
  expect(await changesOf('bat_old')).toMatchObject([{ id: change.id }])
})
