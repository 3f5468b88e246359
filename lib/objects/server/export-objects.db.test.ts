import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { readCsv } from '@/testing/console/read-csv'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { runOperation } from '@/lib/run-operation'
import { settings } from '@/lib/core/server/settings'
import { seenObjects } from '@/lib/store/index-schema'
import { auditEntries } from '@/lib/store/schema'

const store = useConsoleStore()
const SEEN_AT = '2027-01-31T00:00:00.000Z'
const ROW = { source: 'exports', seenAt: SEEN_AT, row: {} }
/** The columns of every list. */
const SEEN = {
  'As of (UTC)': SEEN_AT,
  'As of (UTC day)': '2027-01-31',
  'Gone since (UTC)': '',
  'Gone since (UTC day)': '',
}
const [SUBSCRIPTION, INVOICE, LEDGER] = [
  { ...ROW, kind: 'subscription' as const },
  { ...ROW, kind: 'invoice' as const },
  { ...ROW, kind: 'customer' as const },
]
/** Several pages of an export. */
const MANY = 2_500

type ExportName = 'exportSubscriptions' | 'exportInvoices' | 'exportCustomers'

/** Runs an export as a viewer on the rows of the source `exports`. */
async function startExport(name: ExportName, input: object = {}) {
  const context = indexContext('exports', { now: () => new Date(SEEN_AT) })
  const { fileName, bytes, content } = await runOperation(name, context, input)
  const text = async () => (await buffer({ [Symbol.asyncIterator]: () => bytes })).toString()
  return {
    fileName,
    content,
    next: () => bytes.next(),
    rest: async () => readCsv(await text()),
    lines: async () => (await text()).split('\r\n'),
  }
}
const exported = async (name: ExportName, input?: object) => (await startExport(name, input)).rest()

beforeAll(async () => {
  const { db } = store()
  await db.insert(seenObjects).values([
    {
      ...SUBSCRIPTION,
      id: 'sub_1',
      name: '=Scale, "new"',
      status: 'active',
      at: '2027-02-03T00:00:00.000Z',
      customerId: 'cus_1',
      row: {
        startDate: '2026-01-01T10:00:00.000Z',
        billingCadence: 'monthly',
        pays: '$499.00 a month',
        basePrice: '499',
        currency: 'EUR',
      },
    },
    { ...SUBSCRIPTION, id: 'csv', status: 'ended', goneAt: '2027-02-01T00:00:00.000Z' },
    { ...SUBSCRIPTION, source: 'another', id: 'sub_other' },
    {
      ...INVOICE,
      id: 'inv_1',
      name: '1042',
      status: 'issued',
      subscriptionId: 'sub_1',
      row: { total: '-12.3400000000000000001' },
    },
    { ...INVOICE, id: 'inv_2', status: 'paid', at: '2026-01-05T00:00:00.000Z' },
  ])
  const balances = [
    { unit: 'credits', balance: '-5.10' },
    { unit: null, balance: null },
  ]
  await db
    .insert(seenObjects)
    .values([
      { ...LEDGER, id: 'acme', at: '2027-01-02T00:00:00.000Z', row: { count: 3, balances } },
      ...Array.from({ length: MANY }, (_, nth) => ({ ...LEDGER, id: `many-${String(nth).padStart(4, '0')}` })),
    ])
})

describe('the export of a list', () => {
  test('has every field of a subscription, instants in UTC', async () => {
    const { rows, partial } = await exported('exportSubscriptions', { order: 'desc' })
    expect(partial).toBeNull()
    expect(rows).toEqual([
      {
        'Subscription ID': 'sub_1',
        Plan: `'=Scale, "new"`,
        Status: 'active',
        'Start (UTC)': '2026-01-01T10:00:00.000Z',
        'Start (UTC day)': '2026-01-01',
        'End (UTC)': '2027-02-03T00:00:00.000Z',
        'End (last UTC day)': '2027-02-02',
        'Billing interval': 'monthly',
        'Base price': '$499.00 a month',
        'Base price amount': '499',
        Currency: 'EUR',
        'Customer ID': 'cus_1',
        ...SEEN,
        'Deleted here (UTC)': '',
        'Deleted here (UTC day)': '',
      },
      expect.objectContaining({ 'Subscription ID': 'csv', 'Gone since (UTC)': '2027-02-01T00:00:00.000Z', Plan: '' }),
    ])
  })

  test('has the exact total of an invoice, and its currency', async () => {
    const { rows } = await exported('exportInvoices', { sort: 'due', order: 'asc' })
    expect(rows.map((row) => row['Invoice ID'])).toEqual(['inv_2', 'inv_1'])
    expect(rows[1]).toMatchObject({ Number: '1042', Total: '-12.3400000000000000001', Currency: 'EUR' })
  })

  test('has the exact balance of each pool of a customer in a row of its own', async () => {
    const { rows } = await exported('exportCustomers', { text: 'acme' })
    const acme = {
      'External customer ID': 'acme',
      Transactions: '3',
      'Balance as of (UTC)': '',
      'Balance as of (UTC day)': '',
      'Newest transaction (UTC)': '2027-01-02T00:00:00.000Z',
      'Newest transaction (UTC day)': '2027-01-02',
      ...SEEN,
    }
    expect(rows).toEqual([
      { ...acme, Unit: 'credits', Balance: '-5.10' },
      { ...acme, Unit: 'No unit', Balance: 'Unknown' },
    ])
  })

  test.each(['asc', 'desc'] as const)('has each row of many pages once, in the order %s', async (order) => {
    const file = await startExport('exportCustomers', { text: 'many-', order })
    const { rows, partial } = await file.rest()
    expect(partial).toBeNull()
    const ids = rows.map((row) => row['External customer ID'])
    const ascending = Array.from({ length: MANY }, (_, nth) => `many-${String(nth).padStart(4, '0')}`)
    expect(ids).toEqual(order === 'asc' ? ascending : ascending.toReversed())
    expect(file.content?.()).toEqual({ rows: MANY, isWhole: true })
  })

  test.each([
    ['desc', 'many-0001'],
    ['asc', 'many-0002'],
  ] as const)(
    'has a row once that is read again while the file is written, in the order %s by last read',
    async (order, id) => {
      const { db } = store()
      const file = await startExport('exportCustomers', { text: 'many-', sort: 'seen', order })
      const head = await file.next()
      const first = await file.next()
      const isRead = and(eq(seenObjects.source, 'exports'), eq(seenObjects.id, id))
      await db.update(seenObjects).set({ seenAt: '2027-02-01T00:00:00.000Z' }).where(isRead)
      const { rows, partial } = readCsv(
        Buffer.concat([head.value, first.value]).toString() + (await file.lines()).join('\r\n'),
      )
      await db.update(seenObjects).set({ seenAt: SEEN_AT }).where(isRead)
      expect([rows.length, new Set(rows.map((row) => row['External customer ID'])).size]).toEqual([MANY, MANY])
      expect([partial, file.content?.()]).toEqual([null, { rows: MANY, isWhole: true }])
    },
  )

  test('says that it ends early at CONSOLE_INDEX_ROWS rows', async () => {
    const before = settings().CONSOLE_INDEX_ROWS
    Object.assign(settings(), { CONSOLE_INDEX_ROWS: 1_200 })
    const file = await startExport('exportCustomers', { text: 'many-' })
    const { rows, partial } = await file.rest()
    Object.assign(settings(), { CONSOLE_INDEX_ROWS: before })
    expect(rows).toHaveLength(1_200)
    expect(partial).toMatch(/^Partial: 1,200 of an unknown number, because /)
    expect(file.content?.()).toMatchObject({ rows: 1_200, isWhole: false })
  })

  test('says that it is incomplete when the database fails meanwhile', async () => {
    const file = await startExport('exportCustomers', { text: 'many-' })
    const connect = vi.spyOn(store().db.$client, 'connect').mockRejectedValue(new Error('gone'))
    const { rows, partial } = await file.rest()
    connect.mockRestore()
    expect(rows).toHaveLength(1_000)
    expect(partial).toMatch(/^Partial: 1,000 of an unknown number, because the console or its database failed/)
  })

  test('has the form for Excel, and a name with its filters and its day', async () => {
    const file = await startExport('exportInvoices', { form: 'excel', text: 'inv_1', status: 'issued' })
    expect(file.fileName).toBe('invoices-Local_text-inv_1_status-issued_2027-01-31.csv')
    const [head = '', row] = await file.lines()
    expect(head).toMatch(
      /^\uFEFFInvoice ID;Number;Status;Lines;Beside the lines;Total;Credits and payments;Due;Sums by;Currency;/,
    )
    expect(row).toMatch(
      /^inv_1;1042;issued;-12,3400000000000000001;0;-12,3400000000000000001;0;-12,3400000000000000001;The lines;EUR;/,
    )
    const customers = await startExport('exportCustomers', { form: 'excel', text: 'acme' })
    expect((await customers.lines())[1]).toMatch(/^acme;3;credits;-5,10;/)
  })

  test('is in the activity with its filters', async () => {
    await exported('exportInvoices', { text: 'audited' })
    const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.action, 'exportInvoices'))
    const [intent, outcome] = entries.slice(-2)
    expect(JSON.parse(intent?.detail ?? '')).toEqual({ text: 'audited', sort: 'attention', order: 'desc' })
    expect(outcome).toMatchObject({ completes: intent?.sequence, outcome: 'done', detail: '{"rows":0}' })
  })
})
