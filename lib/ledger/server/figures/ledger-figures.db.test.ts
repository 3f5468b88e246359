import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Download } from '@/lib/core/download'
import { problemOf } from '@/testing/console/problem-of'
import { readCsv } from '@/testing/console/read-csv'
import { printedText } from '@/testing/console/printed-text'
import { plainEntries } from '@/testing/console/use-ledger-api'
import { useLedgerReading } from '@/testing/console/use-ledger-reading'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { sumOf } from '@/lib/money/decimal'
import { runOperation } from '@/lib/run-operation'
import { ledgerReads } from '@/lib/store/ledger-schema'

const store = useConsoleStore()
const reading = useLedgerReading()

async function bytesOf({ bytes }: Download): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (let step = await bytes.next(); step.done !== true; step = await bytes.next()) parts.push(step.value)
  return Buffer.concat(parts)
}

test('explains no day that is still to come, so that the current month is complete', async () => {
  const { send, read, explain } = reading()
  send(30)
  await read()
  const today = new Date().toISOString().slice(0, 10)
  expect(await explain('2026-01-01', '2999-12-31')).toMatchObject({ from: '2026-01-01', to: today, isComplete: true })
})

test('is not complete for days after the one on which the ledger was read', async () => {
  const { send, read, explain } = reading()
  send(30)
  await read()
  await store()
    .db.update(ledgerReads)
    .set({ asOf: '2026-02-03T09:00:00.000Z' })
    .where(eq(ledgerReads.externalId, 'acme'))
  expect(await explain('2026-01-01', '2026-02-03')).toMatchObject({ isComplete: true })
  expect(await explain('2026-01-01', '2026-02-04')).toMatchObject({
    isComplete: false,
    asOf: '2026-02-03T09:00:00.000Z',
  })
})

test('says of each pool that a transaction without an allocation block may belong to it, from its day on', async () => {
  const { send, read, explain } = reading()
  // The third day has the ninth transaction.
  send(30, (index) => (index === 8 ? { allocationBlockId: null, allocationBlock: null } : {}))
  expect(await read()).toMatchObject({ breakCount: 0, unplacedEntries: 1 })
  const ofPools = async (from: string, to: string) => (await explain(from, to)).pools.map((each) => each.hasUnplaced)
  expect(await ofPools('2026-01-01', '2026-01-02')).toEqual([false, false])
  expect(await ofPools('2026-01-02', '2026-01-03')).toEqual([true, true])
  expect(await ofPools('2026-01-05', '2026-01-06')).toEqual([true, true])
})

test('explains a change to the last digit, by billable and block', async () => {
  const { send, read, explain } = reading()
  send(100, (index) => (index === 19 ? { type: 'expiration', billable: null } : {}))
  await read()
  const { pools } = await explain('2026-01-03', '2026-01-05')
  expect(pools).toHaveLength(1)
  expect(pools[0]).toMatchObject({
    basis: 'balances',
    opening: '27',
    closing: '18',
    unexplained: '0',
    isUnitShared: false,
    largest: { kind: 'added', amount: '90', entries: 1 },
  })
  const pool = pools[0]?.pool.key
  expect((await explain('2026-01-03', '2026-01-05', pool)).pools).toEqual(pools)
  expect((await explain('2026-01-03', '2026-01-05', `not ${pool}`)).pools).toEqual([])
  expect(
    pools[0]?.parts.map(({ kind, amount, entries, billableName, blockId, invoice }) => ({
      kind,
      amount,
      entries,
      billableName,
      blockId,
      invoice,
    })),
  ).toEqual([
    { kind: 'added', amount: '90', entries: 1, billableName: null, blockId: null, invoice: null },
    { kind: 'used', amount: '-90', entries: 10, billableName: 'Completions', blockId: null, invoice: null },
    {
      kind: 'expired',
      amount: '-9',
      entries: 1,
      billableName: null,
      blockId: 'blk_1',
      invoice: { id: 'inv_1', number: '1001' },
    },
  ])
})

/** Entries of one pool: 10 are used on 1 January, 20 on 5 January. */
const twoUses = (change: (index: number) => object) =>
  plainEntries(2, (index) => ({
    type: 'usage',
    createdAt: `2026-01-0${index === 0 ? 1 : 5}T00:00:00.000Z`,
    amount: index === 0 ? -10 : -20,
    previousBalance: null,
    newBalance: null,
    ...change(index),
  }))

test.each<[string, (index: number) => object]>([
  ['the first balance is of a later day', (index) => (index === 1 ? { previousBalance: 190, newBalance: 170 } : {})],
  ['only balances after are sent', (index) => ({ newBalance: index === 0 ? 190 : 170 })],
])('counts days back from the first stored balance, not from 0, when %s', async (_, change) => {
  const { api, read, explain, months, credits } = reading()
  api.ledgers.set('acme', twoUses(change))
  await read()
  const of = async (from: string, to: string) => {
    const { pools } = await explain(from, to)
    return pools.map(({ basis, opening, closing, unexplained }) => [basis, opening, closing, unexplained])
  }
  expect(await of('2026-01-01', '2026-01-01')).toEqual([['balances', '200', '190', '0']])
  expect(await of('2026-01-02', '2026-01-03')).toEqual([['balances', '190', '190', '0']])
  expect(await of('2026-01-05', '2026-01-05')).toEqual([['balances', '190', '170', '0']])
  expect((await months()).months.at(-1)).toMatchObject({ opening: '200', closing: '170', unexplained: '0' })
  for (const [day, balance] of Object.entries({ '2025-12-31': '200', '2026-01-03': '190', '2026-01-05': '170' }))
    expect((await credits(day)).balances).toMatchObject([{ basis: 'balances', balance }])
})

test('counts the entries before a day and on it, where their order tells its place', async () => {
  const { api, send, read, explain, cancelAt } = reading()
  // Four entries a day.
  send(5_000)
  await cancelAt(20)
  expect((await explain('2026-01-03', '2026-01-03')).place).toBeNull()
  api.meet = () => undefined
  await read()
  expect((await explain('2026-01-03', '2026-01-03')).place).toEqual({ before: 8, within: 4 })
  expect((await explain('2025-01-03', '2025-01-03')).place).toEqual({ before: 0, within: 0 })
  expect((await explain('2999-01-03', '2999-01-03')).place).toEqual({ before: 5_000, within: 0 })
  for (const odd of [{ createdAt: 'soon' }, { createdAt: '2025-12-31T00:00:00Z' }]) {
    send(40, (index) => (index === 20 ? odd : {}))
    await read(true)
    expect((await explain('2026-01-03', '2026-01-03')).place).toBeNull()
  }
})

test('is a sum of amounts when all stored balances are ambiguous', async () => {
  const { send, read, explain, credits } = reading()
  const createdAt = '2026-01-01T00:00:00.000Z'
  send(2, (index) => ({
    createdAt,
    type: index === 0 ? 'manualAddition' : 'manualDeduction',
    amount: index === 0 ? 10 : -10,
    previousBalance: index === 0 ? 100 : 110,
    newBalance: index === 0 ? 110 : 100,
  }))
  expect(await read()).toMatchObject({ breakCount: 0 })
  expect((await explain('2026-01-01', '2026-01-02')).pools).toMatchObject([{ basis: 'amounts', closing: '0' }])
  expect((await credits('2026-02-28')).balances).toMatchObject([{ basis: 'amounts', balance: '0' }])
})

test('marks the parts whose sum hides a reversal', async () => {
  const { send, read, explain } = reading()
  const amounts = [100, -40, -5, -5]
  send(4, (index) => ({
    type: index < 2 ? 'planAllocation' : 'usage',
    amount: amounts[index],
    previousBalance: [0, 100, 60, 55][index],
    newBalance: [100, 60, 55, 50][index],
  }))
  await read()
  const { pools } = await explain('2026-01-01', '2026-01-02')
  expect(pools[0]?.parts.map(({ kind, amount, hasBothSigns }) => [kind, amount, hasBothSigns])).toEqual([
    ['added', '60', true],
    ['used', '-10', false],
  ])
})

test('lists the hundred largest parts of a kind, and adds up the others', async () => {
  const { send, read, explain } = reading()
  send(150, (index) => ({
    type: 'usage',
    amount: -1 - index,
    billable: { id: `bil_${index}`, name: 'Calls' },
  }))
  await read()
  const [pool] = (await explain('2026-01-01', '2026-12-31')).pools
  const parts = pool?.parts ?? []
  expect(parts.slice(0, 100).map(({ billableId }) => billableId)).toEqual(
    Array.from({ length: 100 }, (_, nth) => `bil_${149 - nth}`),
  )
  expect(parts.slice(100)).toEqual([
    {
      kind: 'used',
      type: 'usage',
      billableId: null,
      billableName: null,
      blockId: null,
      invoice: null,
      amount: String((-50 * 51) / 2),
      hasBothSigns: false,
      entries: 50,
      from: '2026-01-01',
      to: '2026-01-13',
    },
  ])
})

test('shows the largest fall only for a complete read without breaks', async () => {
  const { api, send, read, cancelAt, chart, explain } = reading()
  const falls = async () => (await chart()).charts.map(({ gaps, largestDrop }) => [gaps, largestDrop?.by ?? null])
  send(5_000)
  await cancelAt(20)
  expect(await falls()).toEqual([[0, null]])
  api.meet = () => undefined
  await read()
  expect(await falls()).toEqual([[0, '9']])
  send(5_000, (index) => (index === 123 ? { newBalance: 1_000_000 } : {}))
  await read(true)
  expect(await falls()).toEqual([[2, null]])
  expect((await explain('2026-01-01', '2026-01-02')).pools).toMatchObject([{ gaps: 2 }])
})

test('months are files with the verdict and the time of the data, and the same sums give the same bytes', async () => {
  const { send, context, read } = reading()
  send(480)
  const of = { externalId: 'acme' }
  expect(await problemOf(runOperation('exportLedgerMonths', context, of))).toMatchObject({ code: 'not_found' })
  const { asOf } = await read()
  const csv = await bytesOf(await runOperation('exportLedgerMonths', context, of))
  expect(csv).toEqual(await bytesOf(await runOperation('exportLedgerMonths', context, of)))
  const rows = readCsv(csv.toString()).rows.filter(({ Transactions }) => Transactions !== '0')
  expect(rows).toHaveLength(4)
  expect(rows[3]).toMatchObject({
    'Month (UTC)': '2026-01',
    Opening: '0',
    Added: '1170',
    Used: '-999',
    Closing: '171',
    'Month is over': 'yes',
    Integrity: 'All 480 transactions agree',
    'As of (UTC)': asOf,
    'As of (UTC day)': asOf?.slice(0, 10),
  })
  const excel = await runOperation('exportLedgerMonths', context, { ...of, form: 'excel' })
  expect(excel.fileName).toBe(`months-acme_${asOf?.slice(0, 10)}.csv`)
  const lines = (await bytesOf(excel)).toString().split('\r\n')
  expect(lines.find((line) => line.includes('2026-01'))).toMatch(/^"\t2026-01";AI credits;.*;0;1170;-999;/)
  const printed = await runOperation('printMonths', context, of)
  expect(printed.fileName).toBe(`months-acme_${asOf?.slice(0, 10)}`)
  expect(printedText(printed)).toMatch(
    /^Months of acme\nAs of .* \(UTC\) · months are UTC · not revenue\nAll 480 transactions agree\nMonths\n/,
  )
  expect(printedText(printed)).toContain('2026-01\n0.00\n1,170.00\n−999.00\n')
})

test('has every pool with its last balance, its chart and its months up to today, also one without a recent entry', async () => {
  const { api, context, index, read, chart, months } = reading()
  const quiet = { id: 'unit_2', displayName: 'GPU minutes' }
  api.ledgers.set('acme', [
    {
      ...plainEntries(1)[0],
      id: 'txn_quiet',
      createdAt: '2025-11-03T00:00:00Z',
      amount: 40,
      previousBalance: 0,
      newBalance: 40,
      allocationBlockId: 'blk_quiet',
      allocationBlock: { id: 'blk_quiet', customPricingUnitId: quiet.id, customPricingUnit: quiet },
    },
    ...plainEntries(900),
  ])
  const { balances, asOf } = await read()
  expect(balances.map(({ pool, balance, at }) => [pool.unitName, balance, at?.slice(0, 10)])).toEqual([
    ['GPU minutes', '40', '2025-11-03'],
    ['AI credits', '810', expect.stringMatching(/^2026-/)],
  ])
  expect((await chart('90d')).charts.map(({ pool, balance }) => [pool.unitName, balance])).toEqual([
    ['GPU minutes', '40'],
    ['AI credits', '810'],
  ])
  await runOperation('listTransactions', context, { externalId: 'acme', page: 1, pageSize: 100, order: 'desc' })
  await index.written()
  const [listed] = (await runOperation('listCustomers', context, {})).rows
  expect(listed?.balances).toEqual([
    { unit: 'AI credits', balance: '810', asOf: null },
    { unit: 'GPU minutes', balance: '40', asOf },
  ])
  const { rows } = readCsv((await bytesOf(await runOperation('exportCustomers', context, {}))).toString())
  expect(rows.map((row) => [row['Unit'], row['Balance'], row['Balance as of (UTC)']])).toEqual([
    ['AI credits', '810', ''],
    ['GPU minutes', '40', asOf],
  ])
  const today = asOf?.slice(0, 7)
  const ofToday = (await months()).months.filter(({ month }) => month === today)
  expect(ofToday.map(({ pool, opening, closing, entries }) => [pool.unitName, opening, closing, entries])).toEqual([
    ['GPU minutes', '40', '40', 0],
    ['AI credits', '810', '810', 0],
  ])
})

test('lists no balance of a pool in which the whole ledger has breaks', async () => {
  const { send, context, index, read } = reading()
  send(300, (place) => (place === 50 ? { newBalance: 1 } : {}))
  await runOperation('listTransactions', context, { externalId: 'acme', page: 1, pageSize: 100, order: 'desc' })
  await index.written()
  const balances = async () => (await runOperation('listCustomers', context, {})).rows[0]?.balances
  expect(await balances()).toMatchObject([{ unit: 'AI credits', balance: expect.any(String) }])
  expect((await read()).breakCount).toBe(2)
  expect(await balances()).toEqual([{ unit: 'AI credits', balance: null, asOf: null }])
})

test('says how far it was read, and offers no file, until the whole ledger was read', async () => {
  const { api, send, context, read, cancelAt, get, months, blocks, explain, granted } = reading()
  send(5_000)
  await cancelAt(20)
  const { entries, soFar } = await get()
  expect(soFar).toEqual({ page: Math.ceil(entries / 100), pages: 50 })
  const { blocks: ofInvoice } = await granted('inv_0')
  for (const figures of [await months(), await blocks(), await explain('2026-01-01', '2026-01-02'), ofInvoice[0]])
    expect(figures).toMatchObject({ soFar })
  const of = { externalId: 'acme' }
  for (const operation of ['exportLedgerMonths', 'printMonths'] as const)
    expect(await problemOf(runOperation(operation, context, of))).toMatchObject({ code: 'not_found' })
  api.meet = () => undefined
  await read()
  for (const figures of [await get(), await months(), await blocks(), await explain('2026-01-01', '2026-01-02')])
    expect(figures).toMatchObject({ soFar: null })
})

test('names each break in the exported months', async () => {
  const { send, context, read } = reading()
  send(480, (index) => {
    if (index === 123) return { newBalance: 1_000_000 }
    return index === 455 ? { amount: 'twelve', createdAt: 'soon' } : {}
  })
  const { breaks } = await read()
  const of = { externalId: 'acme' }
  const named = [
    ['txn_123', '2', breaks[0]?.createdAt, 'Balance after isn’t balance before plus amount'],
    ['txn_124', '2', breaks[1]?.createdAt, 'Balance before isn’t what the previous transaction left'],
    ['txn_455', '5', '', 'Amount or date can’t be read'],
  ]
  const months = readCsv((await bytesOf(await runOperation('exportLedgerMonths', context, of))).toString()).rows
  expect(
    months
      .filter((row) => row['Break'] !== '')
      .map((row) => ['Transaction ID', 'Page of 100, oldest first', 'Created (UTC)', 'Break'].map((name) => row[name])),
  ).toEqual(named)
  expect(months.find((row) => row['Transaction ID'] === 'txn_123')).toMatchObject({
    'Month (UTC)': '2026-01',
    Opening: '',
  })

  const text = printedText(await runOperation('printMonths', context, of))
  expect(text).toContain('3 breaks\nTransaction\nPage\n')
  for (const [id = ''] of named) expect(text).toContain(id)
})

test('shows what became of a block, from the ledger and from the invoice that granted it', async () => {
  const { send, read, blocks, granted } = reading()
  send(35)
  await read()
  const { blocks: all, count } = await blocks()
  expect(count).toBe(4)
  expect(all[0]).toMatchObject({ blockId: 'blk_3', parts: { added: '90' }, left: '54', planName: 'Scale' })
  expect(all.at(-1)).toMatchObject({
    blockId: 'blk_0',
    parts: { added: '90', used: '-81', expired: '0', adjusted: '0', other: '0' },
    used: [{ billableId: 'bil_1', billableName: 'Completions', amount: '-81' }],
    left: '9',
    grantedAt: '2026-01-01',
    firstUse: '2026-01-01',
    lastUse: '2026-01-03',
    invoice: { id: 'inv_0', number: '1000' },
  })
  expect((await granted('inv_0')).blocks).toMatchObject([{ blockId: 'blk_0', externalId: 'acme' }])
  expect((await granted('inv_none')).blocks).toEqual([])
})

test('sorts every type into the same groups in months, blocks and explanations', async () => {
  const { send, read, months, blocks, explain } = reading()
  const types = ['planAllocation', 'usage', 'usageReversal', 'manualAddition', 'manualDeduction', 'usage']
  send(6, (index) => ({
    type: types[index],
    // The last is a positive correction of usage.
    amount: [90, -9, 4, 2, -1, 3][index],
    previousBalance: [0, 90, 81, 85, 87, 86][index],
    newBalance: [90, 81, 85, 87, 86, 89][index],
    allocationBlockId: 'blk_0',
  }))
  await read()
  const parts = { added: '90', used: '-6', expired: '0', adjusted: '1', other: '4' }
  const month = (await months()).months.at(-1)
  const [block] = (await blocks()).blocks
  const [pool] = (await explain('2026-01-01', '2026-01-31')).pools
  const explained = Object.keys(parts).map((kind) => [
    kind,
    sumOf((pool?.parts ?? []).filter((part) => part.kind === kind).map(({ amount }) => amount)).toFixed(),
  ])
  expect([month?.parts, block?.parts, Object.fromEntries(explained)]).toEqual([parts, parts, parts])
  expect(block).toMatchObject({ used: [{ amount: '-6' }], left: '89' })
})

test('filters the whole ledger and reads only pages that hold matches, the newest first', async () => {
  const { api, send, read, filter } = reading()
  send(1_000, (index) => (index === 50 || index === 730 ? { type: 'expiration' } : {}))
  await read()
  api.requested.length = 0
  const found = await filter({ type: 'expiration' })
  expect(found.results.map(({ id }) => id)).toEqual(['txn_730', 'txn_50'])
  expect(found).toMatchObject({ sums: [{ entries: 2, amount: '180' }], nextBeforePage: null, pagesLeft: 0 })
  expect(api.requested).toEqual([8, 1])
  const part = await filter({ type: 'usage' })
  expect(part.results.length).toBeGreaterThanOrEqual(100)
  expect(part).toMatchObject({ pagesRead: 2, pagesLeft: 8, nextBeforePage: 9 })
  const rest = await filter({ type: 'usage', beforePage: part.nextBeforePage })
  expect(rest.pagesLeft).toBe(6)
  expect((await filter({ amountFrom: '80', idContains: 'TXN_50' })).sums).toBeNull()
})

test('takes a positive deduction for a correction where the stored balances show that it was added', async () => {
  const { send, read, explain } = reading()
  send(30, (index) => (index === 10 ? { type: 'usage' } : {}))
  await read()
  const { pools } = await explain('2026-01-01', '2026-02-01')
  expect(pools).toMatchObject([{ basis: 'balances', unexplained: '0' }])
})

test('calculates no balance when deductions have positive amounts', async () => {
  const { send, read, explain, chart, months, blocks } = reading()
  send(30, (index) => ({ amount: index % 10 === 0 ? 90 : 9, previousBalance: null, newBalance: null }))
  await read()
  expect((await explain('2026-01-01', '2026-02-01')).pools).toMatchObject([
    { basis: 'unsigned', opening: null, closing: null },
  ])
  expect((await chart()).charts).toMatchObject([{ basis: 'unsigned', line: '', points: [] }])
  expect((await months()).months.at(-1)).toMatchObject({ opening: null, parts: { used: '243' }, closing: null })
  expect((await blocks()).blocks.map(({ left, parts, used }) => [left, parts, used])).toEqual([
    [null, null, null],
    [null, null, null],
    [null, null, null],
  ])
})

test.each([
  ['lists entries out of order, and says that they are', plainEntries(20).toReversed(), true],
  ['stores no balances', plainEntries(20, () => ({ previousBalance: null, newBalance: null })), false],
])('adds amounts up where the API %s', async (_, entries, isBroken) => {
  const { api, read, chart } = reading()
  api.ledgers.set('acme', entries)
  expect((await read()).breaks.some(({ kind }) => kind === 'order')).toBe(isBroken)
  const [pool] = (await chart()).charts
  expect([pool?.basis, pool?.points.at(-1)?.balance]).toEqual(['amounts', '18'])
})

test('draws each day of up to 400 days, and each month of more', async () => {
  const { api, send, read, chart } = reading()
  send(30)
  const drawnOn = async (today: string) => {
    api.clock = () => new Date(`${today}T12:00:00.000Z`)
    await read(true)
    const { from, to, isByMonth, charts } = await chart()
    return { from, to, isByMonth, last: charts[0]?.points.at(-1)?.day }
  }
  const from = '2026-01-01'
  expect(await drawnOn('2027-02-04')).toEqual({ from, to: '2027-02-04', isByMonth: false, last: '2026-01-08' })
  expect(await drawnOn('2027-02-05')).toEqual({ from, to: '2027-02-05', isByMonth: true, last: '2026-01-01' })
})

/** A pool of 18 on 5 January at noon, when it is read, with an expiration and a grant that are dated later. */
function useUpcoming() {
  const set = reading()
  const [grant] = plainEntries(1)
  const [use] = plainEntries(20).slice(-1)
  if (!grant || !use) throw new Error('No entries')
  const expiration = { type: 'expiration', billable: null, amount: -9, previousBalance: 18, newBalance: 9 }
  set.api.ledgers.set('acme', [
    ...plainEntries(20),
    { ...use, ...expiration, id: 'txn_expires', createdAt: '2026-01-05T20:00:00.000Z' },
    { ...grant, id: 'txn_later', createdAt: '2026-02-01T00:00:00.000Z', previousBalance: 9, newBalance: 99 },
  ])
  set.api.clock = () => new Date('2026-01-05T12:00:00.000Z')
  return set
}

test('ends balance, chart, month, blocks and explanation at the read, and names what expires after it', async () => {
  const { read, chart, months, blocks, explain } = useUpcoming()
  expect((await read()).balances).toMatchObject([{ balance: '18' }])
  const { charts, to } = await chart()
  expect([to, charts]).toMatchObject([
    '2026-01-05',
    [{ balance: '18', upcoming: { expiring: [{ day: '2026-01-05', amount: '9' }], others: 1 } }],
  ])
  expect((await months()).months).toMatchObject([{ month: '2026-01', closing: '18', parts: { expired: '0' } }])
  expect((await blocks()).blocks.map(({ blockId, left, expiring }) => [blockId, left, expiring])).toEqual([
    ['blk_1', '9', { day: '2026-01-05', amount: '9' }],
    ['blk_0', '9', null],
  ])
  expect((await explain('2026-01-05', '2026-03-01')).pools).toMatchObject([{ closing: '18', unexplained: '0' }])
})

test('says how much of a balance is in no block, and counts a block below zero in every sum', async () => {
  const { send, context, read, blocks } = reading()
  const unit = { customPricingUnitId: 'unit_1', customPricingUnit: { displayName: 'AI credits' } }
  const inBlock0 = { allocationBlockId: 'blk_0', allocationBlock: { id: 'blk_0', ...unit } }
  const inNoBlock = { allocationBlockId: null, allocationBlock: unit }
  send(20, (index) => (index === 11 || index === 12 ? inBlock0 : index === 19 ? inNoBlock : {}))
  await read()
  const { blocks: listed, rests } = await blocks()
  expect(listed.map(({ blockId, left }) => [blockId, left])).toEqual([
    ['blk_1', '36'],
    ['blk_0', '-9'],
  ])
  expect(rests).toMatchObject([{ left: '27', balance: '18', rest: '-9' }])
  const { balances } = await runOperation('listCredits', context, { day: '2026-02-28' })
  expect(balances).toMatchObject([{ balance: '18', byAge: { to90: '27', other: '-9' } }])
})
