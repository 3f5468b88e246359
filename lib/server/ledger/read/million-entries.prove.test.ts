import { expect, test } from 'vitest'
import type { LedgerBreak } from '@/contract/console/whole-ledger'
import type { TransactionView } from '@/contract/console/transaction'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { LedgerCheck, NOTHING_CHECKED } from '../../../domain/ledger/ledger-check'
import { parsedEntry } from '../../../domain/ledger/parsed-entry'
import { walkLedger } from './walk-ledger'

const COUNT = 1_000_000
const FAULTS = 50
const KINDS = ['sum', 'gap', 'order', 'unreadable', 'repeated'] as const

test('finds 50 planted faults in a ledger of 1,000,000 entries, and nothing else', async () => {
  const plain = bareTransaction({
    type: 'usage',
    allocationBlock: { id: 'blk_1', customPricingUnitId: 'unit_1', customPricingUnit: { displayName: 'credits' } },
  })
  const isHurt = (index: number) => index > 0 && index % (COUNT / FAULTS) === COUNT / FAULTS / 2
  const kindOf = (index: number) => KINDS[Math.floor(index / (COUNT / FAULTS)) % KINDS.length]
  const entry = (index: number): TransactionView => {
    const before = COUNT - index
    const kind = isHurt(index) ? kindOf(index) : undefined
    const at = kind === 'order' ? 0 : Date.UTC(2026, 0, 1) + index * 1_000
    return {
      ...plain,
      id: `txn_${kind === 'repeated' ? index - 1 : index}`,
      createdAt: new Date(at).toISOString(),
      amount: kind === 'unreadable' ? { unreadable: 'twelve' } : '-1',
      previousBalance: String(kind === 'gap' ? before + 7 : before),
      // The stored balances go on as if nothing was wrong.
      newBalance: String(kind === 'sum' ? before + 1 : kind === 'gap' ? before + 6 : before - 1),
    }
  }
  const readPage = async (page: number) => ({
    externalId: 'large',
    results: Array.from({ length: (page - 1) * 100 < COUNT ? 100 : 0 }, (_, index) => entry((page - 1) * 100 + index)),
    customers: [],
    count: COUNT,
    pages: COUNT / 100,
    currentPage: page,
    pageSize: 100,
    drift: { items: [], total: 0 },
    asOf: '2027-02-10T12:00:00.000Z',
  })
  const found: LedgerBreak[] = []
  const check = new LedgerCheck(NOTHING_CHECKED, new Map(), (each) => found.push(each))
  let repeated = 0
  for await (const walked of walkLedger({ readPage, signal: new AbortController().signal })) {
    for (const row of walked.rows) check.add(parsedEntry(row), walked.page)
    repeated += walked.repeated.length
    check.takeDays()
  }
  check.finish()
  const of = (kind: string) => found.filter((each) => each.kind === kind).length
  const each = FAULTS / KINDS.length
  expect(repeated).toBe(each)
  expect([of('sum'), of('order'), of('unreadable')]).toEqual([each, each, each])
  // A wrong balance after an entry is also a gap before the next; a wrong one before it is a gap on either side.
  expect(of('gap')).toBe(each + 2 * each)
})
