import { describe, expect, it } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import type { TransactionPageView, TransactionView } from '@/contract/console/transaction'
import type { WalkEnd } from '../../../domain/ledger/ledger-walk'
import { filteredOutcome, walkOutcome } from '../../../format/walk-outcome'
import { problemError } from '../../problem'
import { transactionPageView } from '../../billing-api/tolerant/transaction-view'
import { SeenEntries } from './seen-entries'
import { walkLedgerAgain } from './walk-ledger'

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

/** Walks the pages that a function returns for their number, from 1. */
async function walk(
  pageOf: (page: number, asked: number) => TransactionPageView,
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

/** Returns pages of 100 rows up to the last one, each with the count at its index. */
const counting = (counts: number[], last: number) => (number: number) =>
  page(rows((number - 1) * 100 + 1, Math.min(number * 100, last)), { count: counts[number - 1] })

/** 150 rows. The last one has the ID of the seventh and another amount. */
const withReusedId = (number: number) =>
  page(number === 1 ? rows(1, 100) : [...rows(101, 149), { ...row(7), amount: '2' }], { count: 150, pages: 2 })

const NO_TOTAL = 'The billing API sends no total to check this number against.'
/** Responses by which APIs say that there is no such page. */
const REFUSALS = [
  ['not_found', 404],
  ['refused', 400],
  ['refused', 410],
  ['refused', 416],
  ['refused', 422],
] as const

const busy = (retryAfterSeconds?: number) => problemError('overloaded', 'Busy', { retryAfterSeconds })

/** A ledger whose fifth page is empty. */
const holed = (count: number, sent: object) => (number: number) =>
  number === 5 ? page([], sent) : ledger(count, { sent: () => sent })(number)

/** A ledger of 1,000 rows, of which the first 150 are deleted before the fifth page is read. */
const falling = (number: number, asked: number) => {
  const first = asked < 5 ? 1 : 151
  const last = Math.min(first + number * 100 - 1, 1_000)
  return page(rows(first + (number - 1) * 100, last), { pages: asked < 5 ? 10 : 9 })
}

describe('walkLedger', () => {
  it.each([
    ['of 250 rows', 250, [1, 2, 3], 'Exported all 250 transactions.'],
    ['of full pages only, which an empty one ends', 200, [1, 2, 3], 'Exported all 200 transactions.'],
    ['of one row', 1, [1], 'Exported the only transaction.'],
    ['of none', 0, [1], 'Exported: this customer has no transactions.'],
  ])('returns each row of %s once, in order', async (_, count, asked, outcome) => {
    const walked = await walk(ledger(count))
    expect(walked).toMatchObject({ ids: rows(1, count).map(({ id }) => id), asked, outcome })
  })

  it('continues to an empty page when the API sends no count, and says so', async () => {
    const walked = await walk(ledger(120, { sent: () => ({}) }))
    expect(walked.asked).toEqual([1, 2, 3])
    expect(walked.outcome).toBe(
      'Exported all 120 transactions. The billing API sends no total to check this number against.',
    )
  })

  it('says of filtered rows, too, that no total confirms them', async () => {
    const { end } = await walk(ledger(120, { sent: () => ({}) }))
    expect(filteredOutcome(7, end)).toBe(`Exported 7 transactions: all that match among 120. ${NO_TOTAL}`)
    expect(filteredOutcome(7, (await walk(ledger(120))).end)).toBe('Exported 7 transactions: all that match among 120.')
  })

  it('reads pages that are smaller than requested', async () => {
    expect(await walk(ledger(120, { size: 50 }))).toMatchObject({
      asked: [1, 2, 3],
      outcome: 'Exported all 120 transactions.',
    })
  })

  it('does not end early because of a count of the page, or one that is too small', async () => {
    const ofPage = (number: number) => {
      const { results } = ledger(250)(number)
      return { ...page([]), results, count: results.length, pages: null }
    }
    expect(await walk(ofPage)).toMatchObject({ asked: [1, 2, 3, 4], end: { rows: 250, stop: null } })
    const tooSmall = await walk(ledger(250, { sent: () => ({ count: 120 }) }))
    expect(tooSmall.outcome).toBe('Exported all 250 transactions. The billing API counted 120 at the start.')
  })

  it.each([{ pages: 0 }, {}])('does not end at a count of a page smaller than requested, with %j', async (sent) => {
    const capped = (number: number) => {
      const { results } = ledger(220, { size: 50 })(number)
      return { ...page([], { count: results.length, ...sent }), results }
    }
    expect(await walk(capped)).toMatchObject({
      asked: [1, 2, 3, 4, 5, 6],
      ids: rows(1, 220).map(({ id }) => id),
      outcome: 'Exported all 220 transactions. The billing API sends no total to check this number against.',
    })
  })

  it('reads one more page when a count comes without pages', async () => {
    const counted = (sent: object) => walk(ledger(20, { sent: () => sent }))
    expect(await counted({ count: 20 })).toMatchObject({ asked: [1, 2], outcome: 'Exported all 20 transactions.' })
    const refusing = await walk((number) => {
      if (number > 1) throw problemError('not_found', 'No such page')
      return page(rows(1, 20), { count: 20, pages: 0 })
    })
    expect(refusing).toMatchObject({
      asked: [1, 2],
      outcome: 'Exported all 20 transactions. The billing API sends no total to check this number against.',
    })
  })

  it('accepts a refused page past the end as the end when all rows have arrived', async () => {
    const walked = await walk((number: number) => {
      if (number > 2) throw problemError('not_found', 'No such page')
      return ledger(200)(number)
    })
    expect(walked.outcome).toBe('Exported all 200 transactions.')
  })

  it('reports rows that were added during the walk, and rows that may be missing', async () => {
    expect((await walk(counting([150, 153], 153))).outcome).toBe(
      'Exported all 153 transactions. 3 of them were added during the export.',
    )
    const shrinking = await walk(counting([150, 148], 148))
    expect(shrinking.asked).toEqual([1, 2, 1, 2, 3])
    expect(shrinking.outcome).toBe(
      'Partial: 148 of 148, because transactions were deleted while they were read: the billing API counted 150, then 148',
    )
  })

  const UNCOUNTED = { pages: 10 }
  it.each([
    ['of as many pages as it says', UNCOUNTED, 100],
    ['that counts each page', { count: 100, pages: 10 }, 100],
    ['that counts too few', { count: 500, pages: 10 }, 100],
    ['that says nothing', {}, 100],
    ['with smaller pages that says nothing', {}, 50],
  ])('does not take a refusal after a full page for the end of a ledger %s', async (_, sent, size) => {
    for (const [code, upstreamStatus] of REFUSALS) {
      const walked = await walk((number) => {
        if (number === 6) throw problemError(code, 'No', { upstreamStatus })
        return ledger(1_000, { size, sent: () => sent })(number)
      })
      expect(walked.outcome).toMatch(
        new RegExp(`^Partial: ${5 * size} of an unknown number, because page 6 could not be read: `),
      )
    }
  })

  it('takes a refusal after a shorter page for the end of an uncounted ledger, and says that no total confirms it', async () => {
    for (const [count, size] of [
      [20, 100],
      [230, 100],
      [120, 50],
    ] as const) {
      const walked = await walk((number) => {
        if (number > Math.ceil(count / size)) throw problemError('not_found', 'No such page')
        return ledger(count, { size, sent: () => ({}) })(number)
      })
      expect(walked.outcome).toBe(`Exported all ${count} transactions. ${NO_TOTAL}`)
    }
  })

  it('reports an empty page before the last one that the API counts', async () => {
    for (const sent of [UNCOUNTED, { count: 100, pages: 10 }])
      expect((await walk(holed(1_000, sent))).outcome).toBe(
        'Partial: 400 of an unknown number, because page 5 is empty, but the billing API counts 10 pages',
      )
    // Only pages in the middle have a count.
    const between = await walk((number) =>
      number === 5 ? page([]) : ledger(1_000, { sent: () => (number === 2 ? { count: 1_000 } : {}) })(number),
    )
    expect(between.outcome).toBe('Partial: 400 of 1,000, because the billing API listed 400 and counts 1,000')
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

  it.each([100, 50])(
    'reads all pages of %i rows when counts are of the rows so far, and says that no total confirms them',
    async (size) => {
      const soFar = (number: number) => {
        const count = Math.min(number * size, 1_000)
        return ledger(1_000, { size, sent: () => ({ count, pages: number }) })(number)
      }
      expect((await walk(soFar)).outcome).toBe(`Exported all 1,000 transactions. ${NO_TOTAL}`)
      const refused = await walk((number) => {
        if (number === 6) throw problemError('refused', 'No', { upstreamStatus: 422 })
        return soFar(number)
      })
      expect(refused.outcome).toMatch(`Partial: ${5 * size} of an unknown number, because page 6 could not be read: `)
    },
  )

  it('reports that fewer rows were listed than counted', async () => {
    expect((await walk((number) => (number === 2 ? page([], { count: 250 }) : ledger(250)(number)))).outcome).toBe(
      'Partial: 100 of 250, because the billing API listed 100 and counts 250',
    )
  })

  it('keeps one row that is repeated on the next page, and reports that others may be missing', async () => {
    const shifted = (number: number) => page(number === 1 ? rows(1, 100) : rows(98, 150), { count: 150 })
    expect(await walk(shifted)).toMatchObject({
      ids: rows(1, 150).map(({ id }) => id),
      outcome: 'Partial: 150 of 150, because transactions were repeated 3 times, so others may be missing',
    })
  })

  it('keeps one row that is repeated on its page, and reports that counted rows are missing', async () => {
    const walked = await walk((number) => {
      const { results } = ledger(60, { size: 50 })(number)
      return { ...page([], { count: 120, pages: 2 }), results: results.flatMap((each) => [each, each]) }
    })
    expect(walked).toMatchObject({
      ids: rows(1, 60).map(({ id }) => id),
      end: { repeatedRows: 60 },
      outcome: 'Partial: 60 of 120, because transactions were repeated 60 times, so others may be missing',
    })
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

  it('keeps different rows with the same ID, and reports that others may be missing', async () => {
    const walked = await walk(withReusedId)
    expect(walked.ids).toHaveLength(150)
    expect(walked.outcome).toBe(
      'Partial: 150 of 150, because 1 transaction has the ID of another one, so others may be missing',
    )
  })

  it('does not claim to be complete when rows have no ID', async () => {
    const walked = await walk(() => page([{ amount: '1' }, { amount: '1' }], { count: 2, pages: 1 }))
    expect(walked.ids).toHaveLength(2)
    expect(walked.outcome).toBe('Partial: 2 of 2, because 2 transactions have no ID, so repeats cannot be ruled out')
  })

  it('does not claim to be complete when the ledger is longer than it can compare', async () => {
    const walked = await walk(ledger(250), { seen: new SeenEntries(240) })
    expect(walked.outcome).toBe(
      'Partial: 250 of 250, because the last 10 transactions were not checked for repeats: the ledger is longer than an export can check',
    )
  })

  it('ends when pages form a cycle', async () => {
    const circle = await walk((number) => ledger(250)(number <= 3 ? number : 2 + (number % 2)))
    expect(circle).toMatchObject({ asked: [1, 2, 3], outcome: 'Exported all 250 transactions.' })
    const uncounted = await walk((number) => ledger(400, { sent: () => ({}) })(number <= 3 ? number : 2 + (number % 2)))
    expect(uncounted).toMatchObject({ asked: [1, 2, 3, 4], end: { rows: 300, stop: { kind: 'repeated', page: 4 } } })
  })

  it('ends when pages repeat, whatever their count', async () => {
    const same = await walk(() => page(rows(1, 100), { count: 5_000_000, pages: 50_000 }))
    expect(same).toMatchObject({
      asked: [1, 2],
      outcome: 'Partial: 100 of 5,000,000, because page 2 repeats a page that was read before',
    })
    const wrapping = await walk((number) => page(number % 2 === 1 ? rows(1, 100) : rows(101, 200), {}))
    expect(wrapping.asked).toEqual([1, 2, 3])
    // The API repeats the last page instead of an empty one, after all counted rows.
    const clamped = await walk((number) => ledger(200)(Math.min(number, 2)))
    expect(clamped.outcome).toBe('Exported all 200 transactions.')
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

  it('ends when it is cancelled', async () => {
    const caller = new AbortController()
    const walked = await walk(ledger(5000), { signal: caller.signal, onRows: () => caller.abort('cancelled') })
    expect(walked).toMatchObject({ asked: [1], outcome: 'Partial: 100 of 5,000, because it was cancelled' })
  })

  it('ends when the console stops', async () => {
    const stop = new AbortController()
    const walked = await walk(ledger(5000), { signal: stop.signal, onRows: () => stop.abort('stopped') })
    expect(walked.outcome).toBe('Partial: 100 of 5,000, because the console was stopped; export it again')
  })
})
