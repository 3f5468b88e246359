import type { InputOf } from '@/lib/operations'
import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { accessKeyActorName } from '@/lib/people/access-key'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { formatDate } from '@/lib/time/instant'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { changeLabel, decisionVerb } from '../change-state-label'
import { appendEntry } from '@/lib/store/append-entry'
import { readActivity } from '@/lib/activity/server/read-activity'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { runOperation } from '@/lib/run-operation'
import { consoleStore } from '@/lib/store/console-store'
import { accessKeys, auditEntries, subscriptionChanges, users } from '@/lib/store/schema'
import type { ApprovalPolicy } from './approval-policy'

const setup = useChanges()
const HOUR_MS = 3_600_000

const need = (needs: ApprovalPolicy['needs']) => {
  setup().environment.approvals = { needs, expiresMs: 72 * HOUR_MS }
}
beforeAll(() => need('all'))

const admin = (name = 'boss'): OperationContext => {
  const context = setup().context(name)
  return { ...context, actor: { ...context.actor, role: 'admin' } }
}
const input = ({ id, subscriptionId }: { id: string; subscriptionId: string }): InputOf<'approveChange'> => ({
  id: subscriptionId,
  changeId: id,
  reason: 'Checked with the customer',
})
const approve = async (change: { id: string; subscriptionId: string }, by = admin()) =>
  (await runOperation('approveChange', by, input(change))).change
const decline = async (change: { id: string }, by = admin()) =>
  (await runOperation('declineChange', by, { changeId: change.id, reason: 'Not agreed' })).change

/** Returns what the activity has of a person about the subscription of a change. */
const foundBy = async (actor: string, { subscriptionId }: { subscriptionId: string }) =>
  readActivity(await consoleStore(), { actor, objectKind: 'subscription', objectId: subscriptionId }, 10)

interface AccountChange {
  days?: number
  role?: string
  detail?: object
}

/** Appends the audit entry of a change to an account. */
const changedAccount = async (by: string, action: string, name: string, change: AccountChange = {}) => {
  const { days = 0, role = 'admin', detail } = change
  const at = new Date(setup().now().getTime() - days * 24 * HOUR_MS)
  const object = { kind: 'user', id: `${name}@example.com` }
  const entry = { at, actor: by, role, action, requestId: 'test', object, outcome: 'done', detail }
  await appendEntry(await consoleStore(), entry)
}
const renamedByProvider = (from: string, to: string) =>
  changedAccount('OpenID provider', 'changeUser', to, {
    role: 'program',
    detail: { emailBefore: `${from}@example.com` },
  })

describe('a policy that needs an approval', () => {
  test('keeps a change as a proposal with what was seen, and sends nothing', async () => {
    const { subscribe, cancel, received, audit } = setup()
    const id = subscribe({ planId: 'plan-1' })
    const change = await cancel(id, { externalCustomerId: 'acme-inc' })
    expect(change).toMatchObject({
      state: 'PROPOSED',
      isOpen: false,
      detail: expect.stringMatching(/^Nothing was sent: another person must approve it by /),
      proposal: {
        seen: { status: 'active', planId: 'plan-1', endDate: null },
        externalCustomerId: 'acme-inc',
        decided: null,
      },
    })
    expect(received(id)).toBe(0)
    expect(await audit(id)).toEqual(['intent null', 'outcome proposed PROPOSED'])
  })

  test('sends it once another person approves it, with the customer that was checked', async () => {
    const { subscribe, cancel, received, api, get } = setup()
    const id = subscribe()
    const change = await cancel(id, { externalCustomerId: 'acme-inc' })
    expect(await approve(change)).toMatchObject({
      state: 'CONFIRMED',
      actor: 'agent@example.com',
      proposal: { decided: { by: 'boss@example.com', reason: 'Checked with the customer' } },
    })
    expect(received(id)).toBe(1)
    const sent = api.requests.find(({ method, url }) => method === 'POST' && url.includes(id))
    expect(sent?.body).toContain('acme-inc')
    await expect(approve(change)).rejects.toMatchObject({ problem: { code: 'not_proposed' } })
    expect([received(id), (await get(change.id)).state]).toEqual([1, 'CONFIRMED'])
  })

  test('records the approval and the states of the change in the audit', async () => {
    const { subscribe, cancel } = setup()
    const id = subscribe()
    await approve(await cancel(id))
    const db = await consoleStore()
    const entries = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.objectId, id))
      .orderBy(auditEntries.sequence)
    expect(entries.map(({ actor, action, phase, outcome }) => `${actor} ${action} ${phase} ${outcome}`)).toEqual([
      'agent@example.com cancelSubscription intent null',
      'agent@example.com cancelSubscription outcome proposed',
      'boss@example.com approveChange intent null',
      'boss@example.com approveChange outcome done',
      'boss@example.com cancelSubscription outcome not_sent',
      'agent@example.com cancelSubscription outcome unknown',
      'agent@example.com cancelSubscription outcome done',
    ])
    const [, , asked, approved] = entries
    expect(approved?.completes).toBe(asked?.sequence)
  })

  test('asks for it by action, or beyond a number of changes of a person in an hour', async () => {
    const { subscribe, cancel, after, context } = setup()
    need('deletes')
    const running = subscribe()
    const seen = { effect: await effectOf('proposeCancel', running) }
    expect((await cancel(running, { seen })).state).toBe('CONFIRMED')
    const ended = subscribe({ status: 'ended', endDate: '2026-02-05T00:00:00Z' })
    const removed = await runOperation('deleteSubscription', context(), { id: ended, reason: 'Cleaning up' })
    expect(removed.change.state).toBe('PROPOSED')
    need({ above: 2 })
    await after(2 * HOUR_MS)
    // Nothing was sent, so it does not count.
    expect((await cancel(subscribe(), { seen: { status: 'ended' } })).state).toBe('STALE')
    const states = []
    for (let nth = 0; nth < 3; nth += 1) states.push((await cancel(subscribe())).state)
    await after(61 * 60_000)
    expect([...states, (await cancel(subscribe())).state]).toEqual(['CONFIRMED', 'CONFIRMED', 'PROPOSED', 'CONFIRMED'])
    need('all')
  })

  test('counts concurrent requests of a person once each', async () => {
    const { subscribe, cancel, after } = setup()
    await after(2 * HOUR_MS)
    need({ above: 3 })
    const states = await Promise.all(Array.from({ length: 8 }, async () => (await cancel(subscribe())).state))
    need('all')
    expect(states.filter((state) => state === 'CONFIRMED')).toHaveLength(3)
    expect(states.filter((state) => state === 'PROPOSED')).toHaveLength(5)
  })

  test('makes no proposal of a change that was stale from the start', async () => {
    const { subscribe, cancel } = setup()
    expect(await cancel(subscribe(), { seen: { status: 'ended' } })).toMatchObject({ state: 'STALE', proposal: null })
  })

  test('ends the change as not sent when the proposal cannot be stored, and leaves the subscription free', async () => {
    const { environment, subscribe, cancel, get, audit, now } = setup()
    const id = subscribe()
    const prepared = vi.spyOn(environment.storeClock, 'storeNow').mockResolvedValueOnce(now())
    prepared.mockRejectedValueOnce(new Error('the proposal cannot be stored'))
    const problem = await problemOf(cancel(id))
    expect(problem).toMatchObject({ code: 'not_sent', outcome: 'none' })
    expect(await get(problem.changeId ?? '')).toMatchObject({ state: 'NOT_SENT', isOpen: false })
    expect(await audit(id)).toEqual(['intent null', 'outcome not_sent NOT_SENT'])
    expect(await cancel(id)).toMatchObject({ state: 'PROPOSED' })
  })

  test('does not let a second proposal of the same action wait', async () => {
    const { subscribe, cancel } = setup()
    const id = subscribe()
    const { id: changeId } = await cancel(id)
    const problem = await problemOf(cancel(id))
    expect(problem).toMatchObject({ code: 'change_open', changeId })
    expect(problem.detail).toMatch(/That waits for the approval of another person\.$/)
  })
})

// approval-races.prove.db.test.ts has thousands of these, in two processes that are killed.
describe('a proposal that several people decide at once', () => {
  test('is sent once when two approve it', async () => {
    const { subscribe, cancel, get, received } = setup()
    const id = subscribe()
    const change = await cancel(id)
    const decisions = await Promise.allSettled(['ben', 'cleo'].map((name) => approve(change, admin(name))))
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await get(change.id)).toMatchObject({ state: 'CONFIRMED' })
    expect(received(id)).toBe(1)
  })

  test('is sent when it is approved, or never when it is declined', async () => {
    const { subscribe, cancel, get, received } = setup()
    const id = subscribe()
    const change = await cancel(id)
    const [approved, declined] = await Promise.allSettled([
      approve(change, admin('ben')),
      decline(change, admin('cleo')),
    ])
    expect([approved.status, declined.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const isApproved = approved.status === 'fulfilled'
    expect(await get(change.id)).toMatchObject({ state: isApproved ? 'CONFIRMED' : 'DECLINED' })
    expect(received(id)).toBe(isApproved ? 1 : 0)
  })
})

describe('a proposal is not approved', () => {
  test('by the proposer, in any notation of the name', async () => {
    const { subscribe, cancel, received } = setup()
    const id = subscribe()
    const change = await cancel(id)
    for (const name of ['agent', 'AGENT'])
      await expect(approve(change, admin(name))).rejects.toMatchObject({ problem: { code: 'not_allowed' } })
    expect(received(id)).toBe(0)
  })

  test('by an account that the proposer added, reset or changed within 7 days', async () => {
    const { subscribe, cancel } = setup()
    const change = await cancel(subscribe())
    const by = 'agent@example.com'
    await changedAccount(by, 'addUser', 'added', { days: 1 })
    await changedAccount(by, 'createResetLink', 'reset', { days: 6 })
    await changedAccount(by, 'changeUser', 'enabled', { days: 6.9 })
    await changedAccount(by, 'addUser', 'known', { days: 8 })
    for (const name of ['added', 'reset', 'enabled'])
      expect((await problemOf(approve(change, admin(name)))).detail).toMatch(
        /^Not approved: agent@example\.com added or/,
      )
    expect((await approve(change, admin('known'))).state).toBe('CONFIRMED')
  })

  test('by an admin who may have signed in as the proposer, or as both by accounts between them', async () => {
    const { subscribe, context, cancel } = setup()
    const propose = async (by: string) =>
      (await runOperation('cancelSubscription', context(by), { id: subscribe(), reason: 'Asked for' })).change
    await changedAccount('maker@example.com', 'createResetLink', 'puppet')
    expect((await problemOf(approve(await propose('puppet'), admin('maker')))).detail).toBe(
      'Not approved: you added or changed the account of puppet@example.com within the last 7 days, or since it was proposed. Another person must approve it.',
    )
    await changedAccount('maker@example.com', 'addUser', 'second')
    expect((await problemOf(approve(await propose('puppet'), admin('second')))).code).toBe('not_allowed')
    await changedAccount('second@example.com', 'addUser', 'third')
    expect((await problemOf(approve(await propose('maker'), admin('third')))).code).toBe('not_allowed')
    expect((await approve(await propose('puppet'))).state).toBe('CONFIRMED')
    await changedAccount('command line (root)', 'cli users add', 'agent', { role: 'operator' })
    await changedAccount('command line (root)', 'cli users add', 'installed', { role: 'operator' })
    expect((await approve(await cancel(subscribe()), admin('installed'))).state).toBe('CONFIRMED')
  })

  test('by the proposer after the provider changed the email, which every other person may do', async () => {
    const { subscribe, cancel } = setup()
    const change = await cancel(subscribe())
    await renamedByProvider('agent', 'renamed')
    await renamedByProvider('other', 'other-renamed')
    expect((await problemOf(approve(change, admin('renamed')))).code).toBe('not_allowed')
    expect((await approve(change, admin('other-renamed'))).state).toBe('CONFIRMED')
  })

  test('by a role without the permission, which may withdraw only its own', async () => {
    const { subscribe, cancel, context } = setup()
    const change = await cancel(subscribe())
    await expect(approve(change, context('other'))).rejects.toMatchObject({
      problem: { code: 'not_allowed' },
    })
    await expect(decline(change, context('other'))).rejects.toMatchObject({
      problem: { code: 'not_allowed' },
    })
    const withdrawn = await decline(change, context())
    expect(withdrawn).toMatchObject({
      state: 'DECLINED',
      detail: 'Nothing was sent: agent@example.com withdrew it.',
    })
    expect([changeLabel(withdrawn).text, decisionVerb(withdrawn)]).toEqual(['Withdrawn', 'withdrew'])
  })

  test('after it was declined', async () => {
    const { subscribe, cancel, received } = setup()
    const id = subscribe()
    const change = await cancel(id)
    expect(await decline(change)).toMatchObject({ proposal: { decided: { reason: 'Not agreed' } } })
    await expect(approve(change)).rejects.toMatchObject({ problem: { code: 'not_proposed' } })
    expect(received(id)).toBe(0)
  })

  test('after it was declined or withdrawn, which the activity has under the person who did it', async () => {
    const { subscribe, cancel, context } = setup()
    const change = await cancel(subscribe())
    const decliner = admin('decliner')
    await decline(change, decliner)
    const withdrawn = await cancel(subscribe())
    await decline(withdrawn, context())
    const declining = { action: 'declineChange', outcome: 'done', reason: 'Not agreed' }
    expect(await foundBy('decliner', change)).toMatchObject([{ ...declining, detail: { change: change.id } }])
    expect(await foundBy('agent', change)).toMatchObject([
      { action: 'cancelSubscription', outcome: 'refused', detail: { decidedBy: 'decliner@example.com' } },
    ])
    expect(await foundBy('agent', withdrawn)).toMatchObject([declining, { action: 'cancelSubscription' }])
  })

  test('after it expired, which shows without anybody’s help', async () => {
    const { subscribe, cancel, after, get } = setup()
    const change = await cancel(subscribe())
    await after(71 * HOUR_MS)
    expect((await get(change.id)).state).toBe('PROPOSED')
    await after(HOUR_MS)
    expect(await get(change.id)).toMatchObject({ state: 'EXPIRED', isOpen: false })
  })

  const planned = { planId: 'plan-1', plan: { id: 'plan-1', name: 'Pro' } }
  test.each([
    ['status', { status: 'ended' }],
    ['end', { endDate: '2031-01-01T00:00:00Z' }],
    ['plan', { planId: 'plan-other' }],
    ['customer', { customerId: 'cus-other' }],
    ['prices', { plan: { id: 'plan-1', name: 'Dearer' } }],
    ['a status that cannot be read', { status: 7 }],
  ])('when it has changed since: %s', async (_, changes) => {
    const { subscribe, cancel, received, api } = setup()
    const id = subscribe(planned)
    const change = await cancel(id)
    api.faults.addSubscription(id, { ...plainSubscription, endDate: null, ...planned, ...changes })
    expect(await approve(change)).toMatchObject({
      state: 'STALE',
      isOpen: false,
      detail: expect.stringMatching(
        /has changed since it was proposed\..*\. Propose it again if it is still wanted\.$/,
      ),
    })
    expect(received(id)).toBe(0)
  })

  test('except that a date of the last update which cannot be read is no change by itself', async () => {
    const { subscribe, cancel } = setup()
    expect((await approve(await cancel(subscribe({ updatedAt: 7 })))).state).toBe('CONFIRMED')
  })

  test('when a newer change of the subscription was sent meanwhile', async () => {
    const { subscribe, cancel, remove, received, after, get } = setup()
    const id = subscribe({ status: 'pendingActivation', startDate: '2090-01-01T00:00:00Z' })
    const [cancelled, removed] = [await cancel(id), await remove(id)]
    expect((await approve(removed)).state).toBe('CONFIRMED')
    await expect(approve(cancelled)).rejects.toMatchObject({ problem: { code: 'not_proposed' } })
    await after(1)
    expect([received(id), (await get(cancelled.id)).state]).toEqual([1, 'STALE'])
  })
})

const byKey = (): OperationContext => {
  const context = setup().context()
  const name = accessKeyActorName('Assistant', 'ann@example.com')
  return { ...context, actor: { name, role: 'agent', userId: 'ann', accessKey: 'key_1' } }
}

const ask = async (name: 'proposeCancel' | 'proposeDelete', id: string, by = byKey()) =>
  (
    await runOperation(name, by, {
      id,
      reason: 'Asked for in the ticket',
      seen: { effect: await effectOf(name, id) },
    })
  ).change

/** What the page shows that a change would do. */
const effectOf = async (name: 'proposeCancel' | 'proposeDelete', id: string) => {
  const { effects } = await runOperation('getSubscription', setup().context(), { id })
  return name === 'proposeCancel' ? effects?.cancel : effects?.delete
}

/** A subscription whose monthly period ends after this time. */
const endsIn = (ms: number) => {
  const start = new Date(Date.now() + ms)
  start.setUTCMonth(start.getUTCMonth() - 1)
  return setup().subscribe({ startDate: start.toISOString() })
}
const startsIn = (ms: number) =>
  setup().subscribe({ status: 'pendingActivation', startDate: new Date(Date.now() + ms).toISOString() })

describe('the effect that was confirmed', () => {
  test('must be named by a key, and is compared with the one at the moment of sending', async () => {
    const { subscribe, cancel, received } = setup()
    need('off')
    const id = subscribe()
    const unnamed = runOperation('proposeCancel', byKey(), { id, reason: 'Asked for', seen: { status: 'active' } })
    expect((await problemOf(unnamed)).code).toBe('effect_required')
    const stale = await cancel(id, { seen: { effect: 'ends 2026-11-28' } })
    expect(stale.state).toBe('STALE')
    const day = (await effectOf('proposeCancel', id)).slice('ends '.length)
    expect(stale.detail).toContain(`The effect was “ends 28 Nov 2026” and is “ends ${formatDate(day, 'UTC')}”`)
    expect(received(id)).toBe(0)
    need('all')
  })

  test('is that of the next period within seconds of the end, so nothing is sent', async () => {
    need('off')
    const id = endsIn(5_000)
    const problem = await problemOf(runOperation('cancelSubscription', setup().context(), { id, reason: 'Asked for' }))
    expect([problem.code, setup().received(id)]).toEqual(['not_sent', 0])
    need('all')
  })

  test('limits how long a proposal waits, and the proposal says what a later one would do', async () => {
    const id = endsIn(5 * HOUR_MS)
    const change = await ask('proposeCancel', id)
    const { state, detail, proposal } = change
    const ends = Date.parse(proposal?.expiresAt ?? '') - Date.now()
    expect([state, Math.round(ends / HOUR_MS)]).toEqual(['PROPOSED', 5])
    expect(detail).toMatch(
      /must approve it before .* UTC\. Approved in time, it ends .* 20\d\d\. Proposed again later, it ends .* 20\d\d\.$/,
    )
    await setup().after(5 * HOUR_MS)
    const late = await problemOf(approve(change))
    expect(late).toMatchObject({
      code: 'not_proposed',
      detail: expect.stringMatching(/Proposed again, it ends .* 20\d\d/),
    })
    expect((await setup().get(change.id)).state).toBe('EXPIRED')
  })

  test('needs an approval under "deletes" when a cancel deletes or may delete', async () => {
    const { cancel, subscribe } = setup()
    need('deletes')
    for (const id of [startsIn(400 * HOUR_MS), subscribe({ status: 'paused' })]) {
      const seen = { effect: await effectOf('proposeCancel', id) }
      expect([seen.effect === 'deletes' || seen.effect === 'unknown', (await cancel(id, { seen })).state]).toEqual([
        true,
        'PROPOSED',
      ])
    }
    // What the request says of the effect opens no door: it is compared with the real one.
    const lie = await cancel(startsIn(400 * HOUR_MS), { seen: { effect: 'ends 2026-12-04' } })
    const unnamed = await cancel(startsIn(400 * HOUR_MS))
    expect([lie.state, unnamed.state]).toEqual(['STALE', 'PROPOSED'])
    need('all')
  })

  test.each([
    ['proposeCancel', { status: 'ended', endDate: '2026-02-05T00:00:00Z' }, 'already ended'],
    ['proposeCancel', { status: 'deleted' }, 'already deleted'],
    ['proposeCancel', { endDate: new Date(Date.now() + HOUR_MS).toISOString() }, 'already ends'],
    ['proposeDelete', {}, 'cancel before deleting'],
    ['proposeDelete', { status: 'deleted' }, 'already deleted'],
  ] as const)('makes no proposal without one: %s of %j', async (name, changes, why) => {
    const id = setup().subscribe(changes)
    const problem = await problemOf(ask(name, id))
    expect(problem).toMatchObject({
      code: 'no_effect',
      detail: expect.stringContaining(`Nothing was proposed: ${why}`),
    })
  })
})

test('a proposal of an earlier version, which has no account, is offered to those who approve', async () => {
  const { subscribe, cancel } = setup()
  const { id } = await cancel(subscribe())
  await (await consoleStore()).update(subscriptionChanges).set({ userId: null }).where(eq(subscriptionChanges.id, id))
  const by = admin('approver')
  const approver = { ...by, actor: { ...by.actor, userId: 'approver' } }
  const { changes } = await runOperation('listChanges', approver, { state: 'proposed', page: 1, pageSize: 100 })
  expect(changes.map((change) => change.id)).toContain(id)
})

describe('a person whose email changed at the provider', () => {
  test('has no proposals to approve when the account was disabled or lost the role, or the key was revoked', async () => {
    const { subscribe, context, now } = setup()
    const db = await consoleStore()
    const at = now().toISOString()
    await db.insert(users).values({ id: 'eve', email: 'eve@example.com', role: 'agent', createdAt: at })
    const key = { userId: 'eve', name: 'Bot', role: 'agent', addresses: '' } as const
    // The second one has the same name and is never revoked.
    for (const [id, tokenHash] of [['key_eve', 'eve'] as const, ['key_other', 'other'] as const])
      await db.insert(accessKeys).values({ ...key, id, tokenHash, createdAt: at, expiresAt: '2099-01-01T00:00:00Z' })
    const actor = { name: 'eve@example.com', role: 'agent', userId: 'eve' } as const
    const name = accessKeyActorName('Bot', actor.name)
    const propose = (by: OperationContext['actor']) => ask('proposeCancel', subscribe(), { ...context(), actor: by })
    const [own, ofKey] = [await propose(actor), await propose({ ...actor, name, accessKey: 'key_eve' })]
    await db.update(users).set({ email: 'eve-new@example.com' }).where(eq(users.id, 'eve'))
    const refusal = async (change: typeof own) => (await problemOf(approve(change))).detail
    await db.update(users).set({ role: 'viewer' }).where(eq(users.id, 'eve'))
    expect(await refusal(own)).toMatch(/eve@example\.com, who proposed it, may no longer cancel\. Decline it\.$/)
    await db.update(users).set({ role: 'agent', disabledAt: at }).where(eq(users.id, 'eve'))
    expect(await refusal(own)).toMatch(/the account of eve@example\.com, who proposed it, is disabled/)
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, 'eve'))
    await db.update(accessKeys).set({ revokedAt: '2020-01-01T00:00:00Z' }).where(eq(accessKeys.id, 'key_eve'))
    expect(await refusal(ofKey)).toMatch(/the access key that proposed it was revoked/)
    expect((await approve(own)).state).toBe('CONFIRMED')
  })

  test('withdraws own proposals, and has no further changes without approval', async () => {
    const { subscribe, environment, context } = setup()
    const as = (name: string): OperationContext => ({ ...context(), actor: { name, role: 'agent', userId: 'finn' } })
    const cancelAs = async (name: string) =>
      (await runOperation('cancelSubscription', as(name), { id: subscribe(), reason: 'Asked' })).change
    const { approvals } = environment
    environment.approvals = { ...approvals, needs: { above: 1 } }
    expect((await cancelAs('finn@example.com')).state).toBe('CONFIRMED')
    const proposed = await cancelAs('finn-new@example.com')
    environment.approvals = approvals
    expect(proposed.state).toBe('PROPOSED')
    const reason = 'A mistake'
    const declined = await runOperation('declineChange', as('finn@example.com'), { changeId: proposed.id, reason })
    expect(declined.change.detail).toContain('withdrew')
  })
})

describe('an access key', () => {
  test('only proposes, also when the policy is off, and without a sign-in', async () => {
    const { subscribe, received } = setup()
    need('off')
    const [id, ended] = [subscribe(), subscribe({ status: 'ended', endDate: '2026-02-05T00:00:00Z' })]
    const proposed = await ask('proposeCancel', id)
    expect([proposed.state, (await ask('proposeDelete', ended)).state]).toEqual(['PROPOSED', 'PROPOSED'])
    const sent = await problemOf(runOperation('cancelSubscription', byKey(), { id: subscribe(), reason: 'Asked for' }))
    expect([sent.code, received(id)]).toEqual(['not_allowed', 0])
    expect((await approve(proposed)).state).toBe('CONFIRMED')
    need('all')
  })

  test('does not keep people from a change of their own, which ends its proposal', async () => {
    const { subscribe, cancel, after, get } = setup()
    need('off')
    const id = subscribe()
    const proposed = await ask('proposeCancel', id)
    expect((await cancel(id)).state).toBe('CONFIRMED')
    await after(1)
    expect((await get(proposed.id)).state).toBe('STALE')
    need('all')
  })

  test('waits with at most 100 proposals of a person', async () => {
    const { subscribe } = setup()
    const before = await ask('proposeCancel', subscribe())
    const db = await consoleStore()
    const [row] = await db.select().from(subscriptionChanges).where(eq(subscriptionChanges.id, before.id))
    if (!row) throw new Error('The proposal is stored')
    await db
      .insert(subscriptionChanges)
      .values(
        Array.from({ length: 100 }, (_, nth) => ({ ...row, id: `op_many_${nth}`, subscriptionId: `sub-many-${nth}` })),
      )
    expect((await problemOf(ask('proposeCancel', subscribe()))).code).toBe('too_many_proposals')
    await db.delete(subscriptionChanges).where(like(subscriptionChanges.id, 'op_many_%'))
    expect((await ask('proposeCancel', subscribe())).state).toBe('PROPOSED')
  })

  test('proposes for its owner, who cannot approve it, and sees and withdraws it', async () => {
    const { subscribe } = setup()
    const change = await ask('proposeCancel', subscribe())
    const owner = admin('ann')
    expect((await problemOf(approve(change, owner))).detail).toMatch(/^Not approved: you proposed it/)
    await changedAccount('ann@example.com', 'addUser', 'puppet-of-ann')
    expect((await problemOf(approve(change, admin('puppet-of-ann')))).code).toBe('not_allowed')
    const listed = async (state: 'proposed' | 'own_proposals') =>
      (await runOperation('listChanges', owner, { state, pageSize: 100 })).changes.some(({ id }) => id === change.id)
    expect([await listed('proposed'), await listed('own_proposals')]).toEqual([false, true])
    const withdrawn = await decline(change, { ...owner, actor: { ...owner.actor, role: 'agent' } })
    expect([changeLabel(withdrawn).text, decisionVerb(withdrawn)]).toEqual(['Withdrawn', 'withdrew'])
  })
})

test('lists what others proposed to approve, and what became of one’s own', async () => {
  const { subscribe, cancel, context } = setup()
  const change = await cancel(subscribe())
  const listed = async (state: 'proposed' | 'own_proposals', by = context()) => {
    const { changes } = await runOperation('listChanges', by, { state, pageSize: 100 })
    return changes.some(({ id }) => id === change.id)
  }
  expect([await listed('proposed'), await listed('proposed', admin()), await listed('own_proposals')]).toEqual([
    false,
    true,
    true,
  ])
  await decline(change)
  expect([await listed('proposed', admin()), await listed('own_proposals')]).toEqual([false, true])
})
