import { Invoice } from '@/contract/billing/invoice'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { Transaction } from '@/contract/billing/transaction'
import { sample, shuffledSubarray } from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { getInvoice } from '../operations/get-invoice'
import { getSubscription } from '../operations/get-subscription'
import { listTransactions } from '../operations/list-transactions'
import { sampleInvoice, sampleSubscription, sampleTransaction } from '../operations/sample-resources'
import { openFreshStore, type FreshStore } from '../store/fresh-store'
import { demoLines } from './demo/demo-lines'
import { importLines, noProgress } from './import-lines'
import { writeImportLine, type ImportLine } from './import-line'

// Hundreds of resources are read one by one; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

/** So early that every subscription reads as it is stored. */
const NOW = '2000-01-01T00:00:00.000Z'

let store: FreshStore
let merchantId: string
beforeAll(async () => {
  store = await openFreshStore()
})
beforeEach(async () => {
  merchantId = await store.newMerchant()
})
afterAll(() => store.close())

async function* numbered(texts: Iterable<string>) {
  let number = 0
  for (const text of texts) yield { number: (number += 1), text, bytes: text.length }
}

function load(lines: ImportLine[], progress = noProgress()) {
  return importLines({ db: store.db, merchantId, lines: numbered(lines.map(writeImportLine)), progress })
}

const context = () => ({ db: store.db, merchantId, now: () => NOW })
const readSubscription = async (id: string) => z.encode(ExpandedSubscription, await getSubscription(context(), { id }))
const readInvoice = async (invoiceId: string) => z.encode(Invoice, await getInvoice(context(), { invoiceId }))

async function readLedger(externalId: string) {
  const entries: Transaction[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await listTransactions(context(), {
      externalId,
      page,
      pageSize: 100,
      order: 'asc',
      orderBy: 'createdAt',
    })
    entries.push(...answer.results)
    pages = answer.pages
  }
  return entries.map((entry) => z.encode(Transaction, entry))
}

const customer = (id: string, externalId = id): ImportLine => ({
  kind: 'customer',
  data: { id, externalId, name: null, email: null },
})

function shuffled<T>(items: T[]): T[] {
  const size = { minLength: items.length, maxLength: items.length }
  return sample(shuffledSubarray(items, size), { numRuns: 1, seed: 11 }).flat()
}

function demo(): ImportLine[] {
  const asOf = '2026-03-17T00:00:00.000Z'
  return [...demoLines({ merchantId, customers: 18, transactions: 250, seed: 'round trip', asOf })]
}

/** What was sent, as the API would write it: subscriptions, invoices, and ledgers by customer. */
function sent(lines: ImportLine[]) {
  const ledgers = new Map<string, unknown[]>()
  for (const { kind, data } of lines) {
    if (kind !== 'transaction') continue
    ledgers.set(data.customerId, [...(ledgers.get(data.customerId) ?? []), z.encode(Transaction, data)])
  }
  return lines.flatMap(({ kind, data }) => {
    if (kind === 'subscription') return [z.encode(ExpandedSubscription, data)]
    if (kind === 'invoice') return [z.encode(Invoice, data)]
    return kind === 'customer' ? [ledgers.get(data.id) ?? []] : []
  })
}

/** The same, read through the operations. */
async function readBack(lines: ImportLine[]) {
  const answers: unknown[] = []
  for (const { kind, data } of lines) {
    if (kind === 'subscription') answers.push(await readSubscription(data.id))
    if (kind === 'invoice') answers.push(await readInvoice(data.id))
    if (kind === 'customer') answers.push(await readLedger(data.externalId))
  }
  return answers
}

describe('what was imported comes back equal, field by field', () => {
  test('in whatever order the lines came, kinds too', async () => {
    const lines = demo()
    const progress = await load(shuffled(lines))
    expect(progress).toMatchObject({
      lines: lines.length,
      stored: { customer: 18, subscription: 18, transaction: 250 },
    })
    expect(await readBack(lines)).toEqual(sent(lines))
  })

  test('and the same lines again change nothing', async () => {
    const lines = demo()
    await load(lines)
    await load(shuffled(lines))
    expect(await readBack(lines)).toEqual(sent(lines))
  })

  test('for a merchant that is new', async () => {
    merchantId = `${merchantId} new`
    await load([{ kind: 'subscription', data: sampleSubscription(merchantId) }])
    expect(await readSubscription('sub_1')).toMatchObject({ merchantId })
  })
})

describe('an id that comes again is updated', () => {
  test('a plan and its prices are shared: the last one read counts, and its list of prices is replaced', async () => {
    const [first, second] = [sampleSubscription(merchantId), sampleSubscription(merchantId, { id: 'sub_2' })]
    const plan = { ...second.plan, name: 'Renamed', prices: second.plan.prices.slice(0, 2).toReversed() }
    await load([
      { kind: 'subscription', data: first },
      { kind: 'subscription', data: { ...second, plan } },
    ])
    expect(await readSubscription(first.id)).toEqual(z.encode(ExpandedSubscription, { ...first, plan }))
  })

  test('the line items of an invoice are replaced', async () => {
    const invoice = sampleInvoice(merchantId)
    await load([{ kind: 'invoice', data: invoice }])
    const shorter = { ...invoice, invoiceLineItems: invoice.invoiceLineItems.slice(0, 1), status: 'void' as const }
    await load([{ kind: 'invoice', data: shorter }])
    expect(await readInvoice(invoice.id)).toEqual(z.encode(Invoice, shorter))
  })

  test('an external id passes on to another customer in the order of the lines', async () => {
    await load([customer('b', 'x'), customer('a', 'y')])
    await load([customer('b', 'z'), customer('a', 'x')])
    await load([{ kind: 'transaction', data: { ...sampleTransaction(merchantId), customerId: 'a' } }])
    expect(await readLedger('x')).toHaveLength(1)
    expect(await readLedger('z')).toEqual([])
    await expect(readLedger('y')).rejects.toThrow('There is no customer')
  })
})

const good = (count: number) => Array.from({ length: count }, (_, index) => writeImportLine(customer(`c${index + 1}`)))
const importTexts = (texts: string[], progress = noProgress()) =>
  importLines({ db: store.db, merchantId, lines: numbered(texts), progress })

describe('a bad line stops the import', () => {
  test('nothing of its batch stays, the batches before it do, and the progress says so', async () => {
    const progress = noProgress()
    const texts = [...good(2_500), '{"kind":"customer","data":{"id":"bad"}}', ...good(1)]
    await expect(importTexts(texts, progress)).rejects.toThrow('Line 2501: data.externalId is missing')
    expect(progress).toMatchObject({ lines: 2_000, stored: { customer: 2_000 } })
    expect(await readLedger('c2000')).toEqual([])
    await expect(readLedger('c2001')).rejects.toThrow('There is no customer')
  })

  test('a line of another merchant', async () => {
    const line = writeImportLine({ kind: 'invoice', data: sampleInvoice('someone else') })
    await expect(importTexts([...good(1), line])).rejects.toThrow(/^Line 2: data\..*merchantId is "someone else"/)
    await expect(readLedger('c1')).rejects.toThrow('There is no customer')
  })

  test('an external id that another customer has, stored or in the same batch', async () => {
    await load([customer('a', 'x')])
    const message = 'Line 2: data.externalId "x" is that of customer "a" already'
    await expect(load([customer('c'), customer('b', 'x')])).rejects.toThrow(message)
    merchantId = await store.newMerchant()
    await expect(load([customer('a', 'x'), customer('b', 'x')])).rejects.toThrow(message)
  })

  test('a line item that another invoice has', async () => {
    const invoice = sampleInvoice(merchantId)
    const [item] = invoice.invoiceLineItems
    const other = { ...invoice, id: 'inv_other', invoiceLineItems: item ? [{ ...item, invoiceId: 'inv_other' }] : [] }
    await load([{ kind: 'invoice', data: invoice }])
    await expect(load([{ kind: 'invoice', data: other }])).rejects.toThrow(
      `Line 1: data.invoiceLineItems[0].id "${item?.id}" is in invoice "${invoice.id}" already`,
    )
  })
})

test('fields the contract does not know are counted', async () => {
  const transactions = Array.from({ length: 3 }, (_, index) => {
    const { billable, ...rest } = sampleTransaction(merchantId)
    return { ...rest, id: `t${index}`, amount: 1, tags: [], billable: { id: 'b', name: 'B', colour: billable?.name } }
  })
  const texts = transactions.map((data) =>
    JSON.stringify({
      kind: 'transaction',
      data: { ...data, allocationBlock: null, previousBalance: null, newBalance: null },
    }),
  )
  const { unknownFields } = await importLines({ db: store.db, merchantId, lines: numbered(texts) })
  expect(unknownFields).toEqual(
    new Map([
      ['transaction.billable.colour', 3],
      ['transaction.tags', 3],
    ]),
  )
})

test('several imports at once, of the same ledgers, end as one would', async () => {
  const lines = demo()
  const ledgerLines = lines.filter(({ kind }) => kind === 'transaction')
  await Promise.all([load(lines), load(shuffled(ledgerLines)), load(ledgerLines.toReversed()), load(shuffled(lines))])
  expect(await readBack(lines)).toEqual(sent(lines))
})
