import { createServer, type RequestListener } from 'node:http'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ProblemError } from '@/lib/core/problem-error'
import { bareInvoice, barePlan, bareSubscription, bareTransaction } from '@/testing/console/bare-views'
import { recordSubscription, recordInvoice, recordLedgerPage } from '@/testing/console/record-responses'
import { testContext } from '@/testing/console/test-context'
import { testPort } from '@/testing/console/test-port'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { loggable } from '@/telemetry/loggable'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { getInvoice } from '@/lib/invoices/server/get-invoice'
import { log } from '@/lib/core/server/log'
import { problemError } from '@/lib/core/server/problem'
import { parseSettings } from '@/lib/core/server/settings'
import { indexedLinks, seenObjects } from '@/lib/store/index-schema'
import { forgetAllWrite } from './forget-customer'
import { writeRecorded } from '@/lib/store/append-entry'
import { emptyIndexMemory, ObjectIndex } from './object-index'
import { findNamed, suggestObjects } from './search-index'
import { trimIndex } from './trim-index'

const store = useConsoleStore()
const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 12, minute)).toISOString()
const LEDGER = { count: 1, pages: 1, currentPage: 1, pageSize: 20, drift: { items: [], total: 0 } }
let sources = 0

/** An index of its own source, whose clock the test sets. */
function newIndex() {
  let elapsedMs = 0
  const source = `source-${(sources += 1)}`
  const index = new ObjectIndex(
    source,
    // It knows all forgettings of these tests.
    { ...emptyIndexMemory(), forgetting: 1_000 },
    () => elapsedMs,
    () => new Date('3000-01-01T00:00:00.000Z'),
  )
  return { index, source, after: (ms: number) => void (elapsedMs += ms) }
}
const named = (source: string, text: string) => findNamed(store().db, source, text)
const rowsOf = (source: string) => store().db.select().from(seenObjects).where(eq(seenObjects.source, source))
const linksOf = (source: string) => store().db.select().from(indexedLinks).where(eq(indexedLinks.source, source))
const idsOf = (objects: { id: string }[]) => objects.map(({ id }) => id)

/** Sees what one customer has: a subscription, an invoice, and the ledger entry that names both customers. */
async function seeAcme(index: ObjectIndex) {
  recordSubscription(
    index,
    bareSubscription({
      id: 'sub_1',
      customerId: 'cus_acme',
      status: 'active',
      currency: 'USD',
      plan: barePlan({ name: 'Scale' }),
      asOf: at(0),
    }),
  )
  recordInvoice(
    index,
    bareInvoice({
      id: 'inv_1',
      vanityId: '1042',
      vanityIdString: 'INV-1042',
      status: 'paid',
      customerId: 'cus_acme',
      subscriptionId: 'sub_1',
      asOf: at(1),
    }),
  )
  const entry = bareTransaction({
    id: 'tx_1',
    amount: '5',
    newBalance: '5',
    createdAt: at(0),
    allocationBlock: { invoiceId: 'inv_1' },
  })
  const customers = [{ id: 'cus_acme', transactionId: 'tx_1' }]
  recordLedgerPage(
    index,
    { ...LEDGER, externalId: 'acme-inc', results: [entry], customers, asOf: at(2) },
    { page: 1, order: 'desc' },
  )
  await index.written()
}

test.each([
  ['1042', ['inv_1']],
  ['#1042', ['inv_1']],
  ['Invoice #1042', ['inv_1']],
  ['inv-1042', ['inv_1']],
  ['scale', ['sub_1']],
  ['CUS_ACME', ['acme-inc', 'inv_1', 'sub_1']],
  ['cus_acme', ['acme-inc', 'inv_1', 'sub_1']],
  ['Acme-Inc', ['acme-inc']],
  ['104', []],
  ['%', []],
])('finds the indexed objects by the name %s', async (text, ids) => {
  const { index, source } = newIndex()
  await seeAcme(index)
  expect(idsOf(await named(source, text))).toEqual(ids)
  expect(await named('another source', text)).toEqual([])
})

test('an invoice is found with the instant of its request and the currency of its subscription', async () => {
  const { index, source } = newIndex()
  await seeAcme(index)
  expect(await named(source, 'inv_1')).toEqual([
    {
      kind: 'invoice',
      id: 'inv_1',
      name: 'INV-1042',
      status: 'paid',
      amount: null,
      owed: null,
      currency: 'USD',
      date: null,
      customerId: 'cus_acme',
      asOf: at(1),
      goneAt: null,
      deletedAt: null,
    },
  ])
})

test('a ledger is kept with its balances, and each link with the entry that proves it', async () => {
  const { index, source } = newIndex()
  await seeAcme(index)
  const rows = (await rowsOf(source)).filter(({ kind }) => kind === 'customer')
  expect(rows).toMatchObject([
    { id: 'acme-inc', at: at(0), row: { count: 1, balances: [{ key: 'none', unit: null, balance: '5' }] } },
  ])
  const links = await linksOf(source)
  expect(links.map(({ id, transactionId }) => `${id} by ${transactionId}`).toSorted()).toEqual([
    'customer:cus_acme by tx_1',
    'invoice:inv_1 by tx_1',
  ])
})

test('another page of a ledger adds links and keeps the balances of the newest one', async () => {
  const { index, source } = newIndex()
  await seeAcme(index)
  const entry = bareTransaction({ id: 'tx_0', allocationBlock: { invoiceId: 'inv_0' } })
  const page = { ...LEDGER, externalId: 'acme-inc', results: [entry], customers: [], asOf: at(9) }
  recordLedgerPage(index, page, { page: 2, order: 'desc' })
  await index.written()
  const rows = (await rowsOf(source)).filter(({ kind }) => kind === 'customer')
  expect(rows).toMatchObject([{ row: { balances: [{ key: 'none', unit: null, balance: '5' }] }, seenAt: at(2) }])
  const links = await linksOf(source)
  expect(links.map(({ id }) => id)).toContain('invoice:inv_0')
})

test('the pages of a whole ledger add their links together, each once', async () => {
  const { index, source } = newIndex()
  const linked = index.gatherLinks(index.startRead())
  for (const page of [1, 2, 3]) {
    const entry = bareTransaction({ id: `tx_${page}`, allocationBlock: { invoiceId: `inv_${Math.min(page, 2)}` } })
    const counts = { ...LEDGER, count: 3, pages: 3, currentPage: page, pageSize: 1 }
    linked.add(at(page), { ...counts, externalId: 'whole', results: [entry], customers: [], asOf: at(page) }, page)
  }
  await index.written()
  expect(await named(source, 'whole')).toEqual([])
  linked.record()
  await index.written()
  const links = await linksOf(source)
  expect(links.map(({ id, transactionId }) => `${id} by ${transactionId}`).toSorted()).toEqual([
    'invoice:inv_1 by tx_1',
    'invoice:inv_2 by tx_2',
  ])
  const rows = await rowsOf(source)
  expect(rows).toMatchObject([{ id: 'whole', row: { count: 3, balances: null } }])
})

test('the links of a whole ledger that names ever new invoices are written before it ends', async () => {
  const { index, source } = newIndex()
  const linked = index.gatherLinks(index.startRead())
  for (let page = 1; page <= 6; page += 1) {
    const results = Array.from({ length: 100 }, (_, row) =>
      bareTransaction({ id: `tx_${page}_${row}`, allocationBlock: { invoiceId: `inv_${page}_${row}` } }),
    )
    linked.add(at(page), { ...LEDGER, externalId: 'many', results, customers: [], asOf: at(page) }, page)
  }
  await index.written()
  const written = () => store().db.$count(indexedLinks, eq(indexedLinks.source, source))
  expect(await written()).toBe(500)
  linked.record()
  await index.written()
  expect(await written()).toBe(600)
})

test.each([
  ['counts itself only', { count: 2, pages: null, pageSize: 2 }, { count: null, balances: null }],
  ['counts the ledger', { count: 9, pages: 5, pageSize: 2 }, { count: 9, balances: null }],
  [
    'is the whole ledger',
    { count: 2, pages: 1, pageSize: 20 },
    { count: 2, balances: [{ key: 'none', unit: null, balance: '5' }] },
  ],
  ['is shorter than asked for, in a longer ledger', { count: 9, pages: 5, pageSize: 20 }, { count: 9, balances: null }],
])('a first page that %s proves no more than that', async (_, counts, row) => {
  const { index, source } = newIndex()
  const results = ['tx_2', 'tx_1'].map((id, nth) =>
    bareTransaction({ id, amount: '1', newBalance: String(5 - nth), createdAt: at(2 - nth) }),
  )
  recordLedgerPage(
    index,
    { ...LEDGER, ...counts, externalId: 'acme', results, customers: [], asOf: at(2) },
    { page: 1, order: 'desc' },
  )
  await index.written()
  const rows = await rowsOf(source)
  expect(rows).toMatchObject([{ row }])
})

test('an empty ledger is not kept, because some APIs answer one for any ID', async () => {
  const { index, source } = newIndex()
  recordLedgerPage(
    index,
    { ...LEDGER, count: 0, externalId: 'nobody', results: [], customers: [], asOf: at(0) },
    { page: 1, order: 'desc' },
  )
  await index.written()
  expect(await named(source, 'nobody')).toEqual([])
})

test('typing suggests up to eight objects that begin with the text', async () => {
  const { index, source } = newIndex()
  await seeAcme(index)
  for (let number = 0; number < 12; number += 1)
    recordInvoice(index, bareInvoice({ id: `inv_x${number}`, vanityId: String(2000 + number), asOf: at(3) }))
  await index.written()
  const suggest = async (text: string) => idsOf(await suggestObjects(store().db, source, text))
  expect(await suggest('ac')).toEqual(['acme-inc'])
  expect(await suggest('SC')).toEqual(['sub_1'])
  expect(await suggest('#10')).toEqual(['inv_1'])
  expect(await suggest('inv-')).toEqual(['inv_1'])
  expect(await suggest('200')).toHaveLength(8)
  expect(await suggest('zz')).toEqual([])
  expect(await suggest('_')).toEqual([])
})

test('an object that was read again within a minute is not written again, a changed one is', async () => {
  const { index, source, after } = newIndex()
  const seenAt = async () => (await named(source, 'sub_2'))[0]
  const see = async (status: string, asOf: string) => {
    recordSubscription(index, bareSubscription({ id: 'sub_2', status, asOf }))
    await index.written()
  }
  await see('active', at(0))
  after(59_000)
  await see('active', at(1))
  expect(await seenAt()).toMatchObject({ status: 'active', asOf: at(0) })
  await see('ended', at(2))
  expect(await seenAt()).toMatchObject({ status: 'ended', asOf: at(2) })
  after(60_000)
  await see('ended', at(3))
  expect(await seenAt()).toMatchObject({ asOf: at(3) })
})

test('an object is no longer found by a name that its newest response does not have', async () => {
  const { index, source } = newIndex()
  const see = async (plan: string | undefined, minute: number) => {
    const view = bareSubscription({
      id: 'sub_named',
      plan: plan === undefined ? undefined : barePlan({ name: plan }),
      asOf: at(minute),
    })
    recordSubscription(index, view)
    await index.written()
  }
  await see('Old plan', 1)
  await see('New plan', 2)
  expect([await named(source, 'old plan'), idsOf(await named(source, 'new plan'))]).toEqual([[], ['sub_named']])
  await see(undefined, 3)
  await see('Old plan', 0)
  expect([await named(source, 'old plan'), await named(source, 'new plan')]).toEqual([[], []])
  expect(idsOf(await named(source, 'sub_named'))).toEqual(['sub_named'])
})

/** Returns a function that reads an invoice at a billing API that responds like this, and returns its status in the index. */
async function readingFrom(listener: RequestListener) {
  const api = createServer(listener)
  onTestFinished(() => void api.close())
  const { index, source } = newIndex()
  const { environment, ...context } = testContext()
  const billing = new BillingClient(
    parseSettings({ BILLING_API_BASE_URL: `http://127.0.0.1:${await testPort(api)}`, BILLING_API_KEY: 'sk_test' }),
  )
  return async () => {
    await getInvoice.run({ ...context, environment: { ...environment, billing, index } }, { invoiceId: 'inv_1' })
    await index.written()
    return (await named(source, 'inv_1'))[0]?.status
  }
}

test('an invoice has the state of its last read, although two nodes of the API have clocks 20 minutes apart', async () => {
  const nodes = [
    { status: 'issued', aheadMs: 0 },
    { status: 'paid', aheadMs: -20 * 60_000 },
    { status: 'void', aheadMs: 20 * 60_000 },
    { status: 'issued', aheadMs: 0 },
  ]
  let reads = 0
  const read = await readingFrom((_, response) => {
    const { status, aheadMs } = nodes[reads] ?? { aheadMs: 0 }
    reads += 1
    response
      .setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
      .end(JSON.stringify({ id: 'inv_1', status }))
  })
  for (const { status } of nodes) expect(await read()).toBe(status)
})

test('a slow response does not replace that of a read that was sent after it', async () => {
  const held: (() => void)[] = []
  const read = await readingFrom((_, response) => {
    if (held.length > 0) return void response.end('{"id":"inv_1","status":"paid"}')
    held.push(() => response.end('{"id":"inv_1","status":"issued"}'))
  })
  const slow = read()
  await expect.poll(() => held.length).toBe(1)
  expect(await read()).toBe('paid')
  held[0]?.()
  expect(await slow).toBe('paid')
})

test('an object that the API no longer knows is kept as gone, until it is seen again', async () => {
  const { index, source } = newIndex()
  const see = async (asOf: string) => {
    recordSubscription(index, bareSubscription({ id: 'sub_4', asOf }))
    await index.written()
  }
  const miss = async (id: string, code: 'not_found' | 'api_failed') => {
    const read = () => Promise.reject(problemError(code, 'No.'))
    await expect(index.readOrMarkGone(index.startRead(), 'subscription', id, read)).rejects.toThrow(ProblemError)
    await index.written()
  }
  await see('2020-01-01T00:00:00.000Z')
  await miss('sub_4', 'api_failed')
  expect(await named(source, 'sub_4')).toMatchObject([{ goneAt: null }])
  await miss('sub_4', 'not_found')
  expect(await named(source, 'sub_4')).toMatchObject([{ asOf: '2020-01-01T00:00:00.000Z', goneAt: expect.any(String) }])
  await see('2999-01-01T00:00:00.000Z')
  expect(await named(source, 'sub_4')).toMatchObject([{ goneAt: null }])
  recordSubscription(index, bareSubscription({ id: 'sub_soon', asOf: '2020-01-01T00:00:00.000Z' }))
  await miss('sub_soon', 'not_found')
  expect(await named(source, 'sub_soon')).toMatchObject([{ goneAt: expect.any(String) }])
  await miss('sub_none', 'not_found')
  expect(await named(source, 'sub_none')).toEqual([])
})

test('values that the store cannot hold are cut or left out', async () => {
  const { index, source } = newIndex()
  recordSubscription(
    index,
    bareSubscription({
      id: 'sub_5',
      customerId: 'c'.repeat(257),
      startDate: '+012027-01-01T00:00:00.000Z',
      status: `a\0${'ä'.repeat(300)}`,
      plan: barePlan({ name: '漢'.repeat(5_000) }),
      asOf: at(0),
    }),
  )
  await index.written()
  const rows = await rowsOf(source)
  expect(rows).toMatchObject([{ customerId: null, name: `${'漢'.repeat(249)}…`, row: { startDate: null } }])
  expect(rows[0]?.status).toMatch(/^a\uFFFDä+…$/)
})

test('a date-only end is stored as the last moment of its day, so that its last day stays the same', async () => {
  const { index, source } = newIndex()
  recordSubscription(index, bareSubscription({ id: 'sub_6', endDate: '2026-12-07', asOf: at(0) }))
  await index.written()
  const rows = await rowsOf(source)
  expect(rows).toMatchObject([{ at: '2026-12-07T23:59:59.999Z' }])
})

test('an object is dropped when the store fails, and written when it is read again', async () => {
  const { index, source } = newIndex()
  const opening = globalThis.consoleStoreOpening
  onTestFinished(() => void (globalThis.consoleStoreOpening = opening))
  const down = Promise.reject(new Error('down'))
  down.catch(() => undefined)
  globalThis.consoleStoreOpening = down
  recordSubscription(index, bareSubscription({ id: 'sub_6', asOf: at(0) }))
  await index.written()
  globalThis.consoleStoreOpening = opening
  expect(await named(source, 'sub_6')).toEqual([])
  recordSubscription(index, bareSubscription({ id: 'sub_6', asOf: at(0) }))
  await index.written()
  expect(idsOf(await named(source, 'sub_6'))).toEqual(['sub_6'])
})

test('a statement that fails is logged without the names and IDs in it', async () => {
  const { index } = newIndex()
  const errors: Error[] = []
  const warn = vi.spyOn(log(), 'warn').mockImplementation((fields) => void errors.push(Object(fields).err))
  onTestFinished(() => warn.mockRestore())
  await store().db.execute('alter table console.seen_objects rename to hidden')
  recordSubscription(index, bareSubscription({ id: 'sub_secret', customerId: 'cus_secret', asOf: at(0) }))
  await index.written()
  await store().db.execute('alter table console.hidden rename to seen_objects')
  expect(errors).toHaveLength(1)
  const line = JSON.stringify(loggable(errors))
  expect(line).toContain('does not exist')
  expect(line).not.toContain('secret')
})

test('the oldest rows go first: those from before an instant, and those beyond a number of rows', async () => {
  const by = { name: 'admin@example.com', role: 'admin', action: 'forget', requestId: 'r', now: new Date() }
  await writeRecorded(store().db, by, forgetAllWrite())
  const { index, source } = newIndex()
  for (let minute = 0; minute < 10; minute += 1)
    recordInvoice(index, bareInvoice({ id: `inv_${minute}`, asOf: at(minute) }))
  recordSubscription(index, bareSubscription({ id: 'sub_7', asOf: at(20) }))
  await index.written()
  const kept = async () => (await rowsOf(source)).filter(({ kind }) => kind === 'invoice').map(({ id }) => id)
  expect(await trimIndex(store().db, source, { before: new Date(at(3)), rows: 1_000 })).toBe(3)
  expect((await kept()).toSorted()).toEqual(['inv_3', 'inv_4', 'inv_5', 'inv_6', 'inv_7', 'inv_8', 'inv_9'])
  expect(await trimIndex(store().db, source, { before: new Date(at(3)), rows: 3 })).toBe(5)
  expect((await kept()).toSorted()).toEqual(['inv_8', 'inv_9'])
  expect(idsOf(await named(source, 'sub_7'))).toEqual(['sub_7'])
  await trimIndex(store().db, 'another source', { before: new Date(at(9)), rows: 1 })
  expect(await kept()).toEqual(['inv_9'])
})
