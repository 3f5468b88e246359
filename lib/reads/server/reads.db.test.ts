import type { InputOf } from '@/lib/operations'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ReadRun } from '../reads'
import { addToTally, volume } from '@/scripts/test/volume.mjs'
import { beginReads, finishReads } from '@/testing/console/finish-reads'
import { generatedInvoice } from '@/testing/console/generated-invoices'
import { PLANTS } from '@/testing/console/planted-errors'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { agreeingLine, plainTransaction } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { jobsEnded, lookForJobs } from '@/lib/jobs/run-jobs'
import { JOB_WORKS } from '@/lib/job-works'
import { forgetAllWrite, forgetWrite } from '@/lib/objects/server/forget-customer'
import { writeRecorded } from '@/lib/store/append-entry'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { trimIndex } from '@/lib/objects/server/trim-index'
import { runOperation } from '@/lib/run-operation'
import { consoleStore } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import { jobs } from '@/lib/store/job-schema'
import { readRows, readRuns } from '@/lib/store/read-schema'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { readThese, ReadTheseInput } from './start-reads'

const setup = useChanges()
let sources = 0

/** A console whose runs are of a source of their own. */
function reading() {
  const { context, subscribe, api } = setup()
  const index = new ObjectIndex(`reads-${(sources += 1)}`, emptyIndexMemory())
  const as = (user = 'one', role: 'viewer' | 'admin' = 'viewer') => {
    const base = context(user)
    const environment = { ...base.environment, index }
    return { ...base, now: () => new Date(), environment, actor: { ...base.actor, role } }
  }
  const { environment } = as()
  const start = async (input: InputOf<'readThese'>, user?: string) =>
    (await runOperation('readThese', as(user), input)).run
  const get = (readId: string, user?: string) => runOperation('getRead', as(user), { readId })
  const stop = (readId: string, user?: string, role?: 'admin') => runOperation('stopRead', as(user, role), { readId })
  const finish = async ({ id }: Pick<ReadRun, 'id'>) => {
    await finishReads(environment)
    return get(id)
  }
  const listed = async (input: Partial<InputOf<'listInvoices'>>) => {
    const { rows } = await runOperation('listInvoices', as(), { pageSize: 100, ...input })
    return rows.map(({ id }) => id).toSorted()
  }
  const addInvoice = (id: string, body: object = {}) =>
    api.add('invoice', id, jsonResponse({ ...INVOICE, ...body, id }))
  const requested = (part: string) => api.requests.filter(({ url }) => url.includes(part)).length
  return { as, api, environment, index, subscribe, start, get, stop, finish, listed, addInvoice, requested }
}

const INVOICE = { status: 'paid', issueDate: '2026-03-01T00:00:00.000Z', invoiceLineItems: [agreeingLine] }
const idsOf = (name: string, count: number) => Array.from({ length: count }, (_, nth) => `inv-${name}-${nth}`)
const threeOf = (user: string) => ({ kind: 'invoice', ids: idsOf(user, 3) }) as const

describe('a run', () => {
  test('reads each ID once, lists what it has read, and says of each other ID what it is', async () => {
    const { start, finish, listed, addInvoice, subscribe, as, api } = reading()
    addInvoice('inv-right', { vanityIdString: '1001' })
    addInvoice('inv-wrong', { invoiceLineItems: [{ ...agreeingLine, amount: 84 }] })
    addInvoice('inv-not-asked')
    api.add('invoice', 'inv-refused', { ...jsonResponse({ message: 'No' }), status: 403 })
    const subscriptionId = subscribe()
    await runOperation('getSubscription', as(), { id: subscriptionId })
    await runOperation('getInvoice', as(), { invoiceId: 'inv-not-asked' })
    // The kind of an ID is known once the index has it.
    await as().environment.index.written()
    const ids = ['"inv-right"', 'inv-none', subscriptionId, 'inv-wrong', '..', 'inv-refused', 'inv-right']
    const { run, unread } = await finish(await start({ kind: 'invoice', ids }))
    expect(run).toMatchObject({
      state: 'done',
      total: 6,
      counts: { read: 2, notFound: 1, otherKind: 2, failed: 1 },
      isMine: true,
    })
    expect(unread).toEqual([
      { given: 'inv-none', outcome: 'notFound', why: 'Not found' },
      { given: subscriptionId, outcome: 'otherKind', why: 'Not an invoice' },
      { given: '..', outcome: 'otherKind', why: 'Not an invoice' },
      { given: 'inv-refused', outcome: 'failed', why: expect.stringMatching(/./) },
    ])
    expect(await listed({ run: run.id })).toEqual(['inv-right', 'inv-wrong'])
    expect(await listed({})).toContain('inv-not-asked')
    const sums = await runOperation('sumInvoices', as(), { run: run.id })
    expect(sums.byStatus).toMatchObject([{ status: 'paid', count: 2 }])
  })

  test('reads invoices by the numbers that the console knows', async () => {
    const { start, finish, listed, addInvoice, as, index } = reading()
    for (const [id, vanityIdString] of [
      ['inv-numbered', 'R-2001'],
      ['inv-twin-1', 'R-2002'],
      ['inv-twin-2', 'R-2002'],
    ] as const) {
      addInvoice(id, { vanityIdString })
      await runOperation('getInvoice', as(), { invoiceId: id })
    }
    await index.written()
    const { run, unread } = await finish(await start({ kind: 'invoice', ids: ["'r-2001'", 'R-2002'] }))
    expect(await listed({ run: run.id })).toEqual(['inv-numbered'])
    expect(unread, 'a number of two invoices is neither').toMatchObject([{ given: 'R-2002', outcome: 'notFound' }])
  })

  test('reads the rows of a filtered list again, of each kind', async () => {
    const { start, finish, addInvoice, as, index, subscribe, api, requested } = reading()
    addInvoice('inv-filter-1')
    addInvoice('inv-filter-2')
    addInvoice('inv-other')
    const subscriptionId = subscribe()
    const entry = { ...plainTransaction, createdAt: '2026-03-02T00:00:00.000Z' }
    api.add('customer', 'ext-read', jsonResponse({ page: 1, pages: 1, pageSize: 100, count: 1, results: [entry] }))
    for (const invoiceId of ['inv-filter-1', 'inv-filter-2', 'inv-other'])
      await runOperation('getInvoice', as(), { invoiceId })
    await runOperation('getSubscription', as(), { id: subscriptionId })
    await runOperation('listTransactions', as(), { externalId: 'ext-read' })
    await index.written()
    const list = { order: 'desc' } as const
    const invoices = { ...list, text: 'filter', sort: 'seen' } as const
    expect((await finish(await start({ kind: 'invoice', invoices }))).run).toMatchObject({ counts: { read: 2 } })
    expect([requested('inv-filter-1'), requested('inv-other')]).toEqual([2, 1])
    const subscriptions = { ...list, sort: 'seen' } as const
    const ofSubscriptions = await start({ kind: 'subscription', subscriptions })
    expect((await finish(ofSubscriptions)).run).toMatchObject({ total: 1, counts: { read: 1 } })
    const filtered = await runOperation('listSubscriptions', as(), { run: ofSubscriptions.id })
    expect(filtered.rows.map(({ id }) => id)).toEqual([subscriptionId])
    const ofCustomers = await start({ kind: 'customer', customers: { ...list, sort: 'seen' } })
    expect((await finish(ofCustomers)).run).toMatchObject({ total: 1, counts: { read: 1 } })
    const customers = await runOperation('listCustomers', as(), { run: ofCustomers.id })
    expect(customers.rows.map(({ id }) => id)).toEqual(['ext-read'])
  })

  test('does not say that a customer without transactions was read', async () => {
    const { start, finish, api } = reading()
    api.add('customer', 'ext-empty', jsonResponse({ page: 1, pages: 0, pageSize: 100, count: 0, results: [] }))
    const { unread } = await finish(await start({ kind: 'customer', ids: ['ext-empty'] }))
    expect(unread).toEqual([{ given: 'ext-empty', outcome: 'notFound', why: 'No transactions' }])
  })

  test('is refused when the list is empty, too long, or of another kind', async () => {
    const { start, as } = reading()
    const code = async (input: object) => (await problemOf(runOperation('readThese', as(), Object(input)))).code
    expect(await code({ kind: 'invoice', invoices: { text: 'nothing-like-this' } })).toBe('invalid_request')
    expect(await code({ kind: 'invoice', ids: idsOf('many', 5_001) })).toBe('invalid_request')
    expect(await code({ kind: 'invoice', customers: {} })).toBe('invalid_request')
    expect(await code({ kind: 'invoice', ids: ['inv-1'], invoices: {} })).toBe('invalid_request')
    const { run } = { run: await start({ kind: 'invoice', ids: ['inv-1'] }) }
    expect(run).toMatchObject({ state: 'running', total: 1 })
  })
})

const SEEDS = volume({ test: 60, prove: 1_000 })

test(`the list of a run has every planted error among ${SEEDS} invoices, and nothing else`, async () => {
  const { start, finish, listed, addInvoice, api } = reading()
  const plants = Object.values(PLANTS)
  const ids: string[] = []
  const wrong: string[] = []
  let plantedErrors = 0
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const generated = generatedInvoice(47_000 + seed)
    const planted = seed % 2 === 0 ? plants[(seed / 2) % plants.length]?.(generated) : null
    const { head, lines, subscription } = planted?.invoice ?? generated
    const [id, subscriptionId] = [`inv-${seed}-generated`, `sub-${seed}-generated`]
    addInvoice(id, { ...head, subscriptionId, invoiceLineItems: lines })
    api.add('subscription', subscriptionId, jsonResponse({ ...subscription, id: subscriptionId }))
    ids.push(id)
    if (planted) plantedErrors += 1
    // A note needs no look.
    if (planted && planted.isNote !== true) wrong.push(id)
  }
  const { run } = await finish(await start({ kind: 'invoice', ids }))
  expect(run.counts).toMatchObject({ read: SEEDS })
  expect(plantedErrors, 'errors were planted').toBeGreaterThan(SEEDS / 5)
  const found: string[] = []
  for (let nth = 0; nth < ids.length; nth += 1) {
    const rows = await listed({ run: run.id, verdict: 'look', text: `inv-${nth}-generated` })
    found.push(...rows)
  }
  expect(found.toSorted()).toEqual(wrong.toSorted())
  addToTally('invoices of a run with a planted error', wrong.length)
})

describe('the rules of runs', () => {
  test('one run a person and four together, which everyone sees and only the owner stops', async () => {
    const { start, stop, get, as } = reading()
    const first = await start(threeOf('one'), 'one')
    expect(await problemOf(start(threeOf('one'), 'one'))).toMatchObject({
      code: 'read_running',
      detail: expect.stringMatching(/a read of yours is running/),
    })
    for (const user of ['two', 'three', 'four']) await start(threeOf(user), user)
    expect(await problemOf(start(threeOf('five'), 'five'))).toMatchObject({
      code: 'read_running',
      detail: expect.stringMatching(/reads of .*one.* are running/),
    })
    expect((await get(first.id, 'two')).run).toMatchObject({ isMine: false, total: 3 })
    expect(await problemOf(stop(first.id, 'two'))).toMatchObject({ code: 'not_allowed' })
    expect(await problemOf(stop(first.id, 'boss', 'admin'))).toMatchObject({ code: 'not_allowed' })
    expect((await stop(first.id, 'one')).run).toMatchObject({ state: 'stopped' })
    await start(threeOf('five'), 'five')
    const { runs } = await runOperation('listReads', as('five'), {})
    expect(runs.map(({ isMine }) => isMine)).toEqual([true, false, false, false, false])
    expect(await problemOf(get('read_none'))).toMatchObject({ code: 'not_found' })
  })

  test('the newest 50 are kept, and none longer than the index', async () => {
    const { start, finish, index, as, get } = reading()
    const db = await consoleStore()
    const { source } = index
    const old = Array.from({ length: 50 }, (_, nth) => ({
      id: `read_old_${nth}`,
      source,
      user: 'one',
      owner: 'one',
      kind: 'invoice' as const,
      startedAt: new Date(Date.UTC(2026, 0, 1, 0, nth)).toISOString(),
    }))
    await db.insert(readRuns).values(old)
    const run = await start({ kind: 'invoice', ids: ['inv-none'] })
    expect(await db.$count(readRuns, eq(readRuns.source, source))).toBe(50)
    expect(await db.$count(readRuns, eq(readRuns.id, 'read_old_0'))).toBe(0)
    await finish(run)
    await trimIndex(db, source, { before: new Date(Date.now() + 1_000), rows: 1_000 })
    expect(await problemOf(get(run.id))).toMatchObject({ code: 'not_found' })
    expect(await db.$count(readRows, eq(readRows.runId, run.id))).toBe(0)
    expect(await db.$count(jobs, eq(jobs.source, source))).toBe(0)
    expect((await runOperation('listReads', as(), {})).runs).toEqual([])
  })

  test('forgetting a customer deletes its rows, and does not read it again', async () => {
    const { start, finish, get, as, addInvoice, environment, requested } = reading()
    addInvoice('inv-theirs', { customerId: 'cus-theirs' })
    addInvoice('inv-others', { customerId: 'cus-others' })
    const ids = ['inv-theirs', 'inv-others']
    const done = await finish(await start({ kind: 'invoice', ids }))
    const waiting = await start({ kind: 'invoice', ids })
    await runOperation('forgetCustomer', as('admin', 'admin'), { externalId: 'cus-theirs' })
    expect((await get(done.run.id)).run).toMatchObject({ total: 1, counts: { read: 1 } })
    const before = requested('inv-theirs')
    expect((await finish(waiting)).run).toMatchObject({ total: 1, counts: { read: 1 } })
    expect(requested('inv-theirs')).toBe(before)
    await environment.index.written()
    const db = await consoleStore()
    expect(await db.$count(seenObjects, eq(seenObjects.id, 'inv-theirs'))).toBe(0)
  })
})

const BY = { name: 'admin', role: 'admin', action: 'forgetCustomer', requestId: 'test', now: new Date() }
const LIST = { kind: 'invoice', invoices: { order: 'desc', sort: 'seen' } } as const
/** A console that has read an invoice of a customer, and one of another. */
async function seen(name: string) {
  const run = reading()
  for (const whose of ['theirs', 'others']) {
    run.addInvoice(`inv-${name}-${whose}`, { customerId: `cus-${name}-${whose}` })
    await runOperation('getInvoice', run.as(), { invoiceId: `inv-${name}-${whose}` })
  }
  await run.index.written()
  return { ...run, forget: forgetWrite(`cus-${name}-theirs`), theirs: `inv-${name}-theirs` }
}
const countOf = async (id: string) => (await consoleStore()).$count(readRows, eq(readRows.id, id))

describe('a run that is started while a customer is forgotten', () => {
  test.each([
    ['listed', LIST],
    ['pasted', { kind: 'customer', ids: ['inv-pasted-theirs', 'inv-pasted-others'] } as const],
  ])('keeps no forgotten ID that was %s before, also as one of another kind', async (how, input) => {
    const { as, forget, theirs } = await seen(how)
    const db = await consoleStore()
    const chosen = await readThese.write(as(), ReadTheseInput.parse(input))
    await writeRecorded(db, BY, forget)
    const { run } = await writeRecorded(db, BY, chosen)
    expect([run.total, await countOf(theirs)]).toEqual([1, 0])
  })

  test('is not started when nothing of it is left', async () => {
    const { as, forget, theirs } = await seen('all')
    const db = await consoleStore()
    const chosen = await readThese.write(as(), { kind: 'invoice', ids: [theirs] })
    await writeRecorded(db, BY, forget)
    expect(await problemOf(writeRecorded(db, BY, chosen))).toMatchObject({ code: 'invalid_request' })
    expect(await countOf(theirs)).toBe(0)
  })

  // The transaction of the embedded database holds its only session.
  test.skipIf(testDatabaseUrl() === undefined)('waits for the forgetting, whose IDs it then leaves out', async () => {
    const { start, forget, theirs } = await seen('during')
    const db = await consoleStore()
    const { starting } = await db.transaction(async (tx) => {
      await forget.write(tx, BY)
      const started = start(LIST)
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1)
      return { starting: started }
    })
    expect([(await starting).total, await countOf(theirs)]).toEqual([1, 0])
  })
})

describe('the reads of a run', () => {
  test('go on in another process where the first one stopped, without reading a row twice', async () => {
    const { start, get, addInvoice, environment, requested } = reading()
    const ids = idsOf('resumed', 30)
    for (const id of ids) addInvoice(id)
    const run = await start({ kind: 'invoice', ids })
    await beginReads(environment, { perSecond: 10, retryMs: 0 })
    while ((await get(run.id)).run.counts.read < 5) await wait(20)
    // Its lease ends, as that of a process that was killed: it may store nothing more.
    const db = await consoleStore()
    const ofRun = eq(jobs.subject, run.id)
    await db
      .update(jobs)
      .set({ leaseUntil: sql`clock_timestamp() - interval '1 second'` })
      .where(ofRun)
    await db.update(jobs).set({ holder: 'another process' }).where(ofRun)
    await lookForJobs(environment, { ...JOB_WORKS, read: { ...JOB_WORKS.read, atOnce: 0 } })
    await jobsEnded()
    const read = (await get(run.id)).run.counts.read
    expect(read).toBeLessThan(30)
    await finishReads(environment)
    expect((await get(run.id)).run).toMatchObject({ state: 'done', counts: { read: 30 } })
    // Only those that the first process had under way.
    expect(requested('inv-resumed-')).toBeLessThanOrEqual(30 + 20)
  })

  test('stop at once, and what was read stays', async () => {
    const { start, stop, get, listed, addInvoice, environment } = reading()
    const ids = idsOf('stopped', 50)
    for (const id of ids) addInvoice(id)
    const run = await start({ kind: 'invoice', ids })
    await beginReads(environment, { perSecond: 10, retryMs: 0 })
    while ((await get(run.id)).run.counts.read < 3) await wait(20)
    await stop(run.id)
    await beginReads(environment)
    await jobsEnded()
    const stopped = (await get(run.id)).run
    expect(stopped).toMatchObject({ state: 'stopped' })
    expect(stopped.counts.read).toBeLessThan(50)
    expect(await listed({ run: run.id })).toHaveLength(stopped.counts.read)
  })

  test('take no more turns than the rate allows, of all runs together, however slowly the API responds', async () => {
    const { start, get, stop, environment, api } = reading()
    const runs = []
    for (const user of ['one', 'two']) {
      const ids = idsOf(`rate-${user}`, 40)
      for (const id of ids) api.add('invoice', id, { ...jsonResponse({ ...INVOICE, id }), dripMs: 2 })
      runs.push(await start({ kind: 'invoice', ids }, user))
    }
    const before = api.requests.length
    await beginReads(environment, { perSecond: 5, retryMs: 0 })
    await wait(3_000)
    const asked = api.requests.length - before
    expect(asked).toBeLessThanOrEqual(5 * 4.25)
    expect(asked, 'a read of a second does not lower the rate').toBeGreaterThanOrEqual(8)
    for (const [nth, { id }] of runs.entries()) await stop(id, nth === 0 ? 'one' : 'two')
    await beginReads(environment)
    await jobsEnded()
    for (const { id } of runs) expect((await get(id)).run.state).toBe('stopped')
  })

  test('are tried three times when they fail for a reason that may pass', async () => {
    const { start, finish, api, requested } = reading()
    api.add('invoice', 'inv-failing', { ...jsonResponse({ message: 'Busy' }), status: 500 })
    const { unread } = await finish(await start({ kind: 'invoice', ids: ['inv-failing'] }))
    expect(unread).toEqual([{ given: 'inv-failing', outcome: 'failed', why: 'The billing API failed' }])
    expect(requested('inv-failing')).toBeGreaterThanOrEqual(3)
  })

  test('wait while the circuit breaker is open', async () => {
    const { start, get, stop, environment, addInvoice, requested } = reading()
    addInvoice('inv-paused')
    const billing = Object.assign(Object.create(environment.billing), {
      breakers: () => ({ ...environment.billing.breakers(), reads: 'open' }),
    })
    const run = await start({ kind: 'invoice', ids: ['inv-paused'] })
    await beginReads({ ...environment, billing })
    await wait(1_500)
    expect([(await get(run.id)).run.counts.read, requested('inv-paused')]).toEqual([0, 0])
    await stop(run.id)
    await beginReads(environment)
    await jobsEnded()
  })
})

// The last one: the indexes of the other tests do not follow it.
test('forgetting everything deletes all runs with their jobs, so that people can start new ones', async () => {
  const { start, get, index } = reading()
  const { id } = await start({ kind: 'invoice', ids: ['inv-none'] })
  const db = await consoleStore()
  index.noteForgetting((await writeRecorded(db, BY, forgetAllWrite())).forgetting)
  expect(await problemOf(get(id))).toMatchObject({ code: 'not_found' })
  expect(await db.$count(jobs, eq(jobs.kind, 'read'))).toBe(0)
  await start({ kind: 'invoice', ids: ['inv-none'] })
})
