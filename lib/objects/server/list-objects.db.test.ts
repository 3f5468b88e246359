import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { log } from '@/lib/core/server/log'
import type { MetricsRecorder } from '@/lib/core/server/metrics-recorder'
import { runOperation } from '@/lib/run-operation'
import { seenObjects } from '@/lib/store/index-schema'

const store = useConsoleStore()
const NOW = Date.UTC(2027, 0, 31)
const DAY = 86_400_000
const at = (day: number) => new Date(NOW + day * DAY).toISOString()

const context = (source = 'lists') => indexContext(source, { now: () => new Date(NOW) })
const subscriptions = (input: object) => runOperation('listSubscriptions', context(), input)
const invoices = (input: object) => runOperation('listInvoices', context(), input)
const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)

const SUBSCRIPTIONS = Array.from({ length: 65 }, (_, nth) => ({
  source: 'lists',
  kind: 'subscription' as const,
  id: `sub_${String(nth).padStart(2, '0')}`,
  name: nth % 2 === 0 ? 'Scale' : '100%_Plan',
  status: nth % 3 === 0 ? 'ended' : 'active',
  // Every fifth has no end, and several end at the same instant.
  at: nth % 5 === 0 ? null : at((nth % 7) * 10 - 20),
  customerId: `cus_${nth % 4}`,
  seenAt: at(-(nth % 9)),
  row: {},
}))

beforeAll(async () => {
  await store().db.insert(seenObjects).values(SUBSCRIPTIONS)
  await store()
    .db.insert(seenObjects)
    .values({ source: 'another', kind: 'subscription', id: 'sub_other', status: 'active', seenAt: at(0), row: {} })
  const invoice = {
    source: 'lists',
    kind: 'invoice' as const,
    seenAt: at(0),
    at: at(-1),
    subscriptionId: 'sub_00',
    row: {},
  }
  await store()
    .db.insert(seenObjects)
    .values([
      { ...invoice, id: 'inv_overdue', status: 'issued', name: '1042', row: { total: '0.50' } },
      { ...invoice, id: 'inv_stated', status: 'overdue', at: null },
      { ...invoice, id: 'inv_today', status: 'issued', at: at(0) },
      { ...invoice, id: 'inv_due', status: 'issued', at: at(1) },
      { ...invoice, id: 'inv_free', status: 'issued', row: { total: '0.00' } },
      { ...invoice, id: 'inv_credit', status: 'issued', row: { total: '-5' } },
      { ...invoice, id: 'inv_paid', status: 'paid' },
      { ...invoice, id: 'inv_gone', status: 'issued', goneAt: at(0) },
      { ...invoice, id: 'inv_unknown', status: 'frobnicated' },
      { ...invoice, id: 'inv_undated', status: 'issued', at: null },
      { ...invoice, id: 'inv_year_1', status: 'issued', at: '0001-01-01T00:00:00.000Z' },
      { ...invoice, id: 'inv_1970', status: 'issued', at: '1970-01-01T00:00:00.000Z' },
    ])
})

/** The keys that a list is sorted by, as one text. */
function sortText({ id, status, at: end, seenAt }: (typeof SUBSCRIPTIONS)[number], sort: string, order: string) {
  const date = end ?? (order === 'asc' ? '~' : '')
  const isSoon = status === 'active' && end !== null && end > at(0) && end < at(14)
  const keys = sort === 'end' ? [date, seenAt] : [seenAt, date]
  return [...(sort === 'attention' ? [isSoon ? '1' : '0'] : []), ...keys, id].join(' ')
}

describe('a list', () => {
  test.each([
    ['attention', 'desc'],
    ['attention', 'asc'],
    ['seen', 'desc'],
    ['seen', 'asc'],
    ['end', 'desc'],
    ['end', 'asc'],
  ] as const)('by %s, %s, shows each row once on its pages, forth and back', async (sort, order) => {
    const forth: string[][] = []
    let page = await subscriptions({ sort, order })
    expect(page).toMatchObject({ previous: null, count: 65, hasMore: false })
    for (;;) {
      forth.push(idsOf(page))
      if (page.next === null) break
      page = await subscriptions({ sort, order, after: page.next })
    }
    expect(forth.map(({ length }) => length)).toEqual([20, 20, 20, 5])
    const sorted = SUBSCRIPTIONS.map((row) => ({ id: row.id, text: sortText(row, sort, order) })).toSorted(
      (one, other) => (one.text < other.text ? -1 : 1),
    )
    expect(forth.flat()).toEqual(idsOf({ rows: order === 'asc' ? sorted : sorted.toReversed() }))

    const back = [idsOf(page)]
    while (page.previous !== null) {
      page = await subscriptions({ sort, order, before: page.previous })
      back.unshift(idsOf(page))
    }
    expect(back).toEqual(forth)
  })

  test('starts with overdue invoices, then those owed, each with the latest due date first', async () => {
    const overdue = ['inv_overdue', 'inv_stated']
    const owed = ['inv_due', 'inv_today', 'inv_1970', 'inv_year_1', 'inv_undated']
    const others = ['inv_unknown', 'inv_paid', 'inv_gone', 'inv_free', 'inv_credit']
    expect(idsOf(await invoices({}))).toEqual([overdue, owed, others].flat())
  })

  test.each([
    [{ status: 'ended', pageSize: 100 }, 22],
    [{ plan: 'Scale', pageSize: 100 }, 33],
    [{ plan: 'scale' }, 0],
    [{ text: 'SCAL', pageSize: 100 }, 33],
    [{ text: '100%_', pageSize: 100 }, 32],
    [{ text: '%', pageSize: 100 }, 32],
    [{ text: 'sub_1', pageSize: 100 }, 10],
    [{ text: 'cus_3', status: 'ended', pageSize: 100 }, 6],
  ])('holds what matches %j', async (input, count) => {
    const page = await subscriptions(input)
    expect(page).toMatchObject({ count, next: null })
    expect(page.rows).toHaveLength(count)
  })

  test('filtered by "Ending soon" holds active subscriptions with an end in the next 14 days', async () => {
    const { rows } = await subscriptions({ end: 'soon', pageSize: 100 })
    expect(rows.length).toBeGreaterThan(3)
    for (const { status, endDate } of rows) expect([status, endDate]).toEqual(['active', at(10)])
  })

  test('filtered by "Overdue" holds the invoices with an amount owed and a due day that has passed', async () => {
    await store()
      .db.update(seenObjects)
      .set({ row: { currency: 'EUR' } })
      .where(sql`id = 'sub_00'`)
    const { rows } = await invoices({ due: 'overdue', sort: 'due', order: 'asc' })
    expect(rows).toMatchObject([{ id: 'inv_overdue', currency: 'EUR' }, { id: 'inv_stated' }])
    expect(idsOf(await invoices({ sort: 'due', order: 'asc' })).at(-1)).toBe('inv_undated')
    expect(idsOf(await invoices({ text: '104' }))).toEqual(['inv_overdue'])
  })

  test('of customers holds their balances, and null where their newest entries were not read', async () => {
    const row = { source: 'lists', kind: 'customer' as const, seenAt: at(0) }
    const balances = [{ unit: 'credits', balance: '5' }]
    await store()
      .db.insert(seenObjects)
      .values([
        { ...row, id: 'acme', at: at(-2), row: { count: 3, balances } },
        { ...row, id: 'beta', row: {} },
      ])
    expect((await runOperation('listCustomers', context(), { sort: 'newest' })).rows).toEqual([
      {
        id: 'acme',
        count: 3,
        balances: [{ unit: 'credits', balance: '5', asOf: null }],
        newestAt: at(-2),
        asOf: at(0),
        goneAt: null,
      },
      { id: 'beta', count: null, balances: null, newestAt: null, asOf: at(0), goneAt: null },
    ])
  })

  test.each([
    '[0,"now()","infinity","a"]',
    '[0,"infinity","now()","a"]',
    '[1]',
    '["infinity","a"]',
    '[0.5,"infinity","infinity","a"]',
    '[0,"2027-13-01 00:00:00+00","infinity","a"]',
    String.raw`[0,"infinity","infinity","\u0000"]`,
    'x',
  ])('refuses the cursor %s', async (text) => {
    const after = Buffer.from(text).toString('base64url')
    expect(await problemOf(subscriptions({ after }))).toMatchObject({ code: 'invalid_request' })
  })

  test('goes on after the longest ID that can be asked for', async () => {
    const ids = ['漢', '字'].map((character) => character.repeat(256))
    const row = { source: 'lists', kind: 'subscription' as const, seenAt: at(-300), name: 'Long', row: {} }
    await store()
      .db.insert(seenObjects)
      .values(Array.from({ length: 21 }, (_, nth) => ({ ...row, id: `${ids[nth % 2]?.slice(2)}${10 + nth}` })))
    const page = await subscriptions({ plan: 'Long' })
    expect(idsOf(await subscriptions({ plan: 'Long', after: page.next ?? '' }))).toHaveLength(1)
  })

  test('counts exactly up to 10,000', async () => {
    await store().db.execute(sql`
      insert into console.seen_objects (source, kind, id, seen_at, row)
      select 'lists', 'customer', 'many-' || n, ${at(0)}::timestamptz, '{}' from generate_series(1, 10001) as n`)
    expect(await runOperation('listCustomers', context(), { text: 'many-' })).toMatchObject({
      count: 10_000,
      hasMore: true,
    })
    expect(await runOperation('listCustomers', context(), { text: 'many-1000' })).toMatchObject({
      count: 3,
      hasMore: false,
    })
  })
})

test('logs status 499 at level info when the client leaves during a list', async () => {
  const lines: [string, unknown][] = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log(), level).mockImplementation((line) => void lines.push([level, line]))
  const recordOperation = vi.fn<MetricsRecorder['recordOperation']>()
  globalThis.consoleMetrics = { recordOperation }
  onTestFinished(() => {
    vi.restoreAllMocks()
    globalThis.consoleMetrics = undefined
  })
  const client = new AbortController()
  const list = runOperation('listSubscriptions', { ...context(), signal: client.signal }, {})
  client.abort()
  await expect(list).rejects.toBe(client.signal.reason)
  expect(lines).toMatchObject([['info', { event: 'read', operation: 'listSubscriptions', status: 499 }]])
  expect(lines[0]?.[1]).not.toHaveProperty('err')
  expect(recordOperation).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 499 }))
})

const from = (startDate: string, billingCadence: string) => ({ row: { startDate, billingCadence } })
const period = (periodStart: string, periodEnd: string) => ({
  row: { periodStart: `${periodStart}T09:30:00.000Z`, periodEnd: `${periodEnd}T09:30:00.000Z` },
})

describe('the filter of subscriptions without a read invoice', () => {
  test('finds those whose last billing period that began by the end of the month is on no invoice', async () => {
    const runs = { source: 'unread', kind: 'subscription' as const, status: 'active', at: null, seenAt: at(0) }
    const read = { source: 'unread', kind: 'invoice' as const, status: 'issued', seenAt: at(0) }
    await store()
      .db.insert(seenObjects)
      .values(
        [
          { ...runs, id: 'read', ...from('2026-01-31T09:30:00.000Z', 'monthly') },
          { ...read, id: 'i1', subscriptionId: 'read', ...period('2026-02-28', '2026-03-31') },
          { ...read, id: 'i2', subscriptionId: 'read', ...period('2026-03-31', '2026-04-30') },
          { ...runs, id: 'last-month-only', ...from('2026-01-15T09:30:00.000Z', 'monthly') },
          { ...read, id: 'i3', subscriptionId: 'last-month-only', ...period('2026-02-15', '2026-03-15') },
          { ...runs, id: 'yearly', ...from('2025-06-01T09:30:00.000Z', 'annually') },
          { ...read, id: 'i4', subscriptionId: 'yearly', ...period('2025-06-01', '2026-06-01') },
          { ...runs, id: 'later', ...from('2026-04-01T00:00:00.000Z', 'monthly') },
          { ...runs, id: 'over', ...from('2025-01-10T00:00:00.000Z', 'monthly'), at: '2026-03-01T00:00:00.000Z' },
          { ...runs, id: 'without', ...from('2026-03-31T23:00:00.000Z', 'oneTime') },
          { ...runs, id: 'undated' },
        ].map((each) => ({ row: {}, ...each })),
      )
    const as = context('unread')
    const found = await runOperation('listSubscriptions', as, { unread: '2026-03' })
    expect(idsOf(found).toSorted()).toEqual(['last-month-only', 'without'])
    expect(idsOf(await runOperation('listInvoices', as, { issued: 'noDate' })).toSorted()).toEqual([
      'i1',
      'i2',
      'i3',
      'i4',
    ])
  })
})
