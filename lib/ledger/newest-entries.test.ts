import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { NO_ENTRIES, readNextPage } from './newest-entries'

/** Reads pages of a ledger with numbered entries, newest first. Each change happens between two reads. */
async function readPages(
  count: number,
  pages: number,
  changes: readonly { kind: 'append' | 'late' | 'delete'; at: number }[],
) {
  const SIZE = 3
  let next = count
  let ledger = Array.from({ length: count }, (_, index) => index)
  const states = [ledger]
  const left = [...changes]
  let reads = 0
  const readPage = async (page: number) => {
    const change = reads === 0 ? undefined : left.shift()
    const place = change?.kind === 'append' ? ledger.length : Math.floor((change?.at ?? 0) * ledger.length)
    if (change?.kind === 'delete') ledger = ledger.toSpliced(place, 1)
    else if (change) ledger = ledger.toSpliced(place, 0, next++)
    states.push(ledger)
    reads += 1
    const newest = ledger.toReversed().slice((page - 1) * SIZE, page * SIZE)
    const results = newest.map((id) => bareTransaction({ id: `tx_${id}` }))
    return { results, count: ledger.length, pages: Math.max(1, Math.ceil(ledger.length / SIZE)) }
  }
  let read = NO_ENTRIES
  while (read.pages < pages && read.hasNextPage) read = await readNextPage({ readPage, pageSize: SIZE }, read)
  return { ids: read.entries.map(({ id }) => id), read, reads, states }
}

it('returns the newest entries without a gap, also when they change between two reads', async () => {
  const change = fc.record({
    kind: fc.constantFrom('append' as const, 'late' as const, 'delete' as const),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  let complete = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(change, { maxLength: 3 }),
      async (count, pages, changes) => {
        const { ids, read, states } = await readPages(count, pages, changes)
        expect(new Set(ids).size).toBe(ids.length)
        if (read.hasMoved) return
        complete += 1
        const newest = states.map((state) =>
          state
            .toReversed()
            .slice(0, ids.length)
            .map((id) => `tx_${id}`),
        )
        expect(newest).toContainEqual(ids)
      },
    ),
    { numRuns: 1_000 },
  )
  expect(complete).toBeGreaterThan(500)
})

it('reads the pages again once, and reports when they moved a second time', async () => {
  const once = await readPages(9, 2, [{ kind: 'delete', at: 0.9 }])
  expect(once).toMatchObject({
    reads: 4,
    read: { hasMoved: false },
    ids: ['tx_7', 'tx_6', 'tx_5', 'tx_4', 'tx_3', 'tx_2'],
  })
  const always = await readPages(
    9,
    2,
    Array.from({ length: 9 }, () => ({ kind: 'delete' as const, at: 0.9 })),
  )
  expect(always).toMatchObject({ reads: 4, read: { hasMoved: true } })
})
