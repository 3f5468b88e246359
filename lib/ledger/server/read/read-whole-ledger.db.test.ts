import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plainEntries } from '@/testing/console/use-ledger-api'
import { useLedgerReading } from '@/testing/console/use-ledger-reading'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { workOnJobs } from '@/testing/console/work-on-jobs'
import { claimJobs } from '@/lib/jobs/job-store'
import { jobsEnded } from '@/lib/jobs/run-jobs'
import { runOperation } from '@/lib/run-operation'
import { trimIndex } from '@/lib/objects/server/trim-index'
import { jobs } from '@/lib/store/job-schema'
import { ledgerReads } from '@/lib/store/ledger-schema'

const store = useConsoleStore()
const reading = useLedgerReading()

/** Claims the read of a ledger, as another process does. */
const claim = (source: string) => claimJobs(store().db, { source, kind: 'ledger', limit: 1 })
/** Ends the leases of a source, as those of a process that was killed. */
const endLeases = (source: string) =>
  store()
    .db.update(jobs)
    .set({ leaseUntil: sql`clock_timestamp() - interval '1 second'` })
    .where(eq(jobs.source, source))

test('a ledger that was never read has no figures', async () => {
  const { get, chart, months, blocks, explain, filter } = reading()
  expect(await get()).toMatchObject({ state: 'none', entries: 0, asOf: null })
  expect(await chart()).toMatchObject({ charts: [], from: null })
  expect(await months()).toMatchObject({ months: [] })
  expect(await blocks()).toMatchObject({ blocks: [] })
  expect(await explain('2026-01-01', '2026-01-02')).toMatchObject({ pools: [] })
  expect(await filter({ type: 'usage' })).toMatchObject({ results: [], pagesRead: 0 })
})

test('reads a ledger to its end, two pages at a time at most, and finds that all agrees', async () => {
  const { api, send, read } = reading()
  send(950)
  const done = await read()
  expect(done).toMatchObject({ state: 'complete', entries: 950, total: 950, breakCount: 0, breaks: [], why: null })
  expect(done.pools).toEqual([{ key: 'id:unit_1', unitId: 'unit_1', unitName: 'AI credits' }])
  expect(api.requested.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(api.mostAtOnce).toBeLessThanOrEqual(2)
})

test('reads only new entries the next time, after it compared the last page', async () => {
  const { api, send, read } = reading()
  send(250)
  await read()
  api.requested.length = 0
  send(450)
  expect(await read()).toMatchObject({ state: 'complete', entries: 450, breakCount: 0 })
  expect(api.requested).toEqual([3, 4, 5])
})

test('reads a ledger anew whose last page has changed', async () => {
  const { api, send, read } = reading()
  send(250)
  const before = await read()
  const late = { ...plainEntries(1)[0], id: 'txn_late', createdAt: '2026-01-03T23:00:00Z', amount: 5 }
  const [rows, at] = [plainEntries(250), 12]
  api.ledgers.set('acme', [...rows.slice(0, at), late, ...rows.slice(at)])
  const after = await read()
  expect(after).toMatchObject({ state: 'complete', entries: 251 })
  expect(after.breaks.map(({ transactionId, kind }) => [transactionId, kind])).toEqual([
    ['txn_late', 'sum'],
    ['txn_late', 'gap'],
  ])
  expect((after.comparedAt ?? '') >= (before.comparedAt ?? '')).toBe(true)
})

test('compares all pages again on request', async () => {
  const { api, send, read } = reading()
  send(250)
  await read()
  api.requested.length = 0
  expect(await read(true)).toMatchObject({ state: 'complete', entries: 250 })
  expect(api.requested).toEqual([1, 2, 3])
})

const IN_BLOCK_0 = {
  allocationBlockId: 'blk_0',
  allocationBlock: { id: 'blk_0', customPricingUnitId: 'unit_1', customPricingUnit: { displayName: 'AI credits' } },
}

test('stops when it is cancelled, keeps what was read, and goes on from there', async () => {
  const { api, send, cancelAt, read, get } = reading()
  send(5_000)
  await cancelAt(20)
  const stopped = await get()
  expect(stopped).toMatchObject({ state: 'partial', why: 'it was cancelled', total: 5_000 })
  expect(stopped.entries).toBeGreaterThan(0)
  expect(stopped.entries).toBeLessThan(5_000)
  api.requested.length = 0
  expect(await read()).toMatchObject({ state: 'complete', entries: 5_000, breakCount: 0 })
  expect(api.requested[0]).toBeGreaterThan(1)
})

test('says why a page could not be read, and goes on once the API is back', async () => {
  const { api, send, read, chart } = reading()
  send(450)
  api.meet = (page) => (page >= 3 ? 400 : undefined)
  expect(await read()).toMatchObject({
    state: 'partial',
    entries: 200,
    total: 450,
    why: expect.stringMatching(/page 3/),
  })
  expect((await chart()).charts[0]?.points.at(-1)?.day).toBe('2026-02-19')
  api.meet = () => undefined
  expect(await read()).toMatchObject({ state: 'complete', entries: 450, why: null })
})

test('a complete read stays complete while the API is down', async () => {
  const { api, send, read } = reading()
  send(150)
  const before = await read()
  api.meet = () => 503
  expect(await read()).toMatchObject({ state: 'complete', entries: 150, asOf: before.asOf })
})

test('figures of a complete read stay while the ledger is read anew', async () => {
  const { api, send, read, chart } = reading()
  send(150)
  const before = await read()
  api.meet = (page) => (page === 2 ? 400 : undefined)
  expect(await read(true)).toMatchObject({
    state: 'partial',
    entries: 100,
    isComplete: true,
    checkedEntries: 150,
    asOf: before.asOf,
  })
  expect((await chart()).charts[0]?.points.at(-1)?.day).toBe('2026-02-07')
})

test('a count that lies makes the read partial', async () => {
  const { api, send, read } = reading()
  send(150)
  api.countOf = () => 170
  expect(await read()).toMatchObject({
    state: 'partial',
    why: 'the billing API listed 150 and counts 170',
  })
})

test('one process reads a ledger, and another goes on when its lease has ended', async () => {
  const { api, send, index, start, read } = reading()
  send(150)
  await start()
  expect(await claim(index.source)).toHaveLength(1)
  expect(await read()).toMatchObject({ state: 'running', entries: 0 })
  expect(api.requested).toEqual([])
  await endLeases(index.source)
  expect(await read()).toMatchObject({ state: 'complete', entries: 150 })
})

test('a process that lost a ledger to another one writes nothing of it any more', async () => {
  const { api, send, index, start, work, get } = reading()
  send(5_000)
  let other: Promise<unknown> | undefined
  const takeOver = async () => {
    await endLeases(index.source)
    // A job whose checkpoint is being written is passed over.
    let claimed = await claim(index.source)
    while (claimed.length === 0) claimed = await claim(index.source)
    return claimed
  }
  api.meet = (page) => {
    if (page !== 20 || other !== undefined) return undefined
    // The read must not end before the other process has it.
    api.delayMs = 500
    other = takeOver().finally(() => (api.delayMs = 0))
    return undefined
  }
  await start()
  await work()
  await jobsEnded()
  expect(await other).toHaveLength(1)
  expect(await get()).toMatchObject({ state: 'running', isComplete: false })
  expect(await store().db.select({ state: jobs.state }).from(jobs).where(eq(jobs.source, index.source))).toEqual([
    { state: 'running' },
  ])
})

test.each(['before', 'after'])('a ledger that was cancelled %s its process was lost is not read on', async (when) => {
  const { api, send, context, index, start, read, get, cancel } = reading()
  send(150)
  await start()
  await claim(index.source)
  if (when === 'before') await cancel()
  await endLeases(index.source)
  if (when === 'after') await cancel()
  await workOnJobs(context.environment)
  expect(await get()).toMatchObject({ state: 'partial', why: 'it was cancelled' })
  expect(api.requested).toEqual([])
  expect(await read()).toMatchObject({ state: 'complete', entries: 150 })
})

test.each([1, 10])('a read of a process that stops at page %s goes on in another one at once', async (stopsAt) => {
  const { api, send, read, endProcess } = reading()
  send(5_000)
  let stopped: Promise<void> | undefined
  api.meet = (page) => {
    if (page === stopsAt) stopped ??= endProcess()
    return undefined
  }
  expect(await read()).toMatchObject({ state: 'running', isComplete: false })
  await stopped
  const before = api.requested.length
  expect(await read()).toMatchObject({ state: 'complete', entries: 5_000, breakCount: 0 })
  expect(api.requested.length - before).toBeLessThan(stopsAt === 1 ? 55 : 48)
})

test('a complete read that goes on is not complete until it ends', async () => {
  const { send, read, get, cancelAt, explain } = reading()
  send(250)
  await read()
  send(5_000)
  await cancelAt(20)
  expect(await get()).toMatchObject({ state: 'partial', isComplete: false, why: 'it was cancelled' })
  expect(await explain('2026-01-01', '2026-01-02')).toMatchObject({ isComplete: false })
  expect(await read()).toMatchObject({ state: 'complete', isComplete: true, entries: 5_000, breakCount: 0 })
  expect(await explain('2026-01-01', '2026-01-02')).toMatchObject({ isComplete: true })
})

test('finds a block that is drawn below zero by the last entry, also when reading stopped there', async () => {
  const { api, read } = reading()
  const rows = plainEntries(120, (index) => (index >= 98 ? IN_BLOCK_0 : {}))
  api.ledgers.set('acme', rows.slice(0, 100))
  expect((await read()).breaks).toEqual([
    { kind: 'overdrawn', transactionId: 'txn_99', page: 1, createdAt: expect.stringMatching(/^2026-01-/), offBy: '-9' },
  ])
  api.ledgers.set('acme', rows)
  expect((await read()).breaks.filter(({ kind }) => kind === 'overdrawn')).toHaveLength(1)
})

test('a date that no database keeps is an undated entry', async () => {
  const { send, read } = reading()
  const odd = ['0000-01-01T00:00:00Z', '9999-12-31T23:30:00-01:00']
  send(20, (index) => (index < 2 ? { createdAt: odd[index] } : {}))
  const { state, breaks } = await read()
  expect([state, breaks.map(({ kind }) => kind)]).toEqual(['complete', ['unreadable', 'unreadable']])
})

test('a ledger of too many pools is not read to its end', async () => {
  const { send, read } = reading()
  send(1_500, (index) => ({ allocationBlock: { customPricingUnitId: `unit_${index}` } }))
  expect(await read()).toMatchObject({ state: 'partial', why: 'it has more than 1,000 pools or 200,000 blocks' })
})

test('a ledger of too many sums is not read to its end', async () => {
  const { send, read, index } = reading()
  send(50)
  expect(await read()).toMatchObject({ state: 'complete', entries: 50 })
  const ofSource = eq(ledgerReads.source, index.source)
  await store().db.update(ledgerReads).set({ sums: 500_000 }).where(ofSource)
  send(60_000)
  expect(await read()).toMatchObject({
    state: 'partial',
    isComplete: false,
    why: 'it has more than 500,000 combinations of day, pool, type, billable and block',
  })
})

test('two starts at once read the ledger once', async () => {
  const { api, send, context, start, get } = reading()
  send(350)
  await Promise.all([start(), start(), start()])
  await workOnJobs(context.environment)
  expect(await get()).toMatchObject({ state: 'complete', entries: 350 })
  expect(api.requested).toEqual([1, 2, 3, 4])
})

test('is forgotten with its customer, and with age', async () => {
  const { send, read, get, index, context } = reading()
  send(20)
  await read()
  await runOperation('forgetCustomer', context, { externalId: 'acme' })
  expect(await get()).toMatchObject({ state: 'none' })
  await read()
  await trimIndex(store().db, index.source, { before: new Date(0), rows: 1_000 })
  expect(await get()).toMatchObject({ state: 'complete' })
  await trimIndex(store().db, index.source, { before: new Date(0), rows: 5 })
  expect(await get()).toMatchObject({ state: 'none' })
  await read()
  await trimIndex(store().db, index.source, { before: new Date(Date.now() + 1_000), rows: 1_000 })
  expect(await get()).toMatchObject({ state: 'none' })
})
