import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Batch } from '@/contract/console/batches'
import type { ConsoleInput } from '@/contract/console/operations'
import { problemOf } from '@/testing/console/problem-of'
import { readCsv } from '@/testing/console/read-csv'
import { useChanges } from '@/testing/console/use-changes'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { forgetInStore } from '../object-index/forget-customer'
import type { OperationContext } from '../operation-context'
import { runOperation } from '../run-operation'
import { batches, batchRows } from '../store/batch-schema'
import { consoleStore } from '../store/console-store'
import { auditEntries, subscriptionChanges, users } from '../store/schema'
import { readPreviews } from './read-previews'
import { runBatches } from './run-batches'

const setup = useChanges()
const HOUR_MS = 3_600_000
const PER_SECOND = 1_000
let sources = 0

/** A console whose batches are of an index of their own. */
function batching() {
  const { context, subscribe, api, received, meets, after, environment: base, audit } = setup()
  const index = new ObjectIndex(`batches-${(sources += 1)}`, emptyIndexMemory())
  const environment = { ...base, index }
  const as = (name: string, role: 'viewer' | 'agent' | 'admin' = 'agent'): OperationContext => {
    const own = context(name)
    return { ...own, environment, actor: { ...own.actor, role } }
  }
  const admin = (name = 'boss') => as(name, 'admin')
  const start = async (ids: string[], action: 'cancel' | 'delete' = 'cancel', by = as('ann')) =>
    (await runOperation('startBatch', by, { action, ids })).batch
  const get = (batchId: string, input: Partial<ConsoleInput<'getBatch'>> = {}) =>
    runOperation('getBatch', as('ann'), { batchId, pageSize: 100, ...input })
  const stateOf = async ({ id }: Batch) => (await get(id)).batch.state
  const until = async (batch: Batch, state: Batch['state'], round: () => Promise<void>) => {
    for (let nth = 0; nth < 100; nth += 1) {
      await round()
      if ((await stateOf(batch)) === state) return get(batch.id)
    }
    throw new Error(`the batch is ${await stateOf(batch)}, not ${state}`)
  }
  const read = (batch: Batch) =>
    until(batch, 'ready', () => readPreviews({ environment, perSecond: PER_SECOND, retryMs: 0 }))
  const round = () => runBatches({ environment, perSecond: PER_SECOND })
  const run = (batch: Batch) => until(batch, 'done', round)
  const propose = async ({ id }: Batch, by = as('ann')) =>
    (await runOperation('proposeBatch', by, { batchId: id, reason: 'Contract ended', ticket: 'T-1' })).batch
  const proposedAt = async ({ id }: Batch) => (await get(id)).batch.proposal?.at
  const approve = async (batch: Batch, by = admin(), shown?: string) => {
    const input = { batchId: batch.id, reason: 'Checked', proposedAt: shown ?? (await proposedAt(batch)) }
    return (await runOperation('approveBatch', by, input)).batch
  }
  const decline = async ({ id }: Batch, by = admin()) =>
    (await runOperation('declineBatch', by, { batchId: id, reason: 'Not now' })).batch
  const change = async ({ id }: Batch, to: 'stop' | 'again', by = as('ann')) =>
    (await runOperation('changeBatch', by, { batchId: id, to })).batch
  /** Makes a batch that is approved and not started. */
  const approved = async (ids: string[], action: 'cancel' | 'delete' = 'cancel') => {
    const batch = await start(ids, action)
    await read(batch)
    await propose(batch)
    return approve(batch)
  }
  const addAgain = (id: string, changes: object) =>
    api.faults.addSubscription(id, { ...plainSubscription, endDate: null, ...changes })
  return {
    as,
    admin,
    start,
    get,
    read,
    round,
    run,
    propose,
    approve,
    decline,
    change,
    approved,
    stateOf,
    subscribe,
    api,
    received,
    meets,
    after,
    environment,
    audit,
    addAgain,
  }
}

/** Returns the context of a person who signed in long ago. */
const stale = (by: OperationContext, name: string): OperationContext => ({
  ...by,
  actor: { ...by.actor, userId: name, session: undefined },
})
const listed = async (state: 'proposed' | 'own_proposals', by: OperationContext) =>
  (await runOperation('listBatches', by, { state })).batches.map(({ id }) => id)
const ended = { status: 'ended', endDate: '2026-02-05T00:00:00Z' }

describe('the preview of a batch', () => {
  test('shows the effect in the words of the dialog, or why there is none', async () => {
    const { start, read, subscribe } = batching()
    const ids = [
      subscribe({ plan: { id: 'plan-1', name: 'Pro' }, planId: 'plan-1' }),
      subscribe({ status: 'pendingActivation', startDate: '2090-01-01T00:00:00Z' }),
      subscribe(ended),
      subscribe({ status: 'hibernating' }),
      subscribe({ endDate: 'soon' }),
      'sub-unknown',
      subscribe({ endDate: new Date(Date.now() + 60_000).toISOString() }),
    ]
    const batch = await start(ids)
    const { rows, batch: done } = await read(batch)
    expect(rows.map(({ preview, effect }) => [preview, effect])).toEqual([
      ['changes', expect.stringMatching(/^Active → ends \d+ \w+ \d{4}$/)],
      ['changes', 'Pending activation → deleted'],
      ['impossible', 'Already ended'],
      ['impossible', 'This console does not know the status “hibernating”'],
      ['impossible', 'Its dates, plan, prices or customer can’t be read'],
      ['impossible', expect.stringMatching(/^The billing API has no subscription with this ID/)],
      ['nothing', expect.stringMatching(/^Already ends: last day /)],
    ])
    expect(rows[0]).toMatchObject({ name: 'Pro', status: 'active', change: null, problem: null })
    expect(done).toMatchObject({
      read: 7,
      total: 7,
      counts: { changes: 2, impossible: 4, nothing: 1, done: 0, unknown: 0, notDone: 0 },
      needsFreshSignIn: true,
    })
  })

  test('names an open change of the subscription', async () => {
    const { start, read, subscribe, meets, as } = batching()
    const id = subscribe()
    meets(id, 'reset-after')
    await runOperation('cancelSubscription', as('bob'), { id, reason: 'Asked for' })
    const { rows } = await read(await start([id]))
    expect(rows).toMatchObject([
      { preview: 'impossible', effect: 'bob@example.com asked to cancel it: outcome not known yet' },
    ])
  })

  test('takes the subscriptions of a list', async () => {
    const { as, subscribe, read, environment } = batching()
    const ids = [subscribe(), subscribe(ended)]
    for (const id of ids) await runOperation('getSubscription', as('ann'), { id })
    await environment.index.written()
    const ofList = { action: 'cancel', subscriptions: { status: 'active' } } as const
    const { rows } = await read((await runOperation('startBatch', as('ann'), ofList)).batch)
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 1))
  })

  test('can be stopped and read again', async () => {
    const { start, read, change, subscribe, environment, stateOf } = batching()
    const batch = await start([subscribe()])
    expect((await change(batch, 'stop')).state).toBe('stopped')
    await readPreviews({ environment, perSecond: PER_SECOND })
    expect(await stateOf(batch)).toBe('stopped')
    expect((await change(batch, 'again')).state).toBe('reading')
    expect((await read(batch)).batch.counts.changes).toBe(1)
  })
})

describe('approving a batch', () => {
  test('needs another person also when the policy is off', async () => {
    const { start, read, propose, approve, round, subscribe, received, admin, as, stateOf, environment } = batching()
    expect(environment.approvals.needs).toBe('off')
    const ids = [subscribe(), subscribe()]
    const batch = await start(ids, 'cancel', admin('ann'))
    await read(batch)
    expect((await propose(batch, admin('ann'))).state).toBe('proposed')
    await round()
    for (const by of [admin('ann'), admin('ANN'), as('other')])
      expect((await problemOf(approve(batch, by))).code).toBe('not_allowed')
    expect([await stateOf(batch), ...ids.map(received)]).toEqual(['proposed', 0, 0])
    expect((await approve(batch)).state).toBe('running')
    expect((await problemOf(approve(batch))).code).toBe('not_proposed')
  })

  test('needs a fresh sign-in of both people for deletes', async () => {
    const { start, read, propose, approve, subscribe, as, admin } = batching()
    const batch = await start([subscribe(ended)], 'delete')
    await read(batch)
    const annLater = stale(as('ann'), 'ann@example.com')
    expect((await problemOf(propose(batch, annLater))).code).toBe('fresh_sign_in_required')
    await propose(batch)
    expect((await problemOf(approve(batch, stale(admin(), 'boss@example.com')))).code).toBe('fresh_sign_in_required')
    expect((await approve(batch)).state).toBe('running')
  })

  test('is offered to those who approve, and shown to the proposer', async () => {
    const { start, read, propose, decline, change, subscribe, as, admin } = batching()
    const batch = await start([subscribe()])
    await read(batch)
    await propose(batch)
    expect(await listed('proposed', admin())).toEqual([batch.id])
    expect(await listed('proposed', as('ann'))).toEqual([])
    expect(await listed('own_proposals', as('ann'))).toEqual([batch.id])
    expect((await problemOf(decline(batch, as('other')))).code).toBe('not_allowed')
    const declined = await decline(batch)
    expect(declined).toMatchObject({
      state: 'declined',
      proposal: { decided: { by: 'boss@example.com', reason: 'Not now' } },
    })
    expect([await listed('proposed', admin()), await listed('own_proposals', as('ann'))]).toEqual([[], [batch.id]])
    await read(await change(batch, 'again'))
    await propose(batch)
    expect(await decline(batch, as('ann'))).toMatchObject({
      state: 'declined',
      proposal: { decided: { by: 'ann@example.com' } },
    })
  })

  test('is rejected when the approver saw an earlier proposal of the batch', async () => {
    const { start, read, propose, approve, decline, change, subscribe, as, after } = batching()
    const batch = await start([subscribe()])
    await read(batch)
    const shown = (await propose(batch)).proposal?.at
    await decline(batch, as('ann'))
    await after(1_000)
    await read(await change(batch, 'again'))
    await propose(batch)
    expect((await problemOf(approve(batch, undefined, shown))).code).toBe('not_proposed')
    expect((await approve(batch)).state).toBe('running')
  })

  test('is rejected after the proposal expired', async () => {
    const { start, read, propose, approve, round, subscribe, stateOf, after } = batching()
    const batch = await start([subscribe()])
    await read(batch)
    await propose(batch)
    await after(72 * HOUR_MS)
    expect((await problemOf(approve(batch))).code).toBe('not_proposed')
    await round()
    expect(await stateOf(batch)).toBe('expired')
  })
})

describe('an approved batch', () => {
  test('sends each change once, one after another, and records every step', async () => {
    const { approved, run, subscribe, received, audit } = batching()
    const ids = [subscribe(), subscribe(), subscribe(ended), subscribe()]
    const batch = await approved(ids)
    const { rows, batch: done } = await run(batch)
    expect(rows.map(({ change, problem }) => [change?.state, problem])).toEqual([
      ['CONFIRMED', null],
      ['CONFIRMED', null],
      [undefined, null],
      ['CONFIRMED', null],
    ])
    expect(ids.map(received)).toEqual([1, 1, 0, 1])
    expect(done).toMatchObject({ state: 'done', counts: { done: 3, unknown: 0, notDone: 0 } })
    expect(await audit(ids[0] ?? '')).toEqual(['intent null', 'outcome unknown SENT', 'outcome done CONFIRMED'])
    const db = await consoleStore()
    const entries = await db.select().from(auditEntries).orderBy(auditEntries.sequence)
    const steps = entries.filter(({ action, detail }) => action.endsWith('Batch') && detail.includes(batch.id))
    expect(steps.map(({ actor, action, phase }) => `${actor} ${action} ${phase}`)).toEqual([
      'ann@example.com startBatch outcome',
      'ann@example.com proposeBatch intent',
      'boss@example.com approveBatch intent',
    ])
    const changes = await db.select().from(subscriptionChanges).where(eq(subscriptionChanges.batchId, batch.id))
    expect(changes[0]).toMatchObject({
      actor: 'ann@example.com',
      decidedBy: 'boss@example.com',
      reason: 'Contract ended',
      ticket: 'T-1',
    })
  })

  test('does not send what changed since the preview, and goes on with the rest', async () => {
    const { approved, run, subscribe, received, addAgain, as } = batching()
    const ids = [subscribe(), subscribe(), subscribe(), subscribe()]
    const [moved = '', gone = '', other = '', same = ''] = ids
    const batch = await approved(ids)
    addAgain(moved, { endDate: '2091-01-01T00:00:00Z' })
    addAgain(gone, { customerId: 'cus-other' })
    await runOperation('cancelSubscription', as('bob'), { id: other, reason: 'Asked for' })
    const { rows, batch: done } = await run(batch)
    expect(rows.map(({ change, problem }) => change?.state ?? problem)).toEqual([
      'STALE',
      'STALE',
      expect.stringMatching(/^Nothing was sent: bob@example\.com asked to cancel this subscription on /),
      'CONFIRMED',
    ])
    expect(rows[0]?.change?.detail).toMatch(/has changed since it was proposed\..*Propose it again\.$/)
    expect([moved, gone, other, same].map(received)).toEqual([0, 0, 1, 1])
    expect(done.counts).toMatchObject({ done: 1, notDone: 3 })
  })

  test('does not send a change whose effect is another one by now', async () => {
    const { approved, run, subscribe, received } = batching()
    const id = subscribe()
    const batch = await approved([id])
    const db = await consoleStore()
    await db.update(batchRows).set({ asOf: '2025-01-15T00:00:00.000Z' }).where(eq(batchRows.batchId, batch.id))
    const { rows } = await run(batch)
    expect(rows[0]?.change).toMatchObject({
      state: 'STALE',
      detail: expect.stringMatching(
        /its effect is no longer the one that was approved\. Now: It ends on .*\. Propose it again\.$/,
      ),
    })
    expect(received(id)).toBe(0)
  })

  test('keeps tracking an outcome that is not known', async () => {
    const { approved, run, get, subscribe, meets, after, received } = batching()
    const ids = [subscribe(), subscribe()]
    meets(ids[0] ?? '', 'reset-after')
    const batch = await approved(ids)
    const { rows, batch: done } = await run(batch)
    expect(rows.map(({ change }) => change?.state)).toEqual(['UNKNOWN', 'CONFIRMED'])
    expect(done.counts).toMatchObject({ unknown: 1, done: 1 })
    for (let round = 0; round < 6; round += 1) await after(60_000)
    expect((await get(batch.id)).rows.map(({ change }) => change?.state)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(ids.map(received)).toEqual([1, 1])
  })

  test('stops before the next row, by its owner or an admin', async () => {
    const { approved, round, change, get, subscribe, received, as, admin, environment } = batching()
    const ids = Array.from({ length: 6 }, () => subscribe())
    const batch = await approved(ids)
    // One turn a round.
    await runBatches({ environment, perSecond: 1 })
    expect((await problemOf(change(batch, 'stop', as('other')))).code).toBe('not_allowed')
    expect((await change(batch, 'stop', admin('other'))).state).toBe('stopped')
    await round()
    const { batch: stopped } = await get(batch.id)
    expect(stopped.counts).toMatchObject({ done: 1, unknown: 0, notDone: 0 })
    expect(ids.map(received)).toEqual([1, 0, 0, 0, 0, 0])
    expect((await problemOf(change(batch, 'again'))).code).toBe('invalid_request')
  })

  test('stops when the person who proposed or approved it is disabled, or lost the role', async () => {
    const { approved, start, read, propose, approve, run, round, get, subscribe, received, admin, as } = batching()
    const db = await consoleStore()
    const at = new Date().toISOString()
    const boss = { id: 'boss-2', email: 'boss-2@example.com', role: 'admin', createdAt: at } as const
    await db.insert(users).values(boss)
    const by = admin('boss-2')
    const approver = { ...by, actor: { ...by.actor, userId: boss.id } }
    for (const [lost, state] of [
      [{ disabledAt: at }, 'stopped'],
      [{ disabledAt: at, email: 'boss-renamed@example.com' }, 'stopped'],
      [{ role: 'agent' }, 'stopped'],
      [{}, 'done'],
    ] as const) {
      await db
        .update(users)
        .set({ ...boss, disabledAt: null })
        .where(eq(users.id, boss.id))
      const id = subscribe()
      const batch = await start([id])
      await read(batch)
      await propose(batch)
      await approve(batch, approver)
      await db
        .update(users)
        .set({ role: boss.role, ...lost })
        .where(eq(users.id, boss.id))
      await round()
      expect([(await get(batch.id)).batch.state, received(id)]).toEqual([state, state === 'done' ? 1 : 0])
    }
    await db.insert(users).values({ ...boss, id: 'cara@example.com', email: 'cara@example.com', role: 'agent' })
    const [batch, id] = [await start([subscribe()], 'cancel', as('cara')), 'cara@example.com']
    await read(batch)
    await propose(batch, as('cara'))
    await approve(batch)
    await db.update(users).set({ role: 'viewer' }).where(eq(users.id, id))
    await round()
    expect((await get(batch.id)).batch.state).toBe('stopped')
    expect((await run(await approved([subscribe()]))).batch.state).toBe('done')
  })

  test('sends at a bounded rate and never two at once, also in two processes', async () => {
    const { approved, get, subscribe, api, environment } = batching()
    const ids = Array.from({ length: 8 }, () => subscribe())
    const batch = await approved(ids)
    const startedMs = performance.now()
    while (performance.now() - startedMs < 2_000) {
      await Promise.all([1, 2].map(() => runBatches({ environment, perSecond: 2 })))
      await wait(50)
    }
    const seconds = (performance.now() - startedMs) / 1_000
    const { counts } = (await get(batch.id)).batch
    expect(counts.done).toBeGreaterThanOrEqual(2)
    expect(counts.done).toBeLessThanOrEqual(2 * (seconds + 1.25))
    const order = api.faults.received.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
    expect(order).toEqual(ids.slice(0, order.length))
  })

  test('goes on after its process ended, and sends no row twice', async () => {
    const { approved, run, subscribe, received, environment } = batching()
    const ids = Array.from({ length: 4 }, () => subscribe())
    const batch = await approved(ids)
    await runBatches({ environment, perSecond: 1 })
    const db = await consoleStore()
    const isFirst = and(eq(batchRows.batchId, batch.id), eq(batchRows.position, 1))
    const isSecond = and(eq(batchRows.batchId, batch.id), eq(batchRows.position, 2))
    // The process ended before it released the first row, and after it claimed the second.
    for (const isRow of [isFirst, isSecond])
      await db.update(batchRows).set({ leaseUntil: new Date().toISOString() }).where(isRow)
    const { rows } = await run(batch)
    expect(rows.map(({ change }) => change?.state)).toEqual(ids.map(() => 'CONFIRMED'))
    expect(ids.map(received)).toEqual(ids.map(() => 1))
  })
})

test('writes what became of each row to a file', async () => {
  const { approved, run, subscribe, as } = batching()
  const [one, other] = [
    subscribe({ plan: { id: 'p', name: 'Pro' }, planId: 'p' }),
    subscribe({ ...ended, plan: undefined }),
  ]
  const batch = await approved([one, other])
  await run(batch)
  const { bytes, fileName } = await runOperation('exportBatch', as('ann'), { batchId: batch.id })
  const { rows, partial } = readCsv((await buffer({ [Symbol.asyncIterator]: () => bytes })).toString())
  expect(fileName).toMatch(/^batch-bat_[\w-]+.*\.csv$/)
  expect(partial).toBeNull()
  expect(rows.map((row) => [row['ID'], row['Plan'], row['Preview'], row['Outcome']])).toEqual([
    [one, 'Pro', 'Would change', 'In effect'],
    [other, '', 'Not possible', ''],
  ])
  expect(rows[0]?.['Change ID']).toMatch(/^op_/)
  expect(rows[0]?.['Cause']).toMatch(/^Cancelled/)
})

test('bounds the rows of a batch, and the batches of a person that are not over', async () => {
  const { start, subscribe, change, as } = batching()
  const many = Array.from({ length: 501 }, (_, nth) => `sub-many-${nth}`)
  expect((await problemOf(start(many))).code).toBe('invalid_request')
  const started = []
  for (let nth = 0; nth < 3; nth += 1) started.push(await start([subscribe()]))
  expect((await problemOf(start([subscribe()]))).code).toBe('too_many_batches')
  expect((await start([subscribe()], 'cancel', as('bob'))).state).toBe('reading')
  if (started[0]) await change(started[0], 'stop')
  expect((await start([subscribe()])).state).toBe('reading')
})

test('forgets the rows of a customer; a change that was started keeps its record', async () => {
  const { start, read, approved, run, get, subscribe } = batching()
  const customerId = `cus-forgotten-${sources}`
  const [sent, unsent] = [subscribe({ customerId }), subscribe({ customerId })]
  const done = await approved([sent])
  await run(done)
  const waiting = await start([unsent, subscribe()])
  await read(waiting)
  const by = { name: 'boss', role: 'admin', action: 'forgetCustomer', requestId: 'test', now: new Date() }
  await forgetInStore(await consoleStore(), by, customerId)
  expect((await get(waiting.id)).batch.total).toBe(1)
  expect((await get(done.id)).rows).toMatchObject([
    { id: sent, name: null, status: null, change: { state: 'CONFIRMED' } },
  ])
  const db = await consoleStore()
  expect(await db.$count(batches, eq(batches.id, done.id))).toBe(1)
})
