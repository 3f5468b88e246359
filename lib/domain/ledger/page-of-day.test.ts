import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { instantsOf } from './entry'
import { pageOfDay, readsAtMost } from './page-of-day'

type Dated = Parameters<typeof instantsOf>[0][number]

const DAY_MS = 86_400_000
const span = (day: number) => ({ start: day * DAY_MS, end: (day + 1) * DAY_MS })
const UNCOUNTED: { count: number | null; pages: number | null } = { count: null, pages: null }
const rowsAt = (instants: readonly number[], counts: Partial<typeof UNCOUNTED> = {}) => ({
  ...UNCOUNTED,
  ...counts,
  results: instants.map((instant) => ({ createdAt: new Date(instant).toISOString() })),
})

/** A ledger that responds as in section 4.5; `instants` are ascending. */
function ledgerOf(instants: readonly number[], pageSize: number, order: 'asc' | 'desc') {
  const pageAt = (page: number) => {
    const ordered = order === 'asc' ? instants : instants.toReversed()
    return ordered.slice((page - 1) * pageSize, page * pageSize)
  }
  return {
    order,
    lastPage: Math.max(1, Math.ceil(instants.length / pageSize)),
    readPage: async (page: number) => rowsAt(pageAt(page)),
  }
}

/** Finds the expected page by reading all pages. */
function expected(instants: readonly number[], pageSize: number, order: 'asc' | 'desc', day: number) {
  if (instants.length === 0) return { kind: 'empty' }
  const { start, end } = span(day)
  const ordered = order === 'asc' ? instants : instants.toReversed()
  const index = ordered.findIndex((instant) => (order === 'asc' ? instant >= start : instant < end))
  const first = ordered[index]
  if (first === undefined) return { kind: 'beyond', page: Math.ceil(instants.length / pageSize) }
  return { kind: first >= start && first < end ? 'day' : 'none', page: Math.floor(index / pageSize) + 1 }
}

const bare = ({ kind, page }: { kind: string; page?: number }) => (page === undefined ? { kind } : { kind, page })
/** Returns the ledger as it was when the page found was read: just before the page that precedes it was read again. */
const stateOf = (found: { kind: string; page?: number }, states: readonly (readonly number[])[]) =>
  states.at(found.kind !== 'beyond' && (found.page ?? 1) === 1 ? -1 : -2) ?? []
/** Few days and few instants, so that empty days and equal instants occur, also across pages. */
const anyInstants = fc
  .array(
    fc.integer({ min: 0, max: 60 }).map((eighth) => (eighth * DAY_MS) / 8),
    { maxLength: 60 },
  )
  .map((instants) => instants.toSorted((one, other) => one - other))
const ways = (['asc', 'desc'] as const).flatMap((order) =>
  [20, 50, 100].flatMap((pageSize) => [true, false].map((isCounted) => [order, pageSize, isCounted] as const)),
)
const anyOrder = fc.constantFrom('asc' as const, 'desc' as const)

describe('pageOfDay', () => {
  it('finds the first page with a row of the day, or after it', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyInstants,
        fc.integer({ min: 1, max: 7 }),
        anyOrder,
        fc.integer({ min: -1, max: 9 }),
        fc.boolean(),
        async (instants, pageSize, order, day, isCounted) => {
          const { lastPage, ...ledger } = ledgerOf(instants, pageSize, order)
          let reads = 0
          const onRead = (made: number) => (reads = made)
          const known = isCounted ? lastPage : null
          const found = await pageOfDay({ ...ledger, day: span(day), lastPage: known, onRead })
          expect(bare(found)).toEqual(expected(instants, pageSize, order, day))
          expect(reads).toBeLessThanOrEqual(readsAtMost(known))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('finds the page when the number of pages is wrong', async () => {
    const { readPage, order } = ledgerOf(
      Array.from({ length: 100 }, (_, day) => day * DAY_MS),
      3,
      'asc',
    )
    for (const lastPage of [1, 5, 33, 34, 35, 4000])
      expect(await pageOfDay({ readPage, order, day: span(90), lastPage })).toMatchObject({ kind: 'day', page: 31 })
  })

  it('finds the page while rows are added', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyInstants.filter(({ length }) => length > 0),
        fc.integer({ min: 1, max: 4 }),
        anyOrder,
        fc.integer({ min: -1, max: 9 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 5 }),
        async (instants, pageSize, order, day, added) => {
          let now = [...instants]
          const { lastPage } = ledgerOf(now, pageSize, order)
          const arrivals = [...added]
          const states: number[][] = []
          const found = await pageOfDay({
            order,
            day: span(day),
            lastPage,
            // Before each read, rows are added that are newer than the day.
            readPage: async (page) => {
              now = [...now, ...Array.from({ length: arrivals.shift() ?? 0 }, () => 20 * DAY_MS)]
              states.push(now)
              return ledgerOf(now, pageSize, order).readPage(page)
            },
          })
          expect(bare(found)).toEqual(expected(stateOf(found, states), pageSize, order, day))
        },
      ),
      { numRuns: 400, examples: [[[0], 2, 'asc', 1, [0, 2]]] },
    )
  })

  it('finds the page while rows are added, or deleted in between, with and without counts', async () => {
    let found = { day: 0, moved: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyInstants.filter(({ length }) => length > 0),
        fc.integer({ min: 1, max: 4 }),
        anyOrder,
        fc.integer({ min: 0, max: 7 }),
        fc.oneof(
          fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 3 })), { maxLength: 12 }),
          // Rows that go before most reads move the day during both searches.
          fc.array(fc.integer({ min: -2, max: -1 }), { minLength: 6, maxLength: 12 }),
        ),
        fc.constantFrom('total' as const, 'soFar', 'none'),
        async (instants, pageSize, order, day, gaps, counts) => {
          let now = [...instants]
          // Without a total, only a deletion and an addition in turn hide each other.
          const changes = counts === 'total' ? gaps : gaps.map((gap) => Math.min(0, gap))
          const left = [...changes]
          const states: number[][] = []
          const result = await pageOfDay({
            order,
            day: span(day),
            lastPage: ledgerOf(now, pageSize, order).lastPage,
            // Between two reads, rows are added that are newer than the day, or the oldest ones are deleted.
            readPage: async (page) => {
              const moved = left.shift() ?? 0
              now = [...now.slice(Math.max(0, -moved)), ...Array.from({ length: moved }, () => 20 * DAY_MS)]
              states.push(now)
              const { readPage, lastPage } = ledgerOf(now, pageSize, order)
              const all = { count: now.length, pages: lastPage }
              const soFar = { count: Math.min(now.length, page * pageSize) }
              return { ...(await readPage(page)), ...{ total: all, soFar, none: {} }[counts] }
            },
          })
          const isMoved = result.kind === 'moved'
          expect(isMoved && changes.every((change) => change >= 0)).toBe(false)
          // An addition hides the deletion of the last row of a page from the count of an empty one.
          const isHidden = isMoved || (counts === 'total' && result.kind !== 'day')
          expect(bare(result)).toEqual(
            isHidden ? bare(result) : expected(stateOf(result, states), pageSize, order, day),
          )
          found = { day: found.day + Number(result.kind === 'day'), moved: found.moved + Number(isMoved) }
        },
      ),
      { numRuns: 1_000 },
    )
    expect(Math.min(found.day, found.moved)).toBeGreaterThan(10)
  })

  it('takes counts of the rows so far for no deletion, and notices one without counts', async () => {
    const instants = Array.from({ length: 40 }, (_, at) => at * DAY_MS)
    for (let day = 0; day < 40; day += 1) {
      const { readPage, ...ledger } = ledgerOf(instants, 4, 'asc')
      const soFar = async (page: number) => ({ ...(await readPage(page)), count: Math.min(40, page * 4) })
      const found = await pageOfDay({ ...ledger, readPage: soFar, day: span(day), lastPage: null })
      expect(bare(found)).toEqual(expected(instants, 4, 'asc', day))
      // The rows of the first two days are deleted after any read.
      for (let after = 1; after <= 5; after += 1) {
        let reads = 0
        const falling = (page: number) => ledgerOf(instants.slice(reads++ < after ? 0 : 2), 4, 'asc').readPage(page)
        const result = await pageOfDay({ ...ledger, readPage: falling, day: span(day) })
        const right = [0, 2].map((from) => expected(instants.slice(from), 4, 'asc', day))
        expect(right).toContainEqual(bare(result))
      }
    }
  })

  it('needs at most 21 reads for 5,000,000 rows, with or without a count', async () => {
    const ROWS = 5_000_000
    const STEP_MS = 37_000
    const lastDay = Math.floor(((ROWS - 1) * STEP_MS) / DAY_MS)
    const rowsBefore = (instant: number) => Math.min(ROWS, Math.max(0, Math.ceil(instant / STEP_MS)))
    const wrong: object[] = []
    for (const [order, pageSize, isCounted] of ways)
      for (let day = -1; day <= lastDay + 1; day += 311) {
        const pages = ROWS / pageSize
        let reads = 0
        const found = await pageOfDay({
          order,
          day: span(day),
          lastPage: isCounted ? pages : null,
          onRead: (made) => (reads = made),
          readPage: async (page) => {
            const first = (page - 1) * pageSize
            const places = Array.from({ length: page > pages ? 0 : pageSize }, (_, index) => first + index)
            return rowsAt(places.map((place) => (order === 'asc' ? place : ROWS - 1 - place) * STEP_MS))
          },
        })
        const place = order === 'asc' ? rowsBefore(span(day).start) : ROWS - rowsBefore(span(day).end)
        const page = Math.min(pages, Math.floor(place / pageSize) + 1)
        const kind = place === ROWS ? 'beyond' : day < 0 || day > lastDay ? 'none' : 'day'
        if (reads > 21 || !isDeepStrictEqual(bare(found), { kind, page }))
          wrong.push({ found: bare(found), kind, page })
      }
    expect(wrong).toEqual([])
  })
})

const ask = (
  readPage: (page: number) => Promise<typeof UNCOUNTED & { results: Dated[] }>,
  lastPage: number | null = 8,
) => pageOfDay({ readPage, order: 'desc', day: span(3), lastPage })

describe('pageOfDay finds no page', () => {
  it('when there are no rows', async () => {
    expect(await ask(async () => rowsAt([]))).toEqual({ kind: 'empty' })
  })

  it('when rows are in another order, or undated', async () => {
    expect(await ask(async () => rowsAt([3 * DAY_MS, 5 * DAY_MS]))).toEqual({ kind: 'unordered' })
    expect(await ask(async () => ({ ...UNCOUNTED, results: [{ createdAt: { unreadable: '17' } }] }))).toEqual({
      kind: 'unordered',
    })
  })

  it('when every page is the same', async () => {
    expect(await ask(async () => rowsAt([9 * DAY_MS]))).toEqual({ kind: 'gaveUp' })
    expect(await ask(async () => rowsAt([9 * DAY_MS]), null)).toEqual({ kind: 'gaveUp' })
  })

  it('and rejects when a read fails', async () => {
    await expect(ask(() => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
  })
})
