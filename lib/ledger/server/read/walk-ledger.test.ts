import { describe, expect, it } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import type { TransactionPageView, TransactionView } from '../../transaction'
import { type WalkEnd, walkOutcome } from '../../ledger-walk'
import { problemError } from '@/lib/core/server/problem'
import { SeenEntries } from './seen-entries'
import { walkLedgerAgain } from './walk-ledger'
import { transactionPageView } from '@/testing/console/whole-views'

const context = { amountUnit: 'major', asOf: '2026-11-22T14:05:09.000Z' } as const
const row = (id: number) => ({ id: `tx_${id}`, amount: '1' })
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => row(from + index))
const page = (results: object[], sent: object = {}): TransactionPageView =>
  transactionPageView(
    parseExactJson(JSON.stringify({ results, ...sent })),
    { externalId: 'acme', page: 1, pageSize: 100 },
    context,
  )

interface Walked {
  ids: (string | null)[]
  end: WalkEnd
  outcome: string
  asked: number[]
  waits: number[]
}

interface WalkOptions {
  signal?: AbortSignal
  seen?: SeenEntries
  onRows?: () => void
}

type PageOf = (page: number, asked: number) => TransactionPageView

/** Walks the pages that a function returns for their number, from 1. */
async function walk(
  pageOf: PageOf,
  { signal = new AbortController().signal, seen, onRows = () => {} }: WalkOptions = {},
): Promise<Walked> {
  const asked: number[] = []
  const waits: number[] = []
  const pages = walkLedgerAgain({
    signal,
    seen,
    readPage: async (number) => {
      asked.push(number)
      return pageOf(number, asked.length)
    },
    wait: async (ms) => waits.push(ms),
  })
  const read: TransactionView[] = []
  for (;;) {
    const step = await pages.next()
    if (step.done) {
      const ids = read.map(({ id }) => (typeof id === 'string' ? id : null))
      return { ids, end: step.value, outcome: walkOutcome(step.value), asked, waits }
    }
    read.push(...step.value.rows)
    onRows()
  }
}

/** An API as documented, with this many rows and a maximum page size. */
const ledger =
  (count: number, { size = 100, sent = (): object => ({ count, pages: Math.ceil(count / size) }) } = {}) =>
  (number: number) =>
    page(rows((number - 1) * size + 1, Math.min(number * size, count)), sent())

const sends = (sent: object) => ({ sent: () => sent })
/** Refuses the pages from this one on. */
const refusedFrom = (first: number, pageOf: (number: number) => TransactionPageView) => (number: number) => {
  if (number >= first) throw problemError('not_found', 'No such page')
  return pageOf(number)
}
/** Returns pages of 100 rows up to the last one, each with the count at its index. */
const counting = (counts: number[], last: number) => (number: number) =>
  page(rows((number - 1) * 100 + 1, Math.min(number * 100, last)), { count: counts[number - 1] })
/** Pages of at most this size, each with its own number of rows as the count. */
const countingItself = (count: number, size: number, sent: object) => (number: number) => {
  const { results } = ledger(count, { size })(number)
  return { ...page([], { count: results.length, ...sent }), results }
}
/** Counts the rows so far. */
const countingSoFar = (size: number) => (number: number) =>
  ledger(1_000, { size, ...sends({ count: Math.min(number * size, 1_000), pages: number }) })(number)
/** A ledger whose page with this number is empty. */
const holed = (empty: number, count: number, sent: object) => (number: number) =>
  number === empty ? page([], sent) : ledger(count, sends(sent))(number)
/** A ledger whose second page has each row twice. */
const doubled = (number: number) => {
  const { results } = ledger(60, { size: 50 })(number)
  return { ...page([], { count: 120, pages: 2 }), results: results.flatMap((each) => [each, each]) }
}
/** Pages 2 and 3 come again and again. */
const inCircles = (number: number) => (number <= 3 ? number : 2 + (number % 2))

/** 150 rows. The last one has the ID of the seventh and another amount. */
const withReusedId = (number: number) =>
  page(number === 1 ? rows(1, 100) : [...rows(101, 149), { ...row(7), amount: '2' }], { count: 150, pages: 2 })

const NO_TOTAL = 'The billing API sends no total to check this number against.'
const exportedAll = (count: string | number) => `Exported all ${count} transactions.`
const unconfirmed = (count: string | number) => `${exportedAll(count)} ${NO_TOTAL}`
const partial = (numbers: string, why: string) => `Partial: ${numbers}, because ${why}`
const unknown = (count: number, why: string) => partial(`${count} of an unknown number`, why)
const repeats = (number: number) => `page ${number} repeats a page that was read before`
const NO_PAGES = { pages: 0 }
const EMPTY = 'page 5 is empty, but the billing API counts 10 pages'
/** Responses by which APIs say that there is no such page. */
const REFUSALS = [
  ['not_found', 404],
  ['refused', 400],
  ['refused', 410],
  ['refused', 416],
  ['refused', 422],
] as const

const busy = (retryAfterSeconds?: number) => problemError('overloaded', 'Busy', { retryAfterSeconds })

/** A ledger of 1,000 rows, of which the first 150 are deleted before the fifth page is read. */
const falling = (number: number, asked: number) => {
  const first = asked < 5 ? 1 : 151
  const last = Math.min(first + number * 100 - 1, 1_000)
  return page(rows(first + (number - 1) * 100, last), { pages: asked < 5 ? 10 : 9 })
}

describe('walkLedger', () => {
  it.each<[string, PageOf, number, number, string]>([
    ['of 250 rows', ledger(250), 250, 3, exportedAll(250)],
    ['of full pages only, which an empty one ends', ledger(200), 200, 3, exportedAll(200)],
    ['of one row', ledger(1), 1, 1, 'Exported the only transaction.'],
    ['of none', ledger(0), 0, 1, 'Exported: this customer has no transactions.'],
    ['with smaller pages than requested', ledger(120, { size: 50 }), 120, 3, exportedAll(120)],
    ['that refuses the page past its end', refusedFrom(3, ledger(200)), 200, 3, exportedAll(200)],
    [
      'that repeats its last page instead of an empty one',
      (number) => ledger(200)(Math.min(number, 2)),
      200,
      3,
      exportedAll(200),
    ],
    ['whose pages form a cycle after its count', (number) => ledger(250)(inCircles(number)), 250, 3, exportedAll(250)],
    ['without counts', ledger(120, sends({})), 120, 3, unconfirmed(120)],
    ['without counts, which a refusal ends', refusedFrom(2, ledger(20, sends({}))), 20, 2, unconfirmed(20)],
    ['without counts, refused after a short page', refusedFrom(4, ledger(230, sends({}))), 230, 4, unconfirmed(230)],
    ['with a count without pages', ledger(20, sends({ count: 20 })), 20, 2, exportedAll(20)],
    ['with a count of 0 pages', refusedFrom(2, ledger(20, sends({ count: 20, pages: 0 }))), 20, 2, unconfirmed(20)],
    ['with a count of each page', countingItself(250, 100, { pages: null }), 250, 4, unconfirmed(250)],
    ['with a count of each smaller page', countingItself(220, 50, {}), 220, 6, unconfirmed(220)],
    ['with that and 0 pages', countingItself(220, 50, NO_PAGES), 220, 6, unconfirmed(220)],
    ['with a count of the rows so far', countingSoFar(100), 1_000, 11, unconfirmed('1,000')],
    ['with a count of the rows so far on smaller pages', countingSoFar(50), 1_000, 21, unconfirmed('1,000')],
    [
      'with a count that is too small',
      ledger(250, sends({ count: 120 })),
      250,
      4,
      `${exportedAll(250)} The billing API counted 120 at the start.`,
    ],
    ['that grows', counting([150, 153], 153), 153, 3, exportedAll(153)],
  ])('returns each row once, in order, of a ledger %s', async (_, pageOf, count, pages, outcome) => {
    const asked = Array.from({ length: pages }, (__, index) => index + 1)
    expect(await walk(pageOf)).toMatchObject({ ids: rows(1, count).map(({ id }) => id), asked, outcome })
  })

  it.each<[string, PageOf, number, string]>([
    [
      'lists fewer than it counts',
      holed(2, 250, { count: 250 }),
      100,
      partial('100 of 250', 'the billing API listed 100 and counts 250'),
    ],
    ['has an empty page before its last', holed(5, 1_000, { pages: 10 }), 400, unknown(400, EMPTY)],
    ['has one, and counts each page', holed(5, 1_000, { count: 100, pages: 10 }), 400, unknown(400, EMPTY)],
    [
      'has one, and counts in the middle only',
      (number) => (number === 2 ? ledger(1_000, sends({ count: 1_000 })) : holed(5, 1_000, {}))(number),
      400,
      partial('400 of 1,000', 'the billing API listed 400 and counts 1,000'),
    ],
    [
      'repeats rows on the next page',
      (number) => page(number === 1 ? rows(1, 100) : rows(98, 150), { count: 150 }),
      150,
      partial('150 of 150', 'transactions were repeated 3 times, so others may be missing'),
    ],
    [
      'repeats rows on their page',
      doubled,
      60,
      partial('60 of 120', 'transactions were repeated 60 times, so others may be missing'),
    ],
    ['goes in circles', (number) => ledger(400, sends({}))(inCircles(number)), 300, unknown(300, repeats(4))],
    [
      'repeats two pages',
      (number) => page(rows(number % 2 ? 1 : 101, number % 2 ? 100 : 200)),
      200,
      unknown(200, repeats(3)),
    ],
    [
      'repeats a page, whatever its count',
      () => page(rows(1, 100), { count: 5_000_000, pages: 50_000 }),
      100,
      partial('100 of 5,000,000', repeats(2)),
    ],
  ])('reports that a ledger %s, and returns each row once', async (_, pageOf, count, outcome) => {
    expect(await walk(pageOf)).toMatchObject({ ids: rows(1, count).map(({ id }) => id), outcome })
  })

  it.each<[string, PageOf, number, string]>([
    [
      'other rows have the same ID',
      withReusedId,
      150,
      '1 transaction has the ID of another one, so others may be missing',
    ],
    [
      'rows have no ID',
      () => page([{ amount: '1' }, { amount: '1' }], { count: 2, pages: 1 }),
      2,
      '2 transactions have no ID, so repeats cannot be ruled out',
    ],
  ])('keeps all rows and does not claim to be complete when %s', async (_, pageOf, count, why) => {
    const walked = await walk(pageOf)
    expect([walked.ids.length, walked.outcome]).toEqual([count, partial(`${count} of ${count}`, why)])
  })

  it('says of filtered rows, too, that no total confirms them', async () => {
    const { end } = await walk(ledger(120, sends({})))
    expect(walkOutcome(end, 7)).toBe(`Exported 7 transactions: all that match among 120. ${NO_TOTAL}`)
    expect(walkOutcome((await walk(ledger(120))).end, 7)).toBe('Exported 7 transactions: all that match among 120.')
  })

  it('reads a ledger again that shrinks, and reports it when it still does', async () => {
    const shrinking = await walk(counting([150, 148], 148))
    expect(shrinking.asked).toEqual([1, 2, 1, 2, 3])
    const why = 'transactions were deleted while they were read: the billing API counted 150, then 148'
    expect(shrinking.outcome).toBe(partial('148 of 148', why))
  })

  it.each<[string, (number: number) => TransactionPageView, number]>([
    ['of as many pages as it says', ledger(1_000, sends({ pages: 10 })), 500],
    ['that counts each page', ledger(1_000, sends({ count: 100, pages: 10 })), 500],
    ['that counts too few', ledger(1_000, sends({ count: 500, pages: 10 })), 500],
    ['that says nothing', ledger(1_000, sends({})), 500],
    ['with smaller pages that says nothing', ledger(1_000, { size: 50, ...sends({}) }), 250],
    ['that counts the rows so far', countingSoFar(100), 500],
  ])('does not take a refusal after a full page for the end of a ledger %s', async (_, pageOf, count) => {
    for (const [code, upstreamStatus] of REFUSALS) {
      const walked = await walk((number) => {
        if (number === 6) throw problemError(code, 'No', { upstreamStatus })
        return pageOf(number)
      })
      expect(walked.outcome).toContain(unknown(count, 'page 6 could not be read: '))
    }
  })

  it('reads a ledger without counts again when its pages become fewer', async () => {
    const walked = await walk(falling)
    expect(walked.end).toMatchObject({ isReread: true, fall: null })
    expect(walked.ids).toHaveLength(1_000)
    expect(walked.outcome).toBe(
      'Partial: 850 of an unknown number, because 150 transactions in this file were deleted while it was written; export it again',
    )
    const always = await walk((number) => ledger(1_000, { sent: () => ({ pages: 20 - number }) })(number))
    expect(always.outcome).toBe(
      'Partial: 1,000 of an unknown number, because transactions were deleted while they were read: the billing API counted 19 pages, then 18',
    )
  })

  it.each([
    ['updatedAt, which no figure uses, is the same entry', { updatedAt: '2027-01-01T00:00:00.000Z' }, 'repeatedRows'],
    ['newBalance is another one with its ID', { newBalance: '7' }, 'reusedIds'],
  ] as const)('a repeated row with another %s', async (_, changed, counted) => {
    const { end } = await walk((number) => {
      const { results } = ledger(60)(number)
      return page([...results, ...results.slice(0, 1).map((first) => ({ ...first, ...changed }))])
    })
    expect(end).toMatchObject({ repeatedRows: 0, reusedIds: 0, [counted]: 1 })
  })

  it.each([
    ['with a count', { count: 250, pages: 3 }, '250'],
    ['without one', {}, 'an unknown number'],
  ])('detects a row of page 1 on page 3, %s', async (_, sent, all) => {
    const tied = (number: number) => {
      const { results } = ledger(250)(number)
      return { ...page([], sent), results: number === 3 ? [...page([row(50)]).results, ...results.slice(1)] : results }
    }
    expect(await walk(tied)).toMatchObject({
      ids: rows(1, 250)
        .map(({ id }) => id)
        .filter((id) => id !== 'tx_201'),
      outcome: `Partial: 249 of ${all}, because 1 transaction was sent twice, so another may be missing`,
    })
  })

  it('does not claim to be complete when the ledger is longer than it can compare', async () => {
    const walked = await walk(ledger(250), { seen: new SeenEntries(240) })
    expect(walked.outcome).toBe(
      'Partial: 250 of 250, because the last 10 transactions were not checked for repeats: the ledger is longer than an export can check',
    )
  })

  it('retries a page after the pause that the API asks for, then reports which page it could not read', async () => {
    const once = await walk((number, asked) => {
      if (asked === 2) throw busy(7)
      return ledger(250)(number)
    })
    expect(once).toMatchObject({ asked: [1, 2, 2, 3], waits: [7000], outcome: 'Exported all 250 transactions.' })
    const always = await walk((number) => {
      if (number === 3) throw busy()
      return ledger(250)(number)
    })
    expect(always).toMatchObject({
      asked: [1, 2, 3, 3, 3],
      waits: [1000, 2000],
      outcome: 'Partial: 200 of 250, because page 3 could not be read: The billing API is busy',
    })
  })

  it('throws the error of the read when the first page cannot be read', async () => {
    const failing = walk(() => {
      throw problemError('not_found', 'No such customer')
    })
    await expect(failing).rejects.toMatchObject({ problem: { code: 'not_found' } })
  })

  it.each([
    ['cancelled', 'it was cancelled'],
    ['stopped', 'the console was stopped; export it again'],
  ])('ends when it is %s', async (reason, why) => {
    const caller = new AbortController()
    const walked = await walk(ledger(5_000), { signal: caller.signal, onRows: () => caller.abort(reason) })
    expect(walked).toMatchObject({ asked: [1], outcome: partial('100 of 5,000', why) })
  })
})
