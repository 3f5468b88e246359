import { Big } from 'big.js'
import { expect, test } from 'vitest'
import { generatedInvoice } from '@/testing/console/generated-invoices'
import { invoiceFile } from '@/testing/console/invoice-file'
import { printedText } from '@/testing/console/printed-text'
import { readCsv } from '@/testing/console/read-csv'
import { seededRandom } from '@/testing/console/seeded-random'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { type ChainSums, invoiceChain } from '../invoice-chain'
import { formatMoney } from '@/lib/money/amount'
import { invoiceRow } from '@/lib/objects/server/seen-rows'
import { runOperation } from '@/lib/run-operation'
import { seenObjects } from '@/lib/store/index-schema'

const store = useConsoleStore()
const SEEN_AT = '2026-05-02T12:00:00.000Z'

const context = (source: string) => indexContext(source, { now: () => new Date(SEEN_AT) })

const NAMES = ['lines', 'beside', 'total', 'settled', 'due'] as const
const CSV_NAMES = ['Lines', 'Beside the lines', 'Total', 'Credits and payments', 'Due']
/** Returns the sums as text, empty for what is due of invoices that are not charged. */
const plain = (chain: ChainSums) => NAMES.map((name) => (chain[name] === null ? '' : new Big(chain[name]).toFixed()))
const addUp = (chains: readonly (readonly string[])[]) =>
  NAMES.map((_, nth) => {
    const amounts = chains.flatMap((chain) => chain[nth] || [])
    return amounts.length === 0 ? '' : amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)).toFixed()
  })

function expectChain(
  [lines = '', beside = '', total = '', settled = '', due = '']: readonly string[],
  isCharged = true,
) {
  expect(new Big(lines).plus(beside).toFixed()).toBe(total)
  expect([settled !== '', due !== '']).toEqual([isCharged, isCharged])
  expect(due).toBe(isCharged ? new Big(total).minus(settled).toFixed() : '')
}

/** Returns the head of an invoice with these lines: sums of the API, some of them wrong or without an amount due. */
function headOf(random: ReturnType<typeof seededRandom>, lines: Big) {
  const tax = lines.times('0.19').round(2)
  const total = lines.plus(tax)
  const paid = new Big(random.integer(1_000)).div(100)
  return random.of<object>([
    {},
    { total: total.toFixed(), tax: tax.toFixed() },
    { total: total.toFixed(), tax: tax.toFixed(), amountPaid: paid.toFixed(), amountDue: total.minus(paid).toFixed() },
    { total: lines.plus(123).toFixed() },
    { amountPaid: paid.toFixed() },
  ])
}

test('the chain of generated invoices is the same, and adds up, on the page, in lists, CSV, sums and on paper', async () => {
  const random = seededRandom(7)
  const [seen, subscriptionId] = [{ source: 'chain', seenAt: SEEN_AT }, 'sub_chain']
  const views = Array.from({ length: 60 }, (_, seed) => {
    const { lines } = generatedInvoice(seed)
    const sum = lines.reduce((all, { amount }) => all.plus(amount), new Big(0))
    const head = { ...headOf(random, sum), status: random.of(['issued', 'paid', 'overdue', 'void']) }
    return invoiceFile(lines, { ...head, id: `inv_${seed}`, subscriptionId, issueDate: '2026-03-09T00:00:00.000Z' })
      .invoice
  })
  await store()
    .db.insert(seenObjects)
    .values([
      { ...seen, kind: 'subscription', id: subscriptionId, row: { currency: 'USD' } },
      ...views.map((view) => invoiceRow(seen, view)),
    ])
  const chains = new Map(views.map((view) => [view.id, invoiceChain(view)]))

  const { rows } = await runOperation('listInvoices', context('chain'), { issued: '2026-03', pageSize: 100 })
  expect(rows).toHaveLength(views.length)
  for (const { id, chain, total, status } of rows) {
    expect({ id, chain }).toEqual({ id, chain: chains.get(id) })
    expect(total).toBe(chain?.total)
    if (chain) expectChain(plain(chain), status !== 'void')
  }

  const { bytes } = await runOperation('exportInvoices', context('chain'), { issued: '2026-03' })
  const pieces: Uint8Array[] = []
  for (let step = await bytes.next(); !step.done; step = await bytes.next()) pieces.push(step.value)
  const file = readCsv(Buffer.concat(pieces).toString())
  for (const row of file.rows) {
    const known = chains.get(row['Invoice ID'] ?? '')
    expect(CSV_NAMES.map((name) => row[name])).toEqual(known && plain(known))
  }
  expect(file.rows).toHaveLength(views.length)

  const { chains: sums, byStatus } = await runOperation('sumInvoices', context('chain'), { issued: '2026-03' })
  const chainsOf = (isCharged: boolean) =>
    rows.flatMap(({ chain, status }) => (chain && (status !== 'void') === isCharged ? [plain(chain)] : []))
  const month = sums.map(({ isCharged, chain }) => ({ isCharged, chain: chain && plain(chain) }))
  expect(month).toEqual([true, false].map((isCharged) => ({ isCharged, chain: addUp(chainsOf(isCharged)) })))
  for (const { isCharged, chain } of month) expectChain(chain ?? [], isCharged)
  const ofStatuses = byStatus.flatMap(({ chain }) => (chain ? [plain(chain)] : []))
  expect(addUp(ofStatuses)).toEqual(addUp(month.map(({ chain }) => chain ?? [])))
  const unclear = rows.filter(({ chain }) => chain?.basis === 'unclear').length
  expect(sums.reduce((count, sum) => count + sum.unclear, 0)).toBe(unclear)
  expect(unclear).toBeGreaterThan(0)

  const text = printedText(await runOperation('printInvoiceMonth', context('chain'), { issued: '2026-03' })).split('\n')
  const charged = text.indexOf('Charged')
  const printed = text.slice(charged + 2, charged + 8).filter((line) => /^−?\$/.test(line))
  expect(printed).toEqual(addUp(chainsOf(true)).map((amount) => formatMoney(amount, 'USD')))
})

test('a month on paper names what is missing: unknown totals and currencies, subscriptions and ledgers', async () => {
  const seen = { source: 'month', seenAt: SEEN_AT }
  const invoice = {
    ...seen,
    kind: 'invoice' as const,
    status: 'issued',
    subscriptionId: 'sub_usd',
    at: '2026-03-20T00:00:00.000Z',
  }
  const march = { issueDate: '2026-03-31T23:59:59.999Z' }
  const subscription = { ...seen, kind: 'subscription' as const, status: 'active', name: 'Scale' }
  const row = { currency: 'USD', startDate: '2026-01-01T00:00:00.000Z' }
  const year = { periodStart: '2026-01-01T00:00:00.000Z', periodEnd: '2027-01-01T00:00:00.000Z' }
  await store()
    .db.insert(seenObjects)
    .values([
      { ...subscription, id: 'sub_usd', row },
      { ...subscription, id: 'sub_yearly', row },
      { ...subscription, id: 'sub_voided', row },
      { ...subscription, id: 'sub_february', row },
      { ...subscription, id: 'sub_trial', row: { ...row, isTrial: true } },
      { ...subscription, id: 'sub_later', row: { ...row, startDate: '2026-04-01T00:00:00.000Z' } },
      { ...subscription, id: 'sub_ended', at: '2026-03-01T00:00:00.000Z', row },
      { ...invoice, id: 'inv_known', name: '1042', row: { ...march, total: '10.005', sentTotal: '12', owed: '7' } },
      { ...invoice, id: 'inv_partial', row: { ...march, total: 'Partial: 6 of 7 lines' } },
      { ...invoice, id: 'inv_credit', row: { ...march, total: '-3', isUnclear: true } },
      { ...invoice, id: 'inv_unknown', subscriptionId: null, row: { ...march, total: '99' } },
      { ...invoice, id: 'inv_april', row: { issueDate: '2026-04-01T00:00:00.000Z', total: '5' } },
      { ...invoice, id: 'inv_year', subscriptionId: 'sub_yearly', row: { ...year, issueDate: year.periodStart } },
      { ...invoice, id: 'inv_void', status: 'void', subscriptionId: 'sub_voided', row: { ...march, total: '8' } },
      {
        ...invoice,
        id: 'inv_february',
        subscriptionId: 'sub_february',
        row: {
          issueDate: '2026-03-01T00:00:00.000Z',
          periodStart: '2026-02-01T00:00:00.000Z',
          periodEnd: '2026-03-01T00:00:00.000Z',
          total: '20',
        },
      },
      { ...seen, kind: 'customer', id: 'acme', row: {} },
    ])
  const document = await runOperation('printInvoiceMonth', context('month'), { issued: '2026-03' })
  const tables = new Map(
    document.tables.map(({ caption, groups, note }) => [
      caption,
      [
        ...groups.flatMap(({ rows }) =>
          rows.map((cells) => cells.flatMap(({ text, remarks = [] }) => [text, ...remarks])),
        ),
        note,
      ],
    ]),
  )
  expect(document.title).toBe('Invoices issued in Mar 2026')
  expect(tables.get('From lines to due')?.slice(0, -1)).toEqual([
    [
      'Charged',
      '4',
      '$27.01',
      '$1.99',
      '$29.00',
      'without 1 unknown total',
      '1 by the lines alone: the API’s other amounts don’t agree or could not be read',
      '$5.00',
      '$24.00',
    ],
    ['Charged', '1', '—', '—', '—', '1 invoice in an unknown currency: not added up', '—', '—'],
    ['Void, draft, test or gone', '1', '$8.00', '$0.00', '$8.00', '—', '—'],
  ])
  expect(tables.get('Subscriptions without a read invoice for Mar 2026')?.map((cells) => cells?.[0])).toEqual([
    'sub_february',
    'sub_voided',
    '2',
  ])
  expect(tables.get('Credits outstanding at the end of 31 Mar 2026')).toEqual([
    'From 0 ledgers read whole since then, of 1 customer known.',
  ])
  expect(tables.get('Invoices')).toHaveLength(7)
  expect(printedText(document)).toContain('printed 2 May 2026, 12:00 (UTC) by viewer@example.com')
  expect(document.fileName).toMatch(/^invoices-.*_issued-2026-03_2026-05-02$/)
})
