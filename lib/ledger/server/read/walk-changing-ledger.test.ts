import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TransactionPageView, TransactionView } from '../../transaction'
import { addToTally, volume } from '@/scripts/test/volume.mjs'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { isWholeLedger, totalOfWalk } from '../../ledger-walk'
import { readable } from '@/lib/billing-api/unreadable'
import { problemError } from '@/lib/core/server/problem'
import { walkLedgerAgain } from './walk-ledger'

/*
 * A ledger that changes between page reads. A complete walk must be a state that the ledger had. No count shows a deletion and an
 * addition between the same two reads; the walk must notice every other change.
 */

interface Change {
  kind: 'append' | 'late' | 'delete'
  /** The place in the ledger, from 0 to 1. */
  at: number
}

interface History {
  rows: number
  /** The API's largest page. */
  size: number
  sendsPages: boolean
  /** What `count` counts: all rows, nothing, those of the page, always as many, or those up to the page. */
  counts: 'total' | 'none' | 'own' | 'constant' | 'soFar'
  /** True when the API refuses a page past the end; else it is empty. */
  isRefusedPastEnd: boolean
  /** A page that is always refused, or empty, although it has rows. */
  hole: { page: number; isRefused: boolean } | null
  /** The changes before the second read, the third one and so on. */
  gaps: Change[][]
}

const change = (...kinds: Change['kind'][]) =>
  fc.record<Change>({
    kind: fc.constantFrom(...kinds),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
const changes = (...kinds: Change['kind'][]) => fc.array(change(...kinds), { minLength: 1, maxLength: 4 })
/** Changes that counts show: none, only additions, or only deletions. */
const shown = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Change[]>([]) },
  { weight: 1, arbitrary: changes('append', 'late') },
  { weight: 1, arbitrary: changes('append') },
  { weight: 1, arbitrary: changes('delete') },
)
const COUNTED = { counts: fc.constant<'total'>('total'), hole: fc.constant(null) }
const UNCOUNTED = {
  counts: fc.constantFrom('total' as const, 'none', 'own', 'constant', 'soFar'),
  hole: fc.option(fc.record({ page: fc.integer({ min: 2, max: 6 }), isRefused: fc.boolean() })),
}
const historyOf = (
  gap: fc.Arbitrary<Change[]>,
  api: { counts: fc.Arbitrary<History['counts']>; hole: fc.Arbitrary<History['hole']> } = COUNTED,
) =>
  fc.oneof(
    fc.record<History>({
      rows: fc.integer({ min: 1, max: 24 }),
      size: fc.constantFrom(2, 3, 5),
      sendsPages: fc.boolean(),
      isRefusedPastEnd: fc.boolean(),
      gaps: fc.array(gap, { maxLength: 14 }),
      ...api,
    }),
    // As large as requested: then only an empty or refused page ends a ledger of full pages.
    fc.record<History>({
      rows: fc.constantFrom(99, 100, 101, 200, 201, 250),
      size: fc.constant(100),
      sendsPages: fc.boolean(),
      isRefusedPastEnd: fc.boolean(),
      gaps: fc.array(gap, { maxLength: 6 }),
      ...api,
    }),
  )

const ROW = bareTransaction({ amount: '1' })

/** Returns a page of 100 rows of a ledger that is counted. */
const pageOf = (ledger: readonly TransactionView[], page: number): TransactionPageView => ({
  externalId: 'acme',
  results: ledger.slice((page - 1) * 100, page * 100),
  customers: [],
  count: ledger.length,
  pages: Math.ceil(ledger.length / 100),
  currentPage: page,
  pageSize: 100,
  drift: { items: [], total: 0 },
  asOf: '2026-11-22T14:05:09.000Z',
})

/** Walks the ledger while it changes. @returns the IDs of the rows in order, and each state that it had */
async function walkThrough({ rows, size, sendsPages, counts, isRefusedPastEnd, hole, gaps }: History) {
  let next = rows
  let ledger = Array.from({ length: rows }, (_, index) => `tx_${index}`)
  const states = [ledger]
  const apply = ({ kind, at }: Change) => {
    const place = kind === 'append' ? ledger.length : Math.floor(at * ledger.length)
    const added = kind === 'delete' ? [] : [`tx_${next}`]
    next += added.length
    ledger = [...ledger.slice(0, place), ...added, ...ledger.slice(kind === 'delete' ? place + 1 : place)]
    states.push(ledger)
  }
  let reads = 0
  const walk = walkLedgerAgain({
    signal: new AbortController().signal,
    wait: async () => undefined,
    readPage: async (page) => {
      if (reads > 0) for (const each of gaps[reads - 1] ?? []) apply(each)
      reads += 1
      const isHole = hole?.page === page
      const listed = isHole ? [] : ledger.slice((page - 1) * size, page * size)
      if (page > 1 && listed.length === 0 && (isHole ? hole.isRefused : isRefusedPastEnd))
        throw problemError('refused', 'No such page', { upstreamStatus: 422 })
      const count = {
        total: ledger.length,
        none: null,
        own: listed.length,
        constant: Math.ceil(rows / 2),
        soFar: Math.min(ledger.length, page * size),
      }[counts]
      return {
        externalId: 'acme',
        results: listed.map((id) => ({ ...ROW, id })),
        customers: [],
        count,
        pages: sendsPages ? Math.ceil(ledger.length / size) : null,
        currentPage: page,
        pageSize: 100,
        drift: { items: [], total: 0 },
        asOf: '2026-11-22T14:05:09.000Z',
      }
    },
  })
  const ids: string[] = []
  let step = await walk.next()
  for (; !step.done; step = await walk.next()) ids.push(...step.value.rows.map(({ id }) => readable(id) ?? ''))
  return { ids, end: step.value, states, reads }
}

const isState = ({ ids, states }: { ids: string[]; states: string[][] }) => {
  const found = JSON.stringify(ids.toSorted())
  return states.some((state) => JSON.stringify(state.toSorted()) === found)
}
const deletes = ({ kind }: Change) => kind === 'delete'
const RUNS = volume({ test: 500, prove: 10_000 })

test('a complete walk is one state of the ledger, after any addition or deletion between two reads', async () => {
  let completeAfterDeletion = 0
  await fc.assert(
    fc.asyncProperty(historyOf(shown), async (history) => {
      const walked = await walkThrough(history)
      expect(new Set(walked.ids).size).toBe(walked.ids.length)
      if (!isWholeLedger(walked.end)) return
      expect(isState(walked)).toBe(true)
      if (walked.states.some((state, index) => state.length < (walked.states[index - 1]?.length ?? 0)))
        completeAfterDeletion += 1
    }),
    { numRuns: RUNS },
  )
  expect(completeAfterDeletion).toBeGreaterThan(RUNS / 100)
  addToTally('complete walks of ledgers from which rows were deleted meanwhile', completeAfterDeletion)
})

test('a complete walk lacks a row only when rows are deleted and added between the same two reads', async () => {
  const mixed = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Change[]>([]) },
    { weight: 2, arbitrary: changes('append', 'late', 'delete') },
  )
  let unnoticed = 0
  await fc.assert(
    fc.asyncProperty(historyOf(mixed), async (history) => {
      const walked = await walkThrough(history)
      if (!isWholeLedger(walked.end) || isState(walked)) return
      unnoticed += 1
      expect(history.gaps.some((gap) => gap.some(deletes) && !gap.every(deletes))).toBe(true)
    }),
    { numRuns: RUNS },
  )
  addToTally('walks that lacked a row and were complete: a deletion and an addition between two reads', unnoticed)
})

test('a complete walk without a total that confirms it is the only one that may lack rows of a page', async () => {
  const mixed = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Change[]>([]) },
    { weight: 1, arbitrary: changes('append', 'late', 'delete') },
  )
  let unconfirmed = 0
  await fc.assert(
    fc.asyncProperty(historyOf(mixed, UNCOUNTED), async (history) => {
      const walked = await walkThrough(history)
      if (!isWholeLedger(walked.end) || isState(walked)) return
      unconfirmed += 1
      const { counts, hole, sendsPages, gaps } = history
      // The total, or a number of pages above those with rows, shows a hole. So does a refusal after two full pages.
      const isHoleShown =
        counts === 'total' || sendsPages || (hole?.isRefused && hole.page > 2 && counts !== 'constant')
      const isChanged = gaps.some((gap) => gap.length > 0)
      expect([isChanged || !isHoleShown, isChanged || hole !== null]).toEqual([true, true])
      // A first page with its own number of rows as the count is like a ledger that ends there.
      const isLikeTotal = counts === 'total' || counts === 'constant' || walked.end.lastPage === 1
      expect(isLikeTotal ? null : totalOfWalk(walked.end)).toBeNull()
    }),
    { numRuns: RUNS },
  )
  addToTally('walks that lacked a row and were complete: no count shows it, and the outcome says so', unconfirmed)
})

test('a deletion and an addition between two reads are noticed where the balances of two pages do not fit', async () => {
  let ledger = Array.from({ length: 250 }, (_, index) => ({
    ...ROW,
    id: `tx_${index}`,
    previousBalance: String(index),
    newBalance: String(index + 1),
  }))
  let reads = 0
  const walk = walkLedgerAgain({
    signal: new AbortController().signal,
    readPage: async (page) => {
      reads += 1
      if (reads === 2)
        ledger = [
          ...ledger.filter(({ id }) => id !== 'tx_10'),
          { ...ROW, id: 'tx_250', previousBalance: '250', newBalance: '251' },
        ]
      return pageOf(ledger, page)
    },
  })
  const ids: string[] = []
  let step = await walk.next()
  for (; !step.done; step = await walk.next()) ids.push(...step.value.rows.map(({ id }) => readable(id) ?? ''))
  expect(ids).toContain('tx_100')
  expect([isWholeLedger(step.value), step.value.goneRows]).toEqual([false, 1])
})

test('balances that do not fit between two pages that stay as they are end no walk', async () => {
  const ledger = Array.from({ length: 250 }, (_, index) => ({
    ...ROW,
    id: `tx_${index}`,
    previousBalance: '0',
    newBalance: '1',
  }))
  const walk = walkLedgerAgain({ signal: new AbortController().signal, readPage: async (page) => pageOf(ledger, page) })
  let step = await walk.next()
  while (!step.done) step = await walk.next()
  expect([isWholeLedger(step.value), step.value.isReread]).toEqual([true, false])
})

test('a ledger that only grows at its end is complete, and read once', async () => {
  await fc.assert(
    fc.asyncProperty(historyOf(fc.oneof(fc.constant<Change[]>([]), changes('append'))), async (history) => {
      const walked = await walkThrough({ ...history, sendsPages: true })
      expect([isWholeLedger(walked.end), walked.end.isReread]).toEqual([true, false])
      expect(walked.ids).toEqual(walked.states.at(-1)?.slice(0, walked.ids.length))
    }),
    { numRuns: RUNS },
  )
})
