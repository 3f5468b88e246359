import { and, asc, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { placeTransactions } from './ledger'
import { type LedgerEntry, renumbering } from './ledger-places'
import { customerLedgers, transactions } from './schema'
import { takeImportTurn } from '../data/write-batch'

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString()

function entryOf(merchantId: string, customerId: string, id: string, minute: number, amount = '1'): LedgerEntry {
  return { merchantId, customerId, id, createdAt: at(minute), document: JSON.stringify({ amount }) }
}
const Amount = z.object({ amount: z.string() })
const amountOf = ({ document }: { document: string }) => Amount.parse(JSON.parse(document)).amount
const latestOf = (entries: LedgerEntry[]) => [...new Map(entries.map((entry) => [entry.id, entry])).values()]

const place = (merchantId: string, entries: LedgerEntry[]) =>
  store.db.transaction(async (tx) => {
    await takeImportTurn(tx, merchantId)
    await placeTransactions(tx, merchantId, latestOf(entries))
  })

/** Returns a merchant's stored ledgers: ids in sequence order with the counter row. */
async function storedLedgers(merchantId: string) {
  const counters = await store.db.select().from(customerLedgers).where(eq(customerLedgers.merchantId, merchantId))
  const ledgers = new Map<string, { ids: string[]; amounts: string[]; clock: string | null }>()
  for (const { customerId, firstSequence, lastSequence, clock } of counters) {
    const entries = await store.db
      .select()
      .from(transactions)
      .where(and(eq(transactions.merchantId, merchantId), eq(transactions.customerId, customerId)))
      .orderBy(asc(transactions.sequence))
    const gapless = Array.from({ length: lastSequence - firstSequence + 1 }, (_, index) => firstSequence + index)
    expect(entries.map(({ sequence }) => sequence)).toEqual(gapless)
    if (entries.length === 0) continue
    ledgers.set(customerId, { ids: entries.map(({ id }) => id), amounts: entries.map(amountOf), clock })
  }
  return ledgers
}

/** Returns the same ledgers, sorted in memory. */
function expectedLedgers(entries: LedgerEntry[]) {
  const inOrder = latestOf(entries).toSorted(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)),
  )
  const ledgers = new Map<string, { ids: string[]; amounts: string[]; clock: string | null }>()
  for (const entry of inOrder) {
    const { customerId, id, createdAt } = entry
    const ledger = ledgers.get(customerId) ?? { ids: [], amounts: [], clock: null }
    ledgers.set(customerId, {
      ids: [...ledger.ids, id],
      amounts: [...ledger.amounts, amountOf(entry)],
      clock: createdAt,
    })
  }
  return ledgers
}

describe('placeTransactions', () => {
  // Few instants, ids and customers make ties, repeats and moves common; some ids sort correctly only by bytes.
  const ids = ['a', 'B', 'b', 'é', 'z', '10', '9', '\u{10FFFF}', '\uFFFD', 'a b', 'ab', '_', '-', '~']
  const change = fc.record({
    id: fc.constantFrom(...ids),
    customerId: fc.constantFrom('cus/1', 'Cus 2', 'ü'),
    minute: fc.integer({ min: 0, max: 8 }),
    amount: fc.constantFrom('1', '-2.50'),
  })

  test('stores entries like a sort in memory, whatever the order, repeats, moves and batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 8 }), async (batches) => {
        const merchantId = await store.newMerchant()
        const entries = batches.map((batch) =>
          batch.map(({ id, customerId, minute, amount }) => entryOf(merchantId, customerId, id, minute, amount)),
        )
        for (const batch of entries) await place(merchantId, batch)
        expect(await storedLedgers(merchantId)).toEqual(expectedLedgers(entries.flat()))
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  test('sorts a shuffled export of one customer that is loaded by hundreds', async () => {
    const merchantId = await store.newMerchant()
    const minutes = fc.sample(fc.shuffledSubarray([...Array(2_000).keys()], { minLength: 2_000 }), {
      numRuns: 1,
      seed: 7,
    })
    const entries = minutes.flat().map((minute) => entryOf(merchantId, 'c', `t${minute}`, minute))
    for (let from = 0; from < entries.length; from += 300) await place(merchantId, entries.slice(from, from + 300))
    expect(await storedLedgers(merchantId)).toEqual(expectedLedgers(entries))
  })

  test('keeps the same ids of two merchants apart', async () => {
    const [one, other] = [await store.newMerchant(), await store.newMerchant()]
    await place(one, [entryOf(one, 'c', 'x', 1, '1')])
    await place(other, [entryOf(other, 'c', 'x', 5, '2')])
    expect((await storedLedgers(one)).get('c')).toEqual({ ids: ['x'], amounts: ['1'], clock: at(1) })
  })
})

describe('renumbering moves the shorter side', () => {
  const ledger = { first: 1, last: 100 }
  test.each([
    ['appended: nothing moves', { low: 101, high: 100 }, 5, { low: 101, high: 100, start: 101, first: 1, last: 105 }],
    ['prepended: nothing moves', { low: 1, high: 0 }, 5, { low: 1, high: 0, start: -4, first: -4, last: 100 }],
    [
      'near the end: the end moves up',
      { low: 98, high: 99 },
      1,
      { low: 98, high: 100, start: 98, first: 1, last: 101 },
    ],
    [
      'near the start: the start moves down',
      { low: 3, high: 2 },
      1,
      { low: 1, high: 2, start: 0, first: 0, last: 100 },
    ],
    ['one leaves near the start', { low: 3, high: 3 }, -1, { low: 1, high: 3, start: 2, first: 2, last: 100 }],
    [
      'as many leave as arrive: only what lies between',
      { low: 5, high: 9 },
      0,
      { low: 5, high: 9, start: 5, first: 1, last: 100 },
    ],
  ])('%s', (_, changed, growth, expected) => {
    expect(renumbering(ledger, changed, growth)).toEqual(expected)
  })
})
