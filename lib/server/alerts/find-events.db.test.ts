import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ALERT_KINDS } from '@/contract/console/alert'
import { insertChange } from '@/testing/console/insert-change'
import { useChanges } from '@/testing/console/use-changes'
import { changeSourceOf } from '../changes/change-store'
import { forgetInStore } from '../object-index/forget-customer'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { DriftRegistry } from '../status/drift-registry'
import { alertDeliveries, alertEvents, alertSearches, webhooks } from '../store/alert-schema'
import { batches } from '../store/batch-schema'
import { consoleStore } from '../store/console-store'
import { indexedDifferences, seenObjects, watchedObjects } from '../store/index-schema'
import { subscriptionChanges } from '../store/schema'
import { findEvents, trimEvents } from './find-events'

const setup = useChanges()
const HOUR_MS = 3_600_000
const START = Date.UTC(2027, 0, 31, 12)
const at = (hours: number) => new Date(START + hours * HOUR_MS)
const iso = (hours: number) => at(hours).toISOString()
let sources = 0

const HOOK = { name: 'Hook', url: 'https://hooks.example/', secret: 'whsec_', createdBy: 'ann@example.com' }

/** A console with an index and drift of its own. Its first search was at `since`, unless `since` is null. */
async function searching({ since = at(0), hooks = 1 }: { since?: Date | null; hooks?: number } = {}) {
  const db = await consoleStore()
  const source = `events-${(sources += 1)}`
  const environment = {
    ...setup().environment,
    index: new ObjectIndex(source, emptyIndexMemory()),
    drift: new DriftRegistry(),
  }
  for (let nth = 1; nth <= hooks; nth += 1)
    await db
      .insert(webhooks)
      .values({ ...HOOK, id: `whk_${source}_${nth}`, source, kinds: [...ALERT_KINDS], fields: [], createdAt: iso(0) })
  if (since !== null) await findEvents(environment, since)
  return {
    db,
    source,
    environment,
    find: (hours: number) => findEvents(environment, at(hours)),
    events: () => db.select().from(alertEvents).where(eq(alertEvents.source, source)).orderBy(alertEvents.kind),
    see: (row: Partial<typeof seenObjects.$inferInsert> & { id: string }) =>
      db.insert(seenObjects).values({ source, kind: 'invoice', status: 'issued', seenAt: iso(0), row: {}, ...row }),
    differ: (row: Partial<typeof indexedDifferences.$inferInsert> & { id: string }) =>
      db
        .insert(indexedDifferences)
        .values({ source, kind: 'invoice', field: 'status', beforeAt: iso(0), seenAt: iso(1), ...row }),
    watch: (id: string) =>
      db
        .insert(watchedObjects)
        .values({ source, user: 'ann', kind: 'subscription', id, watchedAt: iso(0), readAt: iso(0) }),
  }
}

describe('findEvents', () => {
  test('stores one event for each change of a watched object, with all fields that changed', async () => {
    const { find, events, see, differ, watch } = await searching()
    await see({ kind: 'subscription', id: 'sub_1', status: 'ended', customerId: 'cus_1' })
    await watch('sub_1')
    const change = { kind: 'subscription', seenAt: iso(1) } as const
    await differ({ ...change, id: 'sub_1', field: 'status', before: 'active', after: 'ended' })
    await differ({ ...change, id: 'sub_1', field: 'endDate', before: null, after: iso(1) })
    await differ({ ...change, id: 'sub_unwatched', field: 'status', before: 'active', after: 'ended' })
    expect([await find(2), await find(2)]).toEqual([1, 0])
    const [event] = await events()
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      kind: 'object.changed',
      objectKind: 'subscription',
      objectId: 'sub_1',
      data: {
        object: 'subscription',
        id: 'sub_1',
        customerId: 'cus_1',
        status: 'ended',
        changed: ['endDate', 'status'],
      },
    })
    await differ({ ...change, id: 'sub_1', field: 'status', seenAt: iso(3), before: 'ended', after: 'active' })
    expect(await find(4)).toBe(1)
  })

  test('finds an invoice that becomes overdue once: on the day after its due day, or by its status', async () => {
    const { find, events, see, differ } = await searching()
    await see({ id: 'inv_due', at: iso(-10), name: '1042', customerId: 'cus_1', row: { total: '12.50' } })
    await see({ id: 'inv_before', at: iso(-13), row: { total: '1' } })
    await see({ id: 'inv_zero', at: iso(-10), row: { total: '0.00' } })
    await see({ id: 'inv_paid', at: iso(-10), status: 'paid', row: { total: '1' } })
    expect([await find(11.9), await find(12), await find(12.1)]).toEqual([0, 1, 0])
    await differ({ id: 'inv_due', before: 'issued', after: 'overdue', seenAt: iso(13) })
    expect(await find(14)).toBe(0)
    await see({ id: 'inv_stated', status: 'overdue', row: { total: '5' } })
    for (const [id, status, total] of [
      ['inv_credit', 'overdue', '-5'],
      ['inv_paid_since', 'paid', '5'],
    ] as const)
      await see({ id, status, row: { total } })
    for (const id of ['inv_stated', 'inv_credit', 'inv_paid_since'])
      await differ({ id, before: 'issued', after: 'overdue', seenAt: iso(15) })
    expect(await find(16)).toBe(1)
    expect((await events()).map(({ kind, data }) => [kind, data])).toEqual(
      expect.arrayContaining([
        [
          'invoice.overdue',
          expect.objectContaining({ id: 'inv_due', number: '1042', amount: '12.50', dueDate: iso(-10), asOf: iso(0) }),
        ],
        ['invoice.overdue', expect.objectContaining({ object: 'invoice', id: 'inv_stated', amount: '5' })],
      ]),
    )
  })

  test('finds each time that a payment of an invoice fails', async () => {
    const { find, events, differ } = await searching()
    await differ({ id: 'inv_1', before: 'issued', after: 'paymentFailed', seenAt: iso(1) })
    await differ({ id: 'inv_1', before: 'paymentFailed', after: 'issued', seenAt: iso(1.5) })
    await differ({ id: 'inv_1', before: 'issued', after: 'paymentFailed', seenAt: iso(2) })
    expect([await find(3), await find(3)]).toEqual([2, 0])
    expect((await events()).map(({ kind }) => kind)).toEqual(['invoice.payment_failed', 'invoice.payment_failed'])
  })

  test('finds proposals and changes that need review', async () => {
    const { db, source, find, events, environment } = await searching()
    const changed = { ...changeSourceOf(environment), changedAt: iso(1), subscriptionId: `sub_${source}` }
    await insertChange(db, {
      ...changed,
      id: `op_${source}`,
      state: 'PROPOSED',
      reason: 'Asked for',
      expiresAt: iso(72),
    })
    await insertChange(db, { ...changed, id: `op_${source}_2`, state: 'NEEDS_REVIEW' })
    await insertChange(db, {
      ...changed,
      subscriptionId: `sub_${source}_2`,
      state: 'NEEDS_REVIEW',
      closedAt: iso(1),
    })
    expect([await find(2), await find(2)]).toEqual([2, 0])
    expect((await events()).map(({ kind, data }) => [kind, data])).toEqual([
      ['change.needs_review', expect.objectContaining({ changeId: `op_${source}_2`, action: 'cancel' })],
      [
        'change.proposed',
        expect.objectContaining({ changeId: `op_${source}`, person: 'ann@example.com', reason: 'Asked for' }),
      ],
    ])
    // The searches of the other tests have the same billing API.
    await db.delete(subscriptionChanges)
  })

  test('finds a batch that waits for an approval, again when it is proposed again', async () => {
    const { db, source, find, events } = await searching()
    const id = `bat_${source}`
    const proposal = { reason: 'Contracts ended', proposedAt: iso(1), expiresAt: iso(73) }
    const by = { user: 'ann', owner: 'ann@example.com', role: 'agent' } as const
    await db
      .insert(batches)
      .values({ id, source, action: 'cancel', state: 'proposed', createdAt: iso(0), ...by, ...proposal })
    await db
      .insert(batches)
      .values({ id: `${id}_2`, source, action: 'cancel', state: 'ready', createdAt: iso(0), ...by })
    expect([await find(2), await find(2)]).toEqual([1, 0])
    expect((await events()).map(({ kind, data }) => [kind, data])).toEqual([
      [
        'change.proposed',
        {
          batchId: id,
          action: 'cancel',
          expiresAt: iso(73),
          person: 'ann@example.com',
          reason: 'Contracts ended',
        },
      ],
    ])
    await db
      .update(batches)
      .set({ proposedAt: iso(3) })
      .where(eq(batches.id, id))
    expect(await find(4)).toBe(1)
  })

  test('finds each difference from the interface document once, without the value', async () => {
    const { find, events, environment } = await searching()
    const drift = new DriftRegistry(undefined, undefined, () => at(1))
    Object.assign(environment, { drift })
    for (const value of ['private', 'other'])
      drift.record(
        { resource: 'invoice', exampleId: 'inv_1' },
        { entries: [{ kind: 'unknownValue', field: 'status', value, count: 1 }], omitted: 0 },
      )
    expect([await find(2), await find(2)]).toEqual([1, 0])
    expect((await events()).map(({ data }) => data)).toEqual([
      { resource: 'invoice', field: 'status', difference: 'unknownValue' },
    ])
  })

  test('stores an event once in several processes, with one delivery to each webhook that wants it', async () => {
    const { db, source, environment, differ, events } = await searching({ hooks: 2 })
    await db
      .update(webhooks)
      .set({ kinds: ['api.drift'] })
      .where(eq(webhooks.id, `whk_${source}_2`))
    for (let nth = 0; nth < 20; nth += 1) await differ({ id: `inv_${nth}`, before: 'issued', after: 'paymentFailed' })
    const found = await Promise.all([1, 2, 3, 4].map(() => findEvents(environment, at(2))))
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(20)
    const ids = (await events()).map(({ id }) => id)
    const deliveries = await db
      .select()
      .from(alertDeliveries)
      .where(sql`${alertDeliveries.eventId} = any (${sql.param(ids)}::text[])`)
    expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(20)
    expect(new Set(deliveries.map(({ webhookId }) => webhookId))).toEqual(new Set([`whk_${source}_1`]))
  })

  test('finds nothing from before the first webhook or email choice', async () => {
    const { db, source, find, events, differ } = await searching({ since: null, hooks: 0 })
    await differ({ id: 'inv_1', before: 'issued', after: 'paymentFailed', seenAt: iso(1) })
    expect(await find(1.5)).toBe(0)
    const id = `whk_${source}`
    await db.insert(webhooks).values({ ...HOOK, id, source, kinds: [...ALERT_KINDS], fields: [], createdAt: iso(2) })
    expect([await find(2), await find(2.1)]).toEqual([0, 0])
    expect(await find(3.05)).toBe(0)
    // Stored later than it was read.
    await differ({ id: 'inv_2', before: 'issued', after: 'paymentFailed', seenAt: iso(3) })
    expect([await find(3.1), await find(4)]).toEqual([1, 0])
    expect((await events()).map(({ objectId }) => objectId)).toEqual(['inv_2'])
  })

  test('finds what happens after a clock was ahead for a while', async () => {
    const { find, events, see, differ } = await searching()
    expect(await find(48)).toBe(0)
    await see({ id: 'inv_1' })
    await differ({ id: 'inv_1', before: 'issued', after: 'paymentFailed', seenAt: iso(1) })
    expect([await find(1.1), await find(1.2)]).toEqual([1, 0])
    expect((await events()).map(({ objectId }) => objectId)).toEqual(['inv_1'])
  })

  test('does not find a proposal again whose subscription was forgotten', async () => {
    const { db, source, environment, see, find, events } = await searching()
    const id = `sub_${source}`
    await see({ kind: 'subscription', id, customerId: `cus_${source}` })
    const proposed = { ...changeSourceOf(environment), changedAt: iso(-9_000), subscriptionId: id } as const
    await insertChange(db, { ...proposed, id: `op_${source}`, state: 'PROPOSED' })
    await db
      .update(alertSearches)
      .set({ since: iso(-9_001) })
      .where(eq(alertSearches.source, source))
    expect(await find(0)).toBe(1)
    const by = { name: 'admin', role: 'admin', action: 'forget', requestId: 'r', now: at(0) }
    await forgetInStore(db, by, `cus_${source}`)
    expect([await find(0), await events()]).toEqual([0, []])
    await db.delete(subscriptionChanges)
  })

  test('forgets the events of a forgotten customer, with their deliveries', async () => {
    const { db, source, find, events, see, differ } = await searching()
    await see({ id: `inv_${source}`, customerId: `cus_${source}` })
    await differ({ id: `inv_${source}`, before: 'issued', after: 'paymentFailed' })
    await differ({ id: 'inv_of_another', before: 'issued', after: 'paymentFailed' })
    expect(await find(2)).toBe(2)
    const by = { name: 'admin', role: 'admin', action: 'forget', requestId: 'r', now: at(3) }
    await forgetInStore(db, by, `cus_${source}`)
    expect((await events()).map(({ objectId }) => objectId)).toEqual(['inv_of_another'])
  })
})

test('trimEvents deletes events after 30 days', async () => {
  const { db, find, events, differ } = await searching()
  await differ({ id: 'inv_old', before: 'issued', after: 'paymentFailed' })
  await differ({ id: 'inv_new', before: 'issued', after: 'paymentFailed' })
  expect(await find(2)).toBe(2)
  await db
    .update(alertEvents)
    .set({ createdAt: sql`clock_timestamp() - interval '31 days'` })
    .where(eq(alertEvents.objectId, 'inv_old'))
  await trimEvents(db)
  expect((await events()).map(({ objectId }) => objectId)).toEqual(['inv_new'])
})
