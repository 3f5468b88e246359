import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { readExport } from '@/testing/console/read-csv'
import { plainEntries } from '@/testing/console/use-ledger-api'
import { useLedgerReading } from '@/testing/console/use-ledger-reading'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { workOnJobs } from '@/testing/console/work-on-jobs'
import { runOperation } from '@/lib/run-operation'
import { consoleStore } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import { ledgerReads } from '@/lib/store/ledger-schema'

useConsoleStore()
const reading = useLedgerReading()

/** Gives the ledger of `acme`, which has 18 left after 20 January 2026, and those of other customers. */
function useLedgers() {
  const { api, context, read } = reading()
  api.ledgers.set('acme', plainEntries(20))
  return {
    api,
    context,
    read,
    readOf: async (externalId: string) => {
      await runOperation('readLedger', context, { externalId })
      await workOnJobs(context.environment)
    },
    credits: (input: object) => runOperation('listCredits', context, { day: '2026-02-28', ...input }),
  }
}

test('adds up what customers had left at the end of a day, with the age of its blocks and a value', async () => {
  const { api, read, readOf, credits } = useLedgers()
  api.ledgers.set('beta', plainEntries(12))
  await read()
  await readOf('beta')
  const { sums, balances } = await credits({ price: '0.05' })
  expect(balances.map(({ externalId, balance, value }) => [externalId, balance, value])).toEqual([
    ['beta', '90', '4.5'],
    ['acme', '18', '0.9'],
  ])
  expect(sums).toMatchObject([
    { customers: 2, outstanding: '108', overdrawn: '0', value: '5.4', unknown: 0, broken: 0, byAge: { to90: '108' } },
  ])
  // On 5 January four entries of 9 were used of the grant of 90 of the first.
  expect((await credits({ day: '2026-01-05' })).sums).toMatchObject([{ outstanding: '108', byAge: { to30: '108' } }])
  expect((await credits({ day: '2025-12-31' })).sums).toMatchObject([{ customers: 2, outstanding: '0' }])
})

test('keeps nothing of a customer that the billing API does not know, or whose ledger is empty', async () => {
  const { api, context, readOf, credits } = useLedgers()
  api.ledgers.set('empty', [])
  expect(await problemOf(readOf('acmee'))).toMatchObject({ code: 'not_found' })
  await readOf('empty')
  const db = await consoleStore()
  const { source } = context.environment.index
  expect(await db.$count(ledgerReads, and(eq(ledgerReads.source, source), eq(ledgerReads.externalId, 'acmee')))).toBe(0)
  expect(await credits({})).toMatchObject({ customers: { known: 0, readWhole: 0 }, notRead: [], balances: [] })
})

test('names the ledgers that are in no sum, and why', async () => {
  const { api, context, read, readOf, credits } = useLedgers()
  await read()
  api.ledgers.set('half', plainEntries(500))
  api.meet = (page) => (page > 2 ? 403 : undefined)
  await readOf('half')
  api.meet = () => undefined
  api.ledgers.set('seen', plainEntries(3))
  await runOperation('listTransactions', context, { externalId: 'seen' })
  await context.environment.index.written()
  const { balances, notRead, notReadCount, customers } = await credits({})
  expect(balances.map(({ externalId }) => externalId)).toEqual(['acme'])
  expect(notRead.map(({ externalId, reason }) => [externalId, reason])).toEqual([
    ['half', 'partial'],
    ['seen', 'never'],
  ])
  expect(notReadCount).toBe(2)
  expect(customers).toEqual({ known: 3, readWhole: 1 })
  const later = { ...context, now: () => new Date(Date.now() + 3 * 86_400_000) }
  const yesterday = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const ofLater = await runOperation('listCredits', later, { day: yesterday })
  expect(ofLater.balances).toEqual([])
  expect(ofLater.notRead).toContainEqual(expect.objectContaining({ externalId: 'acme', reason: 'before' }))
})

test('knows no balance where deductions have positive amounts, and counts the gaps between balances, whatever the day', async () => {
  const { api, readOf, credits } = useLedgers()
  api.ledgers.set(
    'unsigned',
    plainEntries(30, (index) => ({ amount: index % 10 === 0 ? 90 : 9, previousBalance: null, newBalance: null })),
  )
  api.ledgers.set(
    'broken',
    plainEntries(30, (index) => (index === 4 ? { newBalance: 1 } : {})),
  )
  await readOf('unsigned')
  await readOf('broken')
  const { sums, balances } = await credits({ price: '2' })
  expect(balances.find(({ externalId }) => externalId === 'unsigned')).toMatchObject({
    balance: null,
    byAge: null,
    value: null,
  })
  expect(sums).toMatchObject([{ customers: 2, unknown: 1, broken: 1 }])
  const gapsAt = async (day: string) =>
    (await credits({ day })).balances
      .map(({ externalId, gaps }) => [externalId, gaps])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
  // The wrong balance is of the second day.
  for (const day of ['2026-01-01', '2026-02-10'])
    expect(await gapsAt(day)).toEqual([
      ['broken', 2],
      ['unsigned', 0],
    ])
})

test('gives no value while several pools are shown, because a price is of one', async () => {
  const { api, read, readOf, credits } = useLedgers()
  const other = { id: 'blk_other', customPricingUnitId: 'unit_other', customPricingUnit: { displayName: 'Minutes' } }
  api.ledgers.set(
    'minutes',
    plainEntries(1, () => ({ allocationBlockId: other.id, allocationBlock: other })),
  )
  await read()
  await readOf('minutes')
  const { sums } = await credits({ price: '2' })
  expect(sums.map(({ value }) => value)).toEqual([null, null])
  const one = await credits({ price: '2', pool: 'id:unit_other' })
  expect(one.sums).toMatchObject([{ outstanding: '90', value: '180' }])
})

test('adds up a pool whose unit has spaces around its name', async () => {
  const { api, read, credits } = useLedgers()
  api.ledgers.set(
    'acme',
    plainEntries(1, () => ({
      allocationBlockId: 'blk_1',
      allocationBlock: { id: 'blk_1', customPricingUnit: { displayName: ' AI credits ' } },
    })),
  )
  await read()
  expect((await credits({ pool: 'name: AI credits ' })).sums).toMatchObject([{ outstanding: '90' }])
})

test('refuses a day that is not over', async () => {
  const { credits } = useLedgers()
  const today = new Date().toISOString().slice(0, 10)
  for (const day of [today, '9999-12-31'])
    expect(await problemOf(credits({ day }))).toMatchObject({ code: 'invalid_request' })
})

test('adds ages up to what is outstanding, without the balances below zero', async () => {
  const { api, read, readOf, credits } = useLedgers()
  // Nine uses of 9 a grant of 90, then 100 more are used.
  api.ledgers.set(
    'overdrawn',
    plainEntries(10, (index) => ({
      ...(index === 9 && { amount: -100 }),
      previousBalance: null,
      newBalance: null,
    })),
  )
  await read()
  await readOf('overdrawn')
  const [sum] = (await credits({})).sums
  expect(sum).toMatchObject({ customers: 2, outstanding: '18', overdrawn: expect.stringMatching(/^-/) })
  const ofAges = Object.values(sum?.byAge ?? {}).reduce((total, part) => total + Number(part), 0)
  expect(ofAges).toBe(18)
})

test('says when there are more ledgers, or more that were never read, than it adds up', async () => {
  const { context, read, credits } = useLedgers()
  await read()
  const { source } = context.environment.index
  const db = await consoleStore()
  expect(await credits({})).toMatchObject({ hasMore: false, hasMoreNotRead: false })
  const values = Array.from({ length: 2_001 }, (_, nth) => ({
    source,
    kind: 'customer' as const,
    id: `never-${nth}`,
    seenAt: context.now().toISOString(),
    row: {},
  }))
  await db.insert(seenObjects).values(values)
  expect(await credits({})).toMatchObject({ hasMore: false, hasMoreNotRead: true, notReadCount: 2_000 })
  await db.delete(seenObjects).where(eq(seenObjects.source, source))
  const [known] = await db.select().from(ledgerReads).where(eq(ledgerReads.source, source))
  if (!known) throw new Error('nothing was read')
  const { id: _, ...copied } = known
  await db.insert(ledgerReads).values(values.map(({ id }) => ({ ...copied, externalId: id })))
  expect(await credits({})).toMatchObject({ hasMore: true, hasMoreNotRead: false })
  const { partial } = await readExport(await runOperation('exportCredits', context, { day: '2026-02-28' }))
  expect(partial).toContain('2000 ledgers')
})

test('the file has all balances, and a row for each ledger that is in no sum', async () => {
  const { api, context, read, readOf } = useLedgers()
  await read()
  api.ledgers.set('half', plainEntries(500))
  api.meet = (page) => (page > 2 ? 403 : undefined)
  await readOf('half')
  const input = { day: '2026-02-28', price: '0.05' }
  const { rows, partial } = await readExport(await runOperation('exportCredits', context, input))
  expect(partial).toBe(null)
  expect(rows).toMatchObject([
    {
      Customer: 'acme',
      'Day (UTC)': '2026-02-28',
      Balance: '18',
      '31–90 days': '18',
      Value: '0.9',
      'Not added up': '',
    },
    { Customer: 'half', Balance: '', 'Not added up': 'Ledger read in part' },
  ])
})
