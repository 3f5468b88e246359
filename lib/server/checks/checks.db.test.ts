import { buffer } from 'node:stream/consumers'
import { Big } from 'big.js'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Check, CheckResults } from '@/contract/console/checks'
import type { Download } from '@/contract/console/download'
import type { ConsoleInput } from '@/contract/console/operations'
import { addToTally, volume } from '@/scripts/test/volume.mjs'
import { generatedInvoice } from '@/testing/console/generated-invoices'
import { PLANTS } from '@/testing/console/planted-errors'
import { problemOf } from '@/testing/console/problem-of'
import { readCsv } from '@/testing/console/read-csv'
import { useChanges } from '@/testing/console/use-changes'
import { plainEntries } from '@/testing/console/use-ledger-api'
import { useLedgerReading } from '@/testing/console/use-ledger-reading'
import { agreeingLine, plainTransaction } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { notFoundLabel } from '../../format/status-names'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { trimIndex } from '../object-index/trim-index'
import { runOperation } from '../run-operation'
import { checkedObjects, checks } from '../store/check-schema'
import { seenObjects } from '../store/index-schema'
import { consoleStore } from '../store/console-store'
import { checkSome } from './run-checks'

const setup = useChanges()
const reading = useLedgerReading()
let sources = 0

/** A console whose checks are of a source of their own. */
function checking() {
  const { context, subscribe, api } = setup()
  const index = new ObjectIndex(`checks-${(sources += 1)}`, emptyIndexMemory())
  const as = (user: string, role: 'viewer' | 'admin' = 'viewer') => {
    const base = context(user)
    const environment = { ...base.environment, index }
    return { ...base, now: () => new Date(), environment, actor: { ...base.actor, role } }
  }
  const { environment } = as('one')
  const start = async (input: ConsoleInput<'startCheck'>, user = 'one') =>
    (await runOperation('startCheck', as(user), input)).check
  const get = (checkId: string, input: Partial<ConsoleInput<'getCheck'>> = {}) =>
    runOperation('getCheck', as('one'), { checkId, ...input })
  const change = (checkId: string, to: 'stop' | 'again', user = 'one', role: 'viewer' | 'admin' = 'viewer') =>
    runOperation('changeCheck', as(user, role), { checkId, to })
  /** Works on the checks until one ends, a second of work at a time; the rate is tested apart. */
  const finish = async (check: Pick<Check, 'id'>, rounds = 200) => {
    for (let round = 0; round < rounds; round += 1) {
      await checkSome({ environment, perSecond: 300, retryMs: 0 })
      const results = await get(check.id, { pageSize: 100 })
      if (results.check.state === 'done') return results
    }
    throw new Error('the check did not end')
  }
  const addInvoice = (id: string, body: object) => api.add('invoice', id, jsonResponse({ ...body, id }))
  return { as, api, environment, index, subscribe, start, get, change, finish, addInvoice }
}

const fileOf = async ({ bytes }: Download) =>
  readCsv((await buffer({ [Symbol.asyncIterator]: () => bytes })).toString())

const INVOICE = { status: 'paid', issueDate: '2026-03-01T00:00:00.000Z', invoiceLineItems: [agreeingLine] }

test('gives each object a verdict, what needs a look first', async () => {
  const { start, finish, subscribe, addInvoice } = checking()
  addInvoice('inv-right', { ...INVOICE, vanityIdString: '1001' })
  addInvoice('inv-wrong', { ...INVOICE, invoiceLineItems: [{ ...agreeingLine, amount: 84 }] })
  const credit = { ...agreeingLine, id: 'line_2', amount: -25, details: { quantity: 1, unitPrice: -25 } }
  addInvoice('inv-credit', {
    ...INVOICE,
    invoiceLineItems: [agreeingLine, credit, { ...agreeingLine, id: 'line_3', amount: 'x' }],
  })
  const late = subscribe({ startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-01-01T00:00:00.000Z' })
  const ids = ['inv-right', 'inv-credit', 'inv-unknown', 'inv-wrong', late, '..', 'inv-right']
  const { rows, check } = await finish(await start({ kind: 'any', ids }))
  expect(rows.map(({ id, kind, verdict, findings }) => [id, kind, verdict, findings])).toEqual([
    ['inv-wrong', 'invoice', 'look', ['Line 1: 84.00, but 10 × 8.00 = 80.00 (4.00 too much)']],
    [late, 'subscription', 'look', [expect.stringMatching(/^Dates disagree/), 'None of its invoices was read']],
    ['inv-unknown', null, 'notFound', [notFoundLabel(null, 'inv-unknown')]],
    ['..', null, 'notReadable', ['This is not an ID']],
    [
      'inv-credit',
      'invoice',
      'unchecked',
      [
        '2 of 3 lines add up · 1 not checked',
        '1 unit price not checked: a credit, which follows no price',
        'Not checked: a number of the line is missing, unreadable or too long',
      ],
    ],
    ['inv-right', 'invoice', 'agrees', []],
  ])
  expect(rows.at(-1)).toMatchObject({ name: '1001', status: 'paid', total: '80' })
  expect(check).toMatchObject({
    state: 'done',
    total: 6,
    checked: 6,
    counts: { look: 2, notFound: 1, notReadable: 1, unchecked: 1, agrees: 1 },
    changed: null,
  })
})

test('compares each invoice with all others of the list, also those that were read later', async () => {
  const { start, finish, addInvoice } = checking()
  const body = { ...INVOICE, subscriptionId: 'sub-twice' }
  for (const id of ['inv-first', 'inv-second']) addInvoice(id, body)
  const { rows } = await finish(await start({ kind: 'invoice', ids: ['inv-first', 'inv-second'] }))
  expect(rows.map(({ id, verdict, findings }) => [id, verdict, findings])).toEqual([
    ['inv-first', 'look', [expect.stringMatching(/^Charged twice\? Invoice inv-second also charges/)]],
    ['inv-second', 'look', [expect.stringMatching(/^Charged twice\? Invoice inv-first also charges/)]],
  ])
})

test('checks the newest transactions of a customer, their invoices, and charges after the end of a subscription', async () => {
  const { start, finish, addInvoice, api, subscribe } = checking()
  const entry = { ...plainTransaction, transactionType: 'usage', amount: '-2' }
  const results = [
    { ...entry, id: 'txn-2', createdAt: '2026-03-02T00:00:00.000Z', previousBalance: '8', newBalance: '5' },
    {
      ...entry,
      id: 'txn-1',
      eventId: 'event-1',
      createdAt: '2026-03-01T00:00:00.000Z',
      previousBalance: '10',
      newBalance: '8',
    },
  ]
  api.add('customer', 'ext-breaks', jsonResponse({ page: 1, pages: 1, pageSize: 100, count: 2, results }))
  api.add('customer', 'ext-empty', jsonResponse({ page: 1, pages: 0, pageSize: 100, count: 0, results: [] }))
  const customers = await finish(await start({ kind: 'customer', ids: ['ext-breaks', 'ext-empty'] }))
  expect(customers.rows.map(({ id, verdict, findings }) => [id, verdict, findings])).toEqual([
    ['ext-breaks', 'look', ['1 break in the newest 2 transactions']],
    ['ext-empty', 'unchecked', ['No transactions']],
  ])
  // An API that sends no count, or that of the page alone.
  const many = Array.from({ length: 100 }, (_, nth) => ({
    ...entry,
    id: `txn-${nth}`,
    eventId: `event-${nth}`,
    previousBalance: null,
    newBalance: null,
  }))
  for (const [id, counts] of [
    ['ext-uncounted', {}],
    ['ext-itself', { count: 100, pages: 1 }],
    ['ext-pages', { pages: 3, results: many.slice(0, 20) }],
  ] as const)
    api.add('customer', id, jsonResponse({ page: 1, pageSize: 100, results: many, ...counts }))
  const full = await finish(await start({ kind: 'customer', ids: ['ext-uncounted', 'ext-itself', 'ext-pages'] }))
  for (const { verdict, findings } of full.rows)
    expect([verdict, findings]).toEqual([
      'unchecked',
      expect.arrayContaining(['Older transactions may exist; they were not checked']),
    ])
  const ended = subscribe({ endDate: '2026-02-01T00:00:00.000Z', startDate: '2026-01-01T00:00:00.000Z' })
  addInvoice('inv-late', { ...INVOICE, subscriptionId: ended })
  const { rows } = await finish(await start({ kind: 'any', ids: [ended, 'inv-late'] }))
  expect(rows.map(({ id, findings }) => [id, findings])).toEqual([
    [ended, ['Invoice inv-late: 1 line after the subscription’s end']],
    ['inv-late', ['1 line after the subscription’s end']],
  ])
})

/** Returns the verdict and the findings of a check of the customer `acme`. */
async function checkLedger({ context }: ReturnType<typeof reading>) {
  const { check } = await runOperation('startCheck', context, { kind: 'customer', ids: ['acme'] })
  for (let round = 0; round < 50; round += 1) {
    await checkSome({ environment: context.environment, perSecond: 300, retryMs: 0 })
    const { check: now, rows } = await runOperation('getCheck', context, { checkId: check.id })
    const [row] = rows
    if (now.state === 'done' && row) return [row.verdict, row.findings]
  }
  throw new Error('the check did not end')
}

test('agrees with a grown ledger while the newest transactions begin before the end of the whole read', async () => {
  const ledger = reading()
  const { api, read } = ledger
  api.ledgers.set('acme', plainEntries(300))
  await read()
  expect(await checkLedger(ledger)).toEqual(['agrees', []])
  api.ledgers.set('acme', plainEntries(398))
  expect(await checkLedger(ledger)).toEqual(['agrees', []])
  const notJoined = ' transactions since the whole ledger was read: not all were compared with the one before'
  api.ledgers.set('acme', plainEntries(399))
  expect(await checkLedger(ledger)).toEqual(['unchecked', [`99${notJoined}`]])
  api.ledgers.set(
    'acme',
    plainEntries(550, (index) => (index === 350 ? { newBalance: 999_999 } : {})),
  )
  expect(await checkLedger(ledger)).toEqual(['unchecked', [`250${notJoined}`]])
  await read()
  expect(await checkLedger(ledger)).toEqual(['look', ['2 breaks in 550 transactions']])
})

test('trusts the count of a full page only when the API counted the whole ledger', async () => {
  const ledger = reading()
  const { api, read } = ledger
  api.ledgers.set('acme', plainEntries(100))
  expect(await checkLedger(ledger)).toEqual(['unchecked', ['Older transactions may exist; they were not checked']])
  await read()
  expect(await checkLedger(ledger)).toEqual(['agrees', []])
  api.countOf = () => undefined
  expect(await checkLedger(ledger)).toEqual([
    'unchecked',
    ['Transactions since the whole ledger was read may exist; they were not checked'],
  ])
})

const FIRST = '2026-01-01T00:00:00.000Z'

test.each<[string, [verdict: string, findings: string[]], (index: number) => object]>([
  [
    'does not say that transactions without balances agree',
    ['unchecked', ['The newest 12 transactions: none compared with a balance']],
    () => ({ previousBalance: null, newBalance: null }),
  ],
  [
    'counts the transactions without a readable balance',
    ['unchecked', ['The newest 12 transactions: 1 not compared with a balance']],
    (index) => (index === 5 ? { newBalance: 'x' } : {}),
  ],
  [
    'finds an unreadable amount',
    ['look', ['1 break in the newest 12 transactions', 'The newest 12 transactions: 1 not compared with a balance']],
    (index) => (index === 5 ? { amount: 'x' } : {}),
  ],
  [
    'finds an event that is booked twice',
    ['look', ['1 break in the newest 12 transactions']],
    (index) => (index === 5 || index === 6 ? { eventId: 'evt_1' } : {}),
  ],
  [
    'finds transactions of one time whose balances are no chain',
    ['look', ['1 break in the newest 12 transactions']],
    (index) => ({ createdAt: FIRST, ...(index === 5 && { previousBalance: 1, newBalance: -8 }) }),
  ],
  [
    'does not say that transactions without an order of time agree',
    [
      'unchecked',
      ['The newest 12 transactions have no order of time, so their balances were not compared with each other'],
    ],
    (index) => (index === 5 ? { createdAt: '2026-05-01T00:00:00.000Z', previousBalance: 77, newBalance: 68 } : {}),
  ],
])('%s', async (_, found, change) => {
  const ledger = reading()
  ledger.api.ledgers.set('acme', plainEntries(12, change))
  expect(await checkLedger(ledger)).toEqual(found)
})

test('does not say that a ledger agrees that was read whole without balances, or without a total', async () => {
  const ledger = reading()
  const { api, read } = ledger
  api.ledgers.set(
    'acme',
    plainEntries(12, () => ({ previousBalance: null, newBalance: null })),
  )
  await read()
  expect(await checkLedger(ledger)).toEqual([
    'unchecked',
    [
      'The newest 12 transactions: none compared with a balance',
      '12 transactions read: no break, but the billing API sends no balances to compare',
    ],
  ])
  const uncounted = reading()
  uncounted.api.ledgers.set('acme', plainEntries(12))
  uncounted.api.countOf = () => undefined
  await uncounted.read()
  expect(await checkLedger(uncounted)).toEqual([
    'unchecked',
    ['No break found in 12 transactions; the billing API sends no total to check their number against'],
  ])
})

const SEEDS = volume({ test: 60, prove: 1_000 })

test(`finds every planted error among ${SEEDS} invoices, and nothing else`, async () => {
  const { start, finish, get, addInvoice, api } = checking()
  const plants = Object.values(PLANTS)
  const ids: string[] = []
  const wrong: string[] = []
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const generated = generatedInvoice(47_000 + seed)
    const planted = seed % 2 === 0 ? plants[(seed / 2) % plants.length]?.(generated) : null
    const { head, lines, subscription } = planted?.invoice ?? generated
    const [id, subscriptionId] = [`inv-${seed}-generated`, `sub-${seed}-generated`]
    addInvoice(id, { ...head, subscriptionId, invoiceLineItems: lines })
    api.add('subscription', subscriptionId, jsonResponse({ id: subscriptionId, currency: 'USD', ...subscription }))
    ids.push(id)
    if (planted) wrong.push(id)
  }
  const check = await start({ kind: 'invoice', ids })
  const { check: done } = await finish(check)
  expect(wrong.length, 'errors were planted').toBeGreaterThan(SEEDS / 5)
  expect(done.counts).toMatchObject({ look: wrong.length, notFound: 0, notReadable: 0 })
  const found: string[] = []
  for (let after: string | undefined = '0'; after !== undefined;) {
    const page: CheckResults = await get(check.id, { verdict: 'look', pageSize: 100, after })
    found.push(...page.rows.map(({ id }) => id))
    after = page.next ?? undefined
  }
  expect(found.toSorted()).toEqual(wrong.toSorted())
  addToTally('invoices of a check with a planted error', wrong.length)
})

test('reads no more objects than the rate allows, in all processes together, after a pause a second’s worth at once', async () => {
  const { start, environment, get, change } = checking()
  const check = await start({ kind: 'invoice', ids: Array.from({ length: 40 }, (_, nth) => `inv-rate-${nth}`) })
  const startedMs = performance.now()
  while (performance.now() - startedMs < 1_500)
    await Promise.all([1, 2, 3].map(() => checkSome({ environment, perSecond: 3 })))
  const { check: running } = await get(check.id)
  const seconds = (performance.now() - startedMs) / 1_000
  expect(running.checked).toBeGreaterThanOrEqual(3)
  expect(running.checked).toBeLessThanOrEqual(3 * (seconds + 1.25))
  await change(check.id, 'stop')
})

test('reads objects of all running checks in turn', async () => {
  const { start, environment, get, change, as } = checking()
  const ids = Array.from({ length: 10 }, (_, nth) => `inv-turn-${nth}`)
  const started = [await start({ kind: 'invoice', ids }, 'one'), await start({ kind: 'invoice', ids }, 'two')]
  await checkSome({ environment, perSecond: 4 })
  for (const { id } of started) {
    expect((await get(id)).check.checked).toBe(2)
    await runOperation('changeCheck', as('admin', 'admin'), { checkId: id, to: 'stop' })
  }
  expect(await problemOf(change(started[0]?.id ?? '', 'again', 'two'))).toMatchObject({ code: 'not_allowed' })
})

test('does not judge an object by an older response when the index could not keep the new one', async () => {
  const { start, finish, environment, addInvoice, index, as, get } = checking()
  addInvoice('inv-kept', INVOICE)
  await runOperation('getInvoice', as('one'), { invoiceId: 'inv-kept' })
  await index.written()
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await (await consoleStore()).update(seenObjects).set({ seenAt: hourAgo }).where(eq(seenObjects.id, 'inv-kept'))
  addInvoice('inv-kept', { ...INVOICE, invoiceLineItems: [{ ...agreeingLine, amount: 90 }] })
  const check = await start({ kind: 'invoice', ids: ['inv-kept'] })
  const notKept = vi.spyOn(index, 'recordInvoice').mockReturnValueOnce('')
  await checkSome({ environment, perSecond: 10, retryMs: 0 })
  expect(notKept).toHaveBeenCalledOnce()
  expect((await get(check.id)).check.checked).toBe(0)
  expect((await finish(check)).rows).toMatchObject([{ id: 'inv-kept', verdict: 'look' }])
})

test('reads nothing while the circuit breaker is open', async () => {
  const { start, environment, get, change, api } = checking()
  const check = await start({ kind: 'invoice', ids: ['inv-paused'] })
  const billing = Object.assign(Object.create(environment.billing), {
    breakers: () => ({ reads: 'open', writes: 'closed' }),
  })
  await checkSome({ environment: { ...environment, billing }, perSecond: 10 })
  expect((await get(check.id)).check.checked).toBe(0)
  expect(api.requests.filter(({ url }) => url.includes('inv-paused'))).toEqual([])
  await change(check.id, 'stop')
})

test('tries a failure that may pass three times, then says why nothing was read', async () => {
  const { start, finish, api } = checking()
  api.add('invoice', 'inv-failing', { ...jsonResponse({ message: 'Out of order' }), status: 500 })
  const { rows } = await finish(await start({ kind: 'invoice', ids: ['inv-failing'] }))
  expect(rows).toMatchObject([{ verdict: 'notReadable', findings: ['The billing API failed'] }])
  // Each attempt is one read of the client, which repeats it itself.
  const asked = api.requests.filter(({ url }) => url.includes('inv-failing')).length
  expect(asked).toBeGreaterThanOrEqual(3)
})

test('reads again on request, and shows first the verdicts that changed', async () => {
  const { start, finish, get, change, addInvoice } = checking()
  for (const id of ['inv-a', 'inv-b', 'inv-c']) addInvoice(id, INVOICE)
  addInvoice('inv-c', { ...INVOICE, invoiceLineItems: [{ ...agreeingLine, amount: 90 }] })
  const check = await start({ kind: 'invoice', ids: ['inv-a', 'inv-b', 'inv-c'] })
  await finish(check)
  addInvoice('inv-b', { ...INVOICE, invoiceLineItems: [{ ...agreeingLine, amount: 81 }] })
  await change(check.id, 'again')
  const { rows, check: done } = await finish(check)
  expect(rows.map(({ id, before, verdict }) => [id, before, verdict])).toEqual([
    ['inv-b', 'agrees', 'look'],
    ['inv-c', 'look', 'look'],
    ['inv-a', 'agrees', 'agrees'],
  ])
  expect(done.changed).toBe(1)
  expect((await get(check.id, { verdict: 'changed' })).rows.map(({ id }) => id)).toEqual(['inv-b'])
})

test('lets a person run one check, and four people at a time; an admin can stop any', async () => {
  const { start, change } = checking()
  const ids = ['inv-1']
  const [check] = [await start({ kind: 'invoice', ids }, 'one'), await start({ kind: 'invoice', ids }, 'two')]
  expect(await problemOf(start({ kind: 'invoice', ids }, 'one'))).toMatchObject({ code: 'check_running' })
  await start({ kind: 'invoice', ids }, 'three')
  await start({ kind: 'invoice', ids }, 'four')
  expect((await problemOf(start({ kind: 'invoice', ids }, 'five')))?.detail).toContain('two@example.com')
  expect(await problemOf(change(check.id, 'stop', 'two'))).toMatchObject({ code: 'not_allowed' })
  expect((await change(check.id, 'stop', 'two', 'admin')).check).toMatchObject({ state: 'stopped', checked: 0 })
  expect(await start({ kind: 'invoice', ids }, 'five')).toMatchObject({ state: 'running', owner: 'five@example.com' })
})

test('keeps the newest 50 checks of each person, so that nobody deletes those of others', async () => {
  const { start, change, get } = checking()
  const input = { kind: 'invoice' as const, ids: ['inv-1'] }
  const startEnded = async (user: string) => (await change((await start(input, user)).id, 'stop', user)).check.id
  const theirs = await startEnded('one')
  const own: string[] = []
  for (let nth = 0; nth < 51; nth += 1) own.push(await startEnded('two'))
  const oldest = [theirs, ...own.slice(0, 2)].map((id) => get(id))
  expect((await Promise.allSettled(oldest)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('takes the number of one known invoice for its ID', async () => {
  const { start, finish, as, addInvoice, index } = checking()
  addInvoice('inv-numbered', { ...INVOICE, vanityIdString: 'A-1017' })
  for (const id of ['inv-same-1', 'inv-same-2']) addInvoice(id, { ...INVOICE, vanityIdString: 'A-1018' })
  for (const invoiceId of ['inv-numbered', 'inv-same-1', 'inv-same-2'])
    await runOperation('getInvoice', as('one'), { invoiceId })
  await index.written()
  const { rows } = await finish(await start({ kind: 'invoice', ids: ['a-1017', 'inv-numbered', 'A-1018'] }))
  expect(rows.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['A-1018', 'notFound'],
    ['inv-numbered', 'agrees'],
  ])
  expect(rows.map(({ given }) => given)).toEqual(['A-1018', 'inv-numbered'])
  const byNumber = await finish(await start({ kind: 'invoice', ids: ['a-1017'] }))
  expect(byNumber.rows).toMatchObject([{ id: 'inv-numbered', given: 'a-1017' }])
})

test('checks all that match the filters of a list', async () => {
  const { start, finish, as, addInvoice, index } = checking()
  for (const [id, status] of [
    ['inv-paid', 'paid'],
    ['inv-void', 'void'],
  ] as const) {
    addInvoice(id, { ...INVOICE, status })
    await runOperation('getInvoice', as('one'), { invoiceId: id })
  }
  await index.written()
  const check = await start({ kind: 'invoice', invoices: { status: 'void', order: 'desc', sort: 'seen' } })
  expect((await finish(check)).rows.map(({ id }) => id)).toEqual(['inv-void'])
  const nothing = start({ kind: 'invoice', invoices: { status: 'draft', order: 'desc', sort: 'seen' } })
  expect(await problemOf(nothing)).toMatchObject({ code: 'invalid_request' })
})

test('sums the amounts of its invoices by plan and month, to the last digit of their totals', async () => {
  const { start, finish, as, addInvoice, subscribe, change } = checking()
  const subscriptionId = subscribe({ currency: 'EUR', plan: { id: 'plan-months', name: 'Team' } })
  await runOperation('getSubscription', as('one'), { id: subscriptionId })
  const line = { ...agreeingLine, priceId: 'price-seats', description: 'Seats, 2026' }
  const year = { ...line, id: 'li-year', startDate: '2026-03-01T00:00:00.000Z', endDate: '2027-02-28T23:59:59.000Z' }
  addInvoice('inv-year', { ...INVOICE, subscriptionId, invoiceLineItems: [year] })
  addInvoice('inv-month', {
    ...INVOICE,
    subscriptionId,
    issueDate: '2026-05-01T00:00:00.000Z',
    invoiceLineItems: [{ ...line, startDate: '2026-04-01', endDate: '2026-04-30' }],
  })
  addInvoice('inv-draft', { ...INVOICE, status: 'draft', subscriptionId })
  const ids = ['inv-year', 'inv-month', 'inv-draft', 'inv-none']
  const check = await start({ kind: 'invoice', ids })
  await finish(check)
  const months = await runOperation('getCheckMonths', as('one'), { checkId: check.id })
  expect(months).toMatchObject({
    invoices: 2,
    totals: [{ currency: 'EUR', invoices: 2, total: '160' }],
    leftOut: { notCharged: 1, noLines: 0, unreadable: 0, minorUnits: 0 },
    unread: 1,
    more: 0,
  })
  expect(months.months.slice(0, 3)).toEqual([
    { currency: 'EUR', month: '2026-03', invoiced: '80', earned: '6.8', deferred: '73.2' },
    { currency: 'EUR', month: '2026-04', invoiced: '0', earned: '86.58', deferred: '66.62' },
    { currency: 'EUR', month: '2026-05', invoiced: '80', earned: '6.79', deferred: '59.83' },
  ])
  expect(months.months).toHaveLength(12)
  for (const rows of [months.months, months.rows])
    expect(rows.reduce((sum, { earned }) => sum.plus(earned), new Big(0)).toFixed()).toBe('160')
  expect(months.rows[0]).toMatchObject({ plan: 'Team', kind: 'price', priceId: 'price-seats', name: 'Seats' })
  const { rows, partial } = await fileOf(await runOperation('exportCheckMonths', as('one'), { checkId: check.id }))
  expect(rows).toHaveLength(12)
  expect(rows[0]).toMatchObject({ Plan: 'Team', Price: 'Seats', Currency: 'EUR', 'Month (UTC)': '2026-03' })
  expect(partial).toContain('1 invoice is in no sum')

  await change(check.id, 'again')
  const again = await runOperation('getCheckMonths', as('one'), { checkId: check.id })
  expect(again, 'nothing of the run before').toMatchObject({ invoices: 0, unread: 4, months: [], rows: [] })
  await finish(check)
  expect(await runOperation('getCheckMonths', as('one'), { checkId: check.id })).toMatchObject({ invoices: 2 })
})

test('names its files after the month in which all its invoices were issued, else after its ID', async () => {
  const { start, finish, as, addInvoice } = checking()
  for (const [id, issueDate] of [
    ['inv-named-1', '2026-03-01T00:00:00.000Z'],
    ['inv-named-2', '2026-03-31T23:59:59.999Z'],
    ['inv-named-april', '2026-04-01T00:00:00.000Z'],
  ])
    addInvoice(id ?? '', { ...INVOICE, issueDate })
  const namesOf = async (ids: string[]) => {
    const check = await start({ kind: 'invoice', ids })
    await finish(check)
    const files = [
      await runOperation('exportCheck', as('one'), { checkId: check.id }),
      await runOperation('exportCheckMonths', as('one'), { checkId: check.id }),
      await runOperation('exportCheckLines', as('one'), { checkId: check.id }),
    ]
    for (const { bytes } of files) await bytes.return?.()
    return files.map(({ fileName }) => fileName.replace(check.id, 'ITS_ID').split('-Local')[0])
  }
  expect(await namesOf(['inv-named-1', 'inv-named-2', 'inv-named-none'])).toEqual([
    'check-2026-03',
    'months-2026-03',
    'invoice lines-2026-03',
  ])
  expect((await namesOf(['inv-named-1', 'inv-named-april']))[1]).toBe('months-ITS_ID')
  expect((await namesOf(['inv-named-none']))[1]).toBe('months-ITS_ID')
})

test('exports every object with its verdict, and says when it is not done', async () => {
  const { start, finish, as, addInvoice } = checking()
  addInvoice('inv-csv', { ...INVOICE, invoiceLineItems: [{ ...agreeingLine, amount: 84 }], vanityIdString: '1001' })
  const check = await start({ kind: 'invoice', ids: ['inv-csv', 'inv-none'] })
  const file = async () => fileOf(await runOperation('exportCheck', as('one'), { checkId: check.id }))
  expect(await file()).toMatchObject({
    rows: [{ Verdict: 'Not checked yet' }, {}],
    partial: expect.stringContaining('the check has read 0 of 2 objects'),
  })
  await finish(check)
  expect(await file()).toMatchObject({
    rows: [
      {
        ID: 'inv-csv',
        'Number or plan': '1001',
        Verdict: 'Needs a look',
        Findings: 'Line 1: 84.00, but 10 × 8.00 = 80.00 (4.00 too much)',
        Total: '84',
      },
      { ID: 'inv-none', Verdict: 'Not found', Findings: notFoundLabel('invoice', 'inv-none'), Total: '' },
    ],
    partial: null,
  })
})

test('forgets the checked objects of a customer, and deletes checks as old as the index', async () => {
  const { start, finish, as, addInvoice, index, get } = checking()
  addInvoice('inv-theirs', { ...INVOICE, customerId: 'cus-theirs' })
  addInvoice('inv-others', { ...INVOICE, customerId: 'cus-others' })
  const check = await start({ kind: 'invoice', ids: ['inv-theirs', 'inv-others'] })
  await finish(check)
  await runOperation('forgetCustomer', as('admin', 'admin'), { externalId: 'cus-theirs' })
  expect((await get(check.id)).rows.map(({ id }) => id)).toEqual(['inv-others'])
  const db = await consoleStore()
  await trimIndex(db, index.source, { before: new Date(Date.now() + 1_000), rows: 1_000 })
  expect(await problemOf(get(check.id))).toMatchObject({ code: 'not_found' })
  expect(await db.select().from(checkedObjects).where(eq(checkedObjects.checkId, check.id))).toEqual([])
  expect(await db.select().from(checks).where(eq(checks.id, check.id))).toEqual([])
})
