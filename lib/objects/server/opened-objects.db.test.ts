import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { MAX_OPENED } from '../indexed-objects'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainInvoice } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { log } from '@/lib/core/server/log'
import { forgetWrite } from './forget-customer'
import { writeRecorded } from '@/lib/store/append-entry'
import { emptyIndexMemory, ObjectIndex } from './object-index'
import { runOperation } from '@/lib/run-operation'
import { consoleStore } from '@/lib/store/console-store'
import { indexedLinks, openedObjects } from '@/lib/store/index-schema'
import { noteOpened } from './opened-objects'

const setup = useChanges()
let sources = 0

/** A console with an index of its own, and a clock that advances with each opened page. */
function opening() {
  const { context, subscribe, api } = setup()
  const index = new ObjectIndex(`opened-${(sources += 1)}`, emptyIndexMemory())
  let seconds = 0
  const as = (user: string) => {
    const base = context(user)
    return {
      ...base,
      now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)),
      environment: { ...base.environment, index },
    }
  }
  /** Reads a subscription as its page does, and notes that the user opened it. */
  const open = async (user: string, id: string) => {
    seconds += 1
    await runOperation('getSubscription', as(user), { id })
    await noteOpened(as(user), { kind: 'subscription', id })
  }
  const openedBy = async (user: string) =>
    (await runOperation('listOpened', as(user), {})).opened.map((object) => object.id)
  return { as, api, subscribe, open, openedBy }
}

test('each user sees what they opened, newest first, once each, with its last response', async () => {
  const { as, subscribe, open, openedBy } = opening()
  const [one, two] = [subscribe({ status: 'active' }), subscribe({ status: 'active' })]
  for (const id of [one, two, one]) await open('ann', id)
  await open('ben', two)
  expect(await openedBy('ann')).toEqual([one, two])
  expect(await openedBy('ben')).toEqual([two])
  expect(await runOperation('listOpened', as('ben'), {})).toMatchObject({
    opened: [
      {
        kind: 'subscription',
        id: two,
        openedAt: '2026-01-01T00:00:04.000Z',
        status: 'active',
        goneAt: null,
        asOf: expect.stringMatching(/Z$/),
      },
    ],
  })
})

test('an opened ID that the billing API does not know is not kept, however often it is opened', async () => {
  const { as } = opening()
  const id = 'sub_wrong'
  const { index } = as('ann').environment
  for (let times = 0; times < 2; times += 1) {
    await noteOpened(as('ann'), { kind: 'subscription', id })
    expect(await problemOf(runOperation('getSubscription', as('ann'), { id }))).toMatchObject({ code: 'not_found' })
    await index.written()
    const db = await consoleStore()
    expect(await db.$count(openedObjects, eq(openedObjects.source, index.source))).toBe(0)
  }
})

test('an opened ID that the index does not have is left out', async () => {
  const { as, openedBy } = opening()
  await noteOpened(as('ann'), { kind: 'customer', id: 'never-seen' })
  expect(await openedBy('ann')).toEqual([])
})

test('the newest twenty are listed, also after wrong IDs, and forgetting removes those of this user only', async () => {
  const { as, subscribe, open, openedBy } = opening()
  const ids = Array.from({ length: MAX_OPENED + 2 }, () => subscribe({}))
  for (const id of ids) await open('ann', id)
  await open('ben', ids[0] ?? '')
  for (let nth = 0; nth < 30; nth += 1) await noteOpened(as('ann'), { kind: 'customer', id: `wrong-${nth}` })
  expect(await openedBy('ann')).toEqual(ids.slice(2).toReversed())
  expect(await runOperation('forgetOpened', as('ann'), {})).toEqual({ accepted: true })
  expect(await openedBy('ann')).toEqual([])
  expect(await openedBy('ben')).toHaveLength(1)
})

test('forgetting a customer removes it from what every user opened', async () => {
  const { as, open, subscribe, openedBy } = opening()
  const [theirs, other] = [subscribe({ customerId: 'cus_left' }), subscribe({ customerId: 'cus_stays' })]
  for (const id of [theirs, other]) await open('ann', id)
  await runOperation(
    'forgetCustomer',
    { ...as('ann'), actor: { name: 'ann', role: 'admin' } },
    { externalId: 'cus_left' },
  )
  expect(await openedBy('ann')).toEqual([other])
})

test('a list that a hanging store delays ends with an error after three seconds', async () => {
  const { as } = opening()
  await (
    await consoleStore()
  ).transaction(async (tx) => {
    await tx.execute('lock table console.opened_objects, console.indexed_links in access exclusive mode')
    const reads = [
      runOperation('listOpened', as('ann'), {}),
      runOperation('getRelated', as('ann'), { customerId: 'cus_1' }),
    ]
    for (const problem of await Promise.all(reads.map(problemOf)))
      expect(problem).toMatchObject({ code: 'store_unavailable' })
  })
})

test('a store that hangs delays a page by a second at most', async () => {
  const { as } = opening()
  const logged = vi.spyOn(log(), 'warn').mockReturnValue()
  const started = performance.now()
  await (
    await consoleStore()
  ).transaction(async (tx) => {
    await tx.execute('lock table console.opened_objects in access exclusive mode')
    await noteOpened(as('ann'), { kind: 'invoice', id: 'inv_late' })
  })
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('a page that started before its customer was forgotten notes nothing', async () => {
  const { as } = opening()
  const context = as('ann')
  const { index } = context.environment
  const page = { ...context, readStart: index.startRead() }
  const db = await consoleStore()
  const by = { name: 'admin', role: 'admin', action: 'forgetCustomer', requestId: 'r', now: context.now() } as const
  index.noteForgetting((await writeRecorded(db, by, forgetWrite('opened-late'))).forgetting)
  await noteOpened(page, { kind: 'customer', id: 'opened-late' })
  const noted = () => db.select().from(openedObjects).where(eq(openedObjects.id, 'opened-late'))
  expect(await noted()).toEqual([])
  await noteOpened({ ...context, readStart: index.startRead() }, { kind: 'customer', id: 'opened-late' })
  expect(await noted()).toHaveLength(1)
})

test('an object that the user opened before is noted in one statement', async () => {
  const { as } = opening()
  await noteOpened(as('ann'), { kind: 'customer', id: 'opened-again' })
  const sent = vi.spyOn(Client.prototype, 'query')
  await noteOpened({ ...as('ann'), now: () => new Date('2026-02-01') }, { kind: 'customer', id: 'opened-again' })
  const statements = sent.mock.calls.length
  sent.mockRestore()
  expect(statements).toBe(1)
  const db = await consoleStore()
  const noted = await db.select().from(openedObjects).where(eq(openedObjects.id, 'opened-again'))
  expect(noted).toMatchObject([{ openedAt: '2026-02-01T00:00:00.000Z' }])
})

test('a store that fails never fails the page', async () => {
  const { as } = opening()
  await (await consoleStore()).execute('alter table console.opened_objects rename to hidden')
  await noteOpened(as('ann'), { kind: 'invoice', id: 'inv_1' })
  await (await consoleStore()).execute('alter table console.hidden rename to opened_objects')
  expect(await (await consoleStore()).select().from(openedObjects)).not.toContainEqual(
    expect.objectContaining({ id: 'inv_1' }),
  )
})

test('a subscription knows its invoices, the latest period first, and the ledger that names one of them', async () => {
  const { as, api, subscribe } = opening()
  const subscriptionId = subscribe({ customerId: 'cus_around' })
  const [first = {}] = plainInvoice.invoiceLineItems
  for (const [id, startDate, endDate] of [
    ['inv_old', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
    ['inv_new', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ] as const) {
    const invoiceLineItems = [{ ...first, startDate, endDate }]
    api.add(
      'invoice',
      id,
      jsonResponse({ ...plainInvoice, id, subscriptionId, customerId: 'cus_around', invoiceLineItems }),
    )
    await runOperation('getInvoice', as('ann'), { invoiceId: id })
  }
  const undated = { ...plainInvoice, id: 'inv_undated', subscriptionId, customerId: 'cus_around', invoiceLineItems: [] }
  api.add('invoice', 'inv_undated', jsonResponse({ ...undated, issueDate: '2026-06-01T00:00:00Z' }))
  await runOperation('getInvoice', as('ann'), { invoiceId: 'inv_undated' })
  await as('ann').environment.index.written()
  const link = { externalId: 'around-inc', id: 'invoice:inv_old', seenAt: '2026-03-01T00:00:00.000Z' }
  await (await consoleStore()).insert(indexedLinks).values({ ...link, source: as('ann').environment.index.source })
  const related = await runOperation('getRelated', as('ben'), { subscriptionId })
  expect(related.invoices.map(({ id }) => id)).toEqual(['inv_undated', 'inv_new', 'inv_old'])
  // Another customer may have paid the invoice.
  expect(related).toMatchObject({ externalIds: [], ledgers: ['around-inc'] })
  expect(await runOperation('getRelated', as('ben'), { invoiceId: 'inv_old' })).toEqual({
    invoices: [],
    externalIds: [],
    ledgers: ['around-inc'],
  })
  const nothing = { invoices: [], externalIds: [], ledgers: [] }
  expect(await runOperation('getRelated', as('ben'), {})).toEqual(nothing)
})
