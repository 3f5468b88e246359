import { Big } from 'big.js'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToTally, volume } from '@/scripts/test/volume.mjs'
import { plainEntries, type SentEntry } from '@/testing/console/use-ledger-api'
import { useLedgerReading } from '@/testing/console/use-ledger-reading'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { ledgerReads } from '@/lib/store/ledger-schema'
import { readExport } from '@/testing/console/read-csv'
import { runOperation } from '@/lib/run-operation'

const store = useConsoleStore()
const reading = useLedgerReading()

/** Entries without stored balances, and with amounts whose sum shows which entries it contains. */
const entriesOf = (count: number): SentEntry[] =>
  plainEntries(count, (index) => ({ amount: amountOf(index), previousBalance: undefined, newBalance: undefined }))
const amountOf = (index: number) => (index * 7_919 + 1) ** 2
const sumOf = (entries: readonly SentEntry[]) =>
  entries.reduce((sum, { amount }) => sum.plus(Number(amount)), new Big(0)).toFixed()

type Reading = ReturnType<typeof reading>

/** Makes each change once, right after the first read of its page. */
function changeAt({ api }: Reading, changes: Record<number, (entries: SentEntry[]) => SentEntry[]>): void {
  const left = new Map(Object.entries(changes))
  api.meet = (page) => {
    const change = left.get(String(page))
    left.delete(String(page))
    if (change) api.ledgers.set('acme', change([...(api.ledgers.get('acme') ?? [])]))
    return undefined
  }
}
const without = (index: number) => (entries: SentEntry[]) => entries.toSpliced(index, 1)
const withOneMore = (entries: SentEntry[]) => [...entries, ...entriesOf(2_000).slice(1_999)]

/** Returns the number and the sum of all entries in the months. */
async function figuresOf({ months }: Reading) {
  const all = (await months()).months
  const sum = all.flatMap(({ parts }) => Object.values(parts)).reduce((total, part) => total.plus(part), new Big(0))
  return [all.reduce((total, { entries }) => total + entries, 0), sum.toFixed()]
}

test('reads the ledger a second time when an entry is deleted and another is added later', async () => {
  const ledger = reading()
  ledger.api.ledgers.set('acme', entriesOf(1_000))
  changeAt(ledger, { 5: without(150), 9: withOneMore })
  expect(await ledger.read()).toMatchObject({ state: 'complete', entries: 1_000, total: 1_000, breakCount: 0 })
  expect(ledger.api.requested.filter((page) => page === 1)).toHaveLength(2)
  expect(await figuresOf(ledger)).toEqual([1_000, sumOf(ledger.api.ledgers.get('acme') ?? [])])
})

test('is partial when entries are deleted during the second reading, and starts over the next time', async () => {
  const ledger = reading()
  const { api, read, index } = ledger
  api.ledgers.set('acme', entriesOf(1_000))
  api.meet = (page) => {
    if (page % 4 === 0) api.ledgers.set('acme', without(3)([...(api.ledgers.get('acme') ?? [])]))
    return undefined
  }
  expect(await read()).toMatchObject({
    state: 'partial',
    isComplete: false,
    why: 'transactions were deleted while they were read: the billing API counted 999, then 998',
  })
  expect(api.requested.filter((page) => page === 1)).toHaveLength(2)
  api.meet = () => undefined
  expect(await read()).toMatchObject({ state: 'complete', breakCount: 0 })
  expect(await figuresOf(ledger)).toEqual([api.ledgers.get('acme')?.length, sumOf(api.ledgers.get('acme') ?? [])])
  const ofLedger = eq(ledgerReads.source, index.source)
  expect(await store().db.select().from(ledgerReads).where(ofLedger)).toMatchObject([{ state: 'complete' }])
})

test('reads the ledger a second time when entries are deleted while a complete read continues', async () => {
  const ledger = reading()
  const { api, read } = ledger
  api.ledgers.set('acme', entriesOf(150))
  await read()
  api.ledgers.set('acme', entriesOf(950))
  changeAt(ledger, { 5: without(20) })
  expect(await read()).toMatchObject({ state: 'complete', entries: 949 })
  expect(await figuresOf(ledger)).toEqual([949, sumOf(without(20)(entriesOf(950)))])
})

test.each([20, 800])('notices that entry %s was deleted while no process read', async (index) => {
  const ledger = reading()
  const { api, read, endProcess } = ledger
  api.ledgers.set('acme', entriesOf(1_000))
  let stopped: Promise<void> | undefined
  api.meet = (page) => {
    if (page === 5) stopped ??= endProcess()
    return undefined
  }
  expect(await read()).toMatchObject({ state: 'running' })
  await stopped
  api.ledgers.set('acme', without(index)(entriesOf(1_000)))
  expect(await read()).toMatchObject({ state: 'complete', entries: 999, breakCount: 0 })
  expect(await figuresOf(ledger)).toEqual([999, sumOf(without(index)(entriesOf(1_000)))])
})

test('“Read again” finds a deletion and an addition between two page reads, which no count shows', async () => {
  const ledger = reading()
  const { api, read } = ledger
  api.ledgers.set('acme', entriesOf(1_000))
  changeAt(ledger, { 5: (entries) => withOneMore(without(150)(entries)) })
  expect(await read()).toMatchObject({ state: 'complete', entries: 1_000, breakCount: 0 })
  const [, sum] = await figuresOf(ledger)
  expect(sum).not.toBe(sumOf(api.ledgers.get('acme') ?? []))
  expect(await read(true)).toMatchObject({ state: 'complete', entries: 1_000 })
  expect(await figuresOf(ledger)).toEqual([1_000, sumOf(api.ledgers.get('acme') ?? [])])
})

test('an exported file of a ledger that loses an entry is complete, or says that the entry is in it', async () => {
  const ledger = reading()
  const { api, context } = ledger
  const exported = async (index: number) => {
    api.ledgers.set('acme', entriesOf(1_000))
    changeAt(ledger, { 5: without(index), 9: withOneMore })
    const file = await readExport(await runOperation('exportTransactions', context, { externalId: 'acme' }))
    const written = file.rows.map((row) => row['Transaction ID'] ?? '')
    return { ...file, written, ids: (api.ledgers.get('acme') ?? []).map(({ id }) => id) }
  }
  // Not written yet when it was deleted.
  const unread = await exported(900)
  expect([unread.written, unread.partial]).toEqual([unread.ids, null])
  const deleted = await exported(150)
  expect(deleted.partial).toBe(
    'Partial: 1,001 of 1,000, because 1 transaction in this file was deleted while it was written; export it again',
  )
  expect(deleted.written.toSorted()).toEqual([...deleted.ids, 'txn_150'].toSorted())
})

interface Event {
  /** A stop of the process, or a change of the ledger, at the page request with the number `read`. */
  kind: 'append' | 'late' | 'delete' | 'stop'
  read: number
  at: number
}

test('a complete read is one state of the ledger, also when processes stop while it changes', async () => {
  const RUNS = volume({ test: 5, prove: 1_000 })
  const events = fc.uniqueArray(
    fc.record<Event>({
      kind: fc.constantFrom('append', 'append', 'late', 'delete', 'delete', 'stop'),
      read: fc.integer({ min: 1, max: 12 }),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    }),
    { maxLength: 6, selector: ({ read }) => read },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(199, 200, 201, 350), events, async (count, history) => {
      const ledger = reading()
      const { api, read, get, endProcess } = ledger
      let entries = entriesOf(count)
      api.ledgers.set('acme', entries)
      const states = [sumOf(entries)]
      let stopped: Promise<void> | undefined
      const happen = ({ kind, at }: Event) => {
        const place = kind === 'append' ? entries.length : Math.floor(at * entries.length)
        const near = entries[Math.min(place, entries.length - 1)]
        const [added] = entriesOf(500 + states.length).slice(-1)
        if (!near || !added) return
        if (kind === 'stop') stopped = endProcess()
        else if (kind === 'delete') entries = entries.toSpliced(place, 1)
        else entries = entries.toSpliced(place, 0, { ...added, createdAt: near['createdAt'] })
        api.ledgers.set('acme', entries)
        states.push(sumOf(entries))
      }
      api.meet = () => {
        const event = history.find((each) => each.read === api.requested.length)
        if (event) happen(event)
        return undefined
      }
      let done = await read()
      for (let again = 0; done.state === 'running' && again < 5; again += 1) {
        await stopped
        done = await read()
      }
      expect(done.state).not.toBe('running')
      if (done.state !== 'complete') return
      const [, sum] = await figuresOf(ledger)
      expect(states).toContain(sum)
      expect(await get()).toMatchObject({ breaks: [] })
      addToTally('complete reads of ledgers that changed while processes stopped', 1)
    }),
    { numRuns: RUNS },
  )
})
