import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Environment, ReadStart } from '@/lib/core/server/operation-context'
import { volume } from '@/scripts/test/volume.mjs'
import { bareInvoice, bareSubscription, bareTransaction } from '@/testing/console/bare-views'
import { problemOf } from '@/testing/console/problem-of'
import { recordSubscription, recordInvoice, recordLedgerPage } from '@/testing/console/record-responses'
import { testContext } from '@/testing/console/test-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { noteOpened } from './opened-objects'
import { runOperation } from '@/lib/run-operation'
import {
  forgettings,
  forgottenObjects,
  indexedDifferences,
  indexedLinks,
  openedObjects,
  seenNames,
  seenObjects,
  seenWords,
} from '@/lib/store/index-schema'
import { ledgerReads } from '@/lib/store/ledger-schema'
import { auditEntries } from '@/lib/store/schema'
import { startReading } from '@/lib/ledger/server/read/ledger-job'
import { jobs } from '@/lib/store/job-schema'
import { remarks } from '@/lib/store/remark-schema'
import { assertHeld, claimJobs, JobLostError } from '@/lib/jobs/job-store'
import { forgottenWrites, startFollowingForgettings } from './forget-fence'
import { forgetAllWrite, forgetWrite } from './forget-customer'
import { writeRecorded } from '@/lib/store/append-entry'
import { findNamed } from './search-index'
import { trimIndex } from './trim-index'
import { emptyIndexMemory, ObjectIndex } from './object-index'

const store = useConsoleStore()
const asOf = '2027-01-31T00:00:00.000Z'
const index = new ObjectIndex('forgets', emptyIndexMemory())
const contextOf = (role: 'agent' | 'admin', of = index) => {
  const base = testContext(role)
  return { ...base, environment: { ...base.environment, index: of } }
}
const by = { name: 'admin', role: 'admin', action: 'forget', requestId: 'r', now: new Date() }
const PAGE = { count: 1, pages: 1, currentPage: 1, pageSize: 20, drift: { items: [], total: 0 } }
/** Deletes the rows of earlier tests. */
const startEmpty = async () => index.noteForgetting((await writeRecorded(store().db, by, forgetAllWrite())).forgetting)
const startReads = (environment: Environment, externalId: string, readStart?: ReadStart) =>
  store().db.transaction((tx) =>
    startReading(tx, environment, externalId, { again: false, now: new Date(), readStart }),
  )

/** Returns the number of rows in each table that holds customers. */
const countRows = () =>
  Promise.all(
    [seenObjects, seenNames, seenWords, indexedLinks, openedObjects, ledgerReads, jobs, indexedDifferences].map(
      (table) => store().db.$count(table),
    ),
  )
/** More than a statement has parameters in prove. */
const INVOICES = volume({ test: 1_000, prove: 70_000 })
const NO_ROWS = [0, 0, 0, 0, 0, 0, 0, 0]
const listed = async () => {
  const { rows } = await runOperation('listSubscriptions', contextOf('agent'), {})
  return rows.map(({ id }) => id)
}
/** Reads a ledger that names a customer, and that customer's subscription. */
function see(externalId: string, customerId: string, subscriptionId: string) {
  const transactionId = `t_${externalId}`
  const customers = [{ id: customerId, transactionId }]
  recordLedgerPage(
    index,
    { ...PAGE, externalId, asOf, results: [bareTransaction({ id: transactionId })], customers },
    { page: 1, order: 'desc' },
  )
  recordSubscription(index, bareSubscription({ id: subscriptionId, customerId, asOf }))
}

test('an admin forgets a customer, with what was read just before; others stay, and the activity names the admin', async () => {
  see('acme', 'cus_acme', 'sub_acme')
  see('globex', 'cus_globex', 'sub_globex')
  const { rows } = await runOperation('forgetCustomer', contextOf('admin'), { externalId: 'acme' })
  expect(rows).toBe(3)
  expect(await listed()).toEqual(['sub_globex'])
  // Who opens the customer again sees all of them again, also within the minute in which nothing unchanged is written.
  see('acme', 'cus_acme', 'sub_acme')
  await index.written()
  expect((await runOperation('getCustomer', contextOf('agent'), { externalId: 'acme' })).subscriptions).toMatchObject([
    { id: 'sub_acme' },
  ])
  const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.action, 'forgetCustomer'))
  const { name } = contextOf('admin').actor
  const object = { objectKind: 'customer', objectId: 'acme' }
  expect(entries).toMatchObject([{ ...object, actor: name, role: 'admin', outcome: 'done', detail: '{"rows":3}' }])
})

test('forgets all of a customer that only invoices link to a ledger, by either ID', async () => {
  for (const id of ['nw-traders', 'cus_nw']) {
    await startEmpty()
    const results = [bareTransaction({ id: 't_1', allocationBlock: { invoiceId: 'inv_nw' } })]
    const ledger = { ...PAGE, externalId: 'nw-traders', asOf, results, customers: [] }
    recordLedgerPage(index, ledger, { page: 1, order: 'desc' })
    recordInvoice(index, bareInvoice({ id: 'inv_nw', customerId: 'cus_nw', asOf }))
    const subscription = bareSubscription({ id: 'sub_nw', customerId: 'cus_nw', status: 'active', asOf })
    recordSubscription(index, subscription)
    await index.written()
    recordSubscription(index, { ...subscription, status: 'ended', asOf: '2027-01-31T00:01:00.000Z' })
    // Opened by users: the ledger, and an invoice that only a link still names.
    await index.written()
    const source = 'forgets'
    await store()
      .db.insert(indexedLinks)
      .values({ source, externalId: 'nw-traders', id: 'invoice:inv_old', seenAt: asOf })
    const opened = { source, user: 'ann', openedAt: asOf } as const
    await store()
      .db.insert(openedObjects)
      .values([
        { ...opened, kind: 'customer', id: 'nw-traders' },
        { ...opened, kind: 'invoice', id: 'inv_old' },
      ])
    const { rows } = await runOperation('forgetCustomer', contextOf('admin'), { externalId: id })
    expect([id, rows, await countRows()]).toEqual([id, 8, NO_ROWS])
  }
})

test('an agent may not forget a customer, and the refusal is in the activity', async () => {
  see('initech', 'cus_initech', 'sub_initech')
  const refused = runOperation('forgetCustomer', contextOf('agent'), { externalId: 'initech' })
  expect(await problemOf(refused)).toMatchObject({ code: 'not_allowed' })
  await index.written()
  expect(await listed()).toContain('sub_initech')
  const entries = await store().db.select().from(auditEntries).where(eq(auditEntries.objectId, 'initech'))
  expect(entries).toMatchObject([{ action: 'forgetCustomer', role: 'agent', outcome: 'refused' }])
})

test('drops reads that started before the customer was forgotten, in a process that has not heard of it yet', async () => {
  await startEmpty()
  see('acme', 'cus_acme', 'sub_acme')
  await index.written()
  const other = new ObjectIndex('forgets', emptyIndexMemory())
  other.noteForgetting((await writeRecorded(store().db, by, forgetWrite('unknown'))).forgetting)
  const readStart = { ...other.startRead(), sentAt: asOf }
  const { forgetting } = await writeRecorded(store().db, by, forgetWrite('acme'))
  const context = contextOf('agent', other)
  const named = [{ id: 'cus_acme', transactionId: 't_1' }]
  const read = async () => {
    const at = { ...other.startRead(), sentAt: asOf }
    other.recordSubscription(at, bareSubscription({ id: 'sub_new', customerId: 'cus_acme', asOf }))
    other.recordSubscription(at, bareSubscription({ id: 'sub_acme', asOf }))
    other.recordInvoice(at, bareInvoice({ id: 'inv_new', subscriptionId: 'sub_acme', asOf }))
    const newLedger = {
      ...PAGE,
      externalId: 'acme-2',
      asOf,
      results: [bareTransaction({ id: 't_1' })],
      customers: named,
    }
    other.recordLedgerPage(at, newLedger, { page: 1, order: 'desc' })
    await other.written()
    await noteOpened(context, { kind: 'customer', id: 'acme' })
    await startReads(context.environment, 'acme', at)
  }
  await read()
  expect(await countRows()).toEqual(NO_ROWS)
  // Other customers are written, although their reads started as early.
  other.recordSubscription(readStart, bareSubscription({ id: 'sub_globex', customerId: 'cus_globex', asOf }))
  await other.written()
  expect(await listed()).toEqual(['sub_globex'])
  other.noteForgetting(forgetting)
  await read()
  expect(await countRows()).toEqual([5, 7, 7, 1, 1, 1, 1, 0])
})

test('keeps no row of a customer that is written while the customer is forgotten', async () => {
  const rounds = volume({ test: 2, prove: 1_000 })
  for (let round = 0; round < rounds; round += 1) {
    const context = contextOf('agent', new ObjectIndex('forgets', emptyIndexMemory()))
    const { environment } = context
    const { forgetting } = await writeRecorded(store().db, by, forgetWrite('initech'))
    environment.index.noteForgetting(forgetting)
    const readStart = { ...environment.index.startRead(), sentAt: asOf }
    environment.index.recordSubscription(
      readStart,
      bareSubscription({ id: `sub_${round}`, customerId: 'initech', asOf }),
    )
    await Promise.all([
      environment.index.written(),
      noteOpened(context, { kind: 'customer', id: 'initech' }),
      startReads(environment, 'initech', readStart),
      writeRecorded(store().db, by, forgetWrite('initech')),
    ])
    expect(await idsOf('initech')).toEqual([])
  }
})

// The transaction of the embedded database holds its only session.
test.skipIf(testDatabaseUrl() === undefined)(
  'deletes a whole ledger that its job reads anew, and a note, which are written while the customer is forgotten',
  async () => {
    await startEmpty()
    see('initech', 'cus_initech', 'sub_initech')
    await index.written()
    const { db } = store()
    await startReads(contextOf('agent').environment, 'initech')
    const [job] = await claimJobs(db, { source: 'forgets', kind: 'ledger', limit: 1 })
    const [read] = await db.select().from(ledgerReads)
    if (!job || !read) throw new Error('nothing was started')
    const { id: _, ...row } = read
    const forgotten = await db.transaction(async (tx) => {
      await assertHeld(tx, job)
      await tx.select().from(seenObjects).where(eq(seenObjects.id, 'sub_initech')).for('share')
      const forgetting = writeRecorded(db, by, forgetWrite('initech'))
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1)
      await tx.insert(ledgerReads).values({ ...row, generation: 2 })
      await tx.insert(remarks).values({
        remarkId: 'note_1',
        source: 'forgets',
        kind: 'subscription',
        id: 'sub_initech',
        text: 'A note',
        user: 'ann',
        author: 'Ann',
        createdAt: asOf,
      })
      return { forgetting }
    })
    await forgotten.forgetting
    expect([await idsOf('initech'), await db.$count(remarks)]).toEqual([[], 0])
    await expect(db.transaction((tx) => assertHeld(tx, job))).rejects.toThrow(JobLostError)
  },
)

test(`forgets a customer whose ledger names ${INVOICES} invoices, and no other customer`, async () => {
  await startEmpty()
  see('globex', 'cus_globex', 'sub_globex')
  await index.written()
  // A planner that believes in a small store must not compare each object with each.
  await store().db.execute(sql`analyze`)
  const values = sql`from generate_series(1, ${INVOICES}::int) as nth`
  await store().db.execute(sql`
    insert into ${indexedLinks} (source, external_id, id, seen_at)
    select 'forgets', 'large', 'invoice:inv_' || nth, ${asOf}::timestamptz ${values}
    union all select 'forgets', 'large', 'customer:cus_large', ${asOf}`)
  await store().db.execute(sql`
    insert into ${seenObjects} (source, kind, id, customer_id, subscription_id, seen_at, row)
    select 'forgets', 'invoice', 'inv_' || nth, 'cus_large', 'sub_' || nth, ${asOf}::timestamptz, '{}' ${values}`)
  await store().db.execute(sql`
    insert into ${seenObjects} (source, kind, id, seen_at, row)
    select 'forgets', 'subscription', 'sub_' || nth, ${asOf}::timestamptz, '{}' ${values}`)
  await store().db.execute(sql`
    insert into ${seenNames} select source, kind, id, 'id', id, seen_at from ${seenObjects} on conflict do nothing`)
  const { rows } = await runOperation('forgetCustomer', contextOf('admin'), { externalId: 'large' })
  expect(rows).toBe(3 * INVOICES + 1)
  expect(await listed()).toEqual(['sub_globex'])
  expect(await countRows()).toEqual([2, 3, 2, 1, 0, 0, 0, 0])
  // 70,000 take 9 s alone; comparing each object with each would take hours.
}, 120_000)

test('keeps hashes of forgotten objects for a day, and drops a read that takes longer than twelve hours', async () => {
  const { forgetting } = await writeRecorded(store().db, by, forgetWrite('umbrella'))
  const kept = await store().db.select().from(forgottenObjects).where(eq(forgottenObjects.number, forgetting))
  expect(kept).toEqual([{ number: forgetting, hash: expect.any(BigInt) }])
  const isDropped = (elapsedHours: number) =>
    store().db.transaction(async (tx) => {
      const readStart = { forgetting, atMs: performance.now() - elapsedHours * 3_600_000 }
      return (await forgottenWrites(tx, [{ readStart, names: ['customer:hooli'] }])).length === 1
    })
  expect([await isDropped(11), await isDropped(13)]).toEqual([false, true])
  const trim = () => trimIndex(store().db, 'forgets', { before: new Date(0), rows: 1_000 })
  await trim()
  expect(await store().db.$count(forgettings, eq(forgettings.number, forgetting))).toBe(1)
  await store()
    .db.update(forgettings)
    .set({ at: sql`now() - interval '25 hours'` })
  await trim()
  expect(await store().db.$count(forgottenObjects)).toBe(0)
  expect(await store().db.$count(forgettings)).toBe(0)
  // Numbers never repeat: otherwise a process that knows an earlier one would not notice.
  expect((await writeRecorded(store().db, by, forgetWrite('umbrella'))).forgetting).toBeGreaterThan(forgetting)
})

test('every process learns the newest forgetting within seconds', async () => {
  let known = 0
  const stop = startFollowingForgettings((newest) => (known = newest))
  const { forgetting } = await writeRecorded(store().db, by, forgetWrite('hooli'))
  await expect.poll(() => known, { timeout: 10_000 }).toBe(forgetting)
  await stop()
})

const recordChanged = async (into: 'object' | 'knownObject', status: string, seenAt: string) => {
  recordSubscription(index, bareSubscription({ id: 'sub_changed', status, asOf: seenAt }), into)
  await index.written()
  return (await findNamed(store().db, 'forgets', 'sub_changed')).map((row) => row.status)
}

test('the check of a change updates a known subscription, and adds no row', async () => {
  expect(await recordChanged('knownObject', 'active', '2027-01-31T00:01:00.000Z')).toEqual([])
  expect(await recordChanged('object', 'active', '2027-01-31T00:02:00.000Z')).toEqual(['active'])
  expect(await recordChanged('knownObject', 'ended', '2027-01-31T00:03:00.000Z')).toEqual(['ended'])
})

/** Returns the IDs of all rows that name a customer. */
async function idsOf(customer: string): Promise<string[]> {
  const { db } = store()
  const rows = await Promise.all([
    db.select().from(seenObjects).where(eq(seenObjects.customerId, customer)),
    db.select().from(openedObjects).where(eq(openedObjects.id, customer)),
    db.select({ id: ledgerReads.externalId }).from(ledgerReads).where(eq(ledgerReads.externalId, customer)),
    db.select({ id: jobs.subject }).from(jobs).where(eq(jobs.subject, customer)),
  ])
  return rows.flat().map(({ id }) => id)
}
