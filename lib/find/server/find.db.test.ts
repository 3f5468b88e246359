import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainInvoice, plainTransaction } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { onConnection } from '@/database/on-connection'
import { useChanges } from '@/testing/console/use-changes'
import { runOperation } from '@/lib/run-operation'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { findNamed, findSimilar, suggestObjects } from '@/lib/objects/server/search-index'
import { consoleStore } from '@/lib/store/console-store'
import { seenNames, seenObjects } from '@/lib/store/index-schema'

const setup = useChanges()

/** Adds an invoice that only its ID finds, and opens it as one agent. */
async function openInvoice(id: string, vanityId: number) {
  const { api, context } = setup()
  api.add('invoice', id, jsonResponse({ ...plainInvoice, id, vanityId, vanityIdString: null }))
  await runOperation('getInvoice', context('one'), { invoiceId: id })
  await context().environment.index.written()
}

test('an agent finds by its number the invoice that a colleague has opened, before and while typing it', async () => {
  await openInvoice('inv_seen', 71_042)
  const { context } = setup()
  const asOf = expect.stringMatching(/Z$/)
  const seen = { kind: 'invoice', id: 'inv_seen', name: '71042', asOf, goneAt: null }
  expect(await runOperation('find', context('two'), { id: '#71042' })).toMatchObject({ hits: [], indexed: [seen] })
  expect(await runOperation('suggest', context('two'), { text: '710' })).toMatchObject({ suggestions: [seen] })
})

test('a subscription that was deleted from this console is found as deleted', async () => {
  const { subscribe, api, context, remove } = setup()
  const id = subscribe({ status: 'draft', startDate: '2999-01-01T00:00:00.000Z' })
  await runOperation('getSubscription', context('one'), { id })
  expect(await remove(id)).toMatchObject({ state: 'CONFIRMED' })
  await context().environment.index.written()
  const { indexed } = await runOperation('find', context('two'), { id })
  expect(indexed).toMatchObject([{ id, goneAt: expect.stringMatching(/Z$/), deletedAt: expect.stringMatching(/Z$/) }])
  expect(api.faults.received.some((change) => change.id === id)).toBe(true)
})

test('an invoice that the API no longer knows is found as gone', async () => {
  await openInvoice('inv_gone', 71_043)
  const { api, context } = setup()
  api.add('invoice', 'inv_gone', { ...jsonResponse({ message: 'No such invoice' }), status: 404 })
  await expect(runOperation('getInvoice', context('one'), { invoiceId: 'inv_gone' })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
  await context().environment.index.written()
  expect(await runOperation('find', context('two'), { id: '71043' })).toMatchObject({
    indexed: [{ id: 'inv_gone', goneAt: expect.stringMatching(/Z$/), deletedAt: null }],
  })
})

test('a plan of many subscriptions does not hide an invoice whose number begins alike', async () => {
  const { subscribe, context } = setup()
  await openInvoice('inv_alike', 904_771)
  for (let nth = 0; nth < 9; nth += 1) {
    const id = subscribe({ plan: { id: 'plan_alike', name: '90477 seats' } })
    await runOperation('getSubscription', context('one'), { id })
  }
  await context().environment.index.written()
  const { suggestions } = await runOperation('suggest', context('two'), { text: '90477' })
  expect(suggestions).toHaveLength(8)
  expect(suggestions.slice(0, 2).map(({ kind }) => kind)).toEqual(['subscription', 'invoice'])
})

/** Reads the ledger of a customer on an API whose entries name no customer, an invoice of its block, and a subscription. */
async function openCustomer(customerId: string, externalId: string) {
  const { api, context, subscribe } = setup()
  const invoiceId = `inv_${externalId}`
  const results = [{ ...plainTransaction, allocationBlock: { id: 'block', invoice: { id: invoiceId } } }]
  api.add('customer', externalId, jsonResponse({ results, count: 1, pages: 1, currentPage: 1 }))
  api.add('invoice', invoiceId, jsonResponse({ ...plainInvoice, id: invoiceId, customerId }))
  await runOperation('getInvoice', context('one'), { invoiceId })
  await runOperation('getSubscription', context('one'), { id: subscribe({ customerId }) })
  const openLedger = () =>
    runOperation('listTransactions', context('one'), { externalId, page: 1, pageSize: 20, order: 'desc' })
  return { openLedger }
}
const hitsOf = async (id: string) => {
  await setup().context().environment.index.written()
  return (await runOperation('find', setup().context('two'), { id })).hits
}

describe('a customer ID of the billing API', () => {
  test('finds the customer, by the own ID once the ledger is known', async () => {
    const { openLedger } = await openCustomer('cus_nw', 'nw traders')
    const label = 'Customer of the billing API'
    expect(await hitsOf('cus_nw')).toMatchObject([{ kind: 'customer', id: 'cus_nw', label, isApiCustomer: true }])
    await openLedger()
    const found = { kind: 'customer', id: 'nw traders', label: 'cus_nw in the billing API' }
    expect(await hitsOf('cus_nw')).toEqual([{ ...found, object: expect.objectContaining({ customerId: 'cus_nw' }) }])
    for (const text of ['CUS_NW', 'cus-nw']) expect(await hitsOf(text)).toMatchObject([found])
  })

  test('is no hit when another object has this name too, or nothing of the customer was read', async () => {
    const { subscribe, context } = setup()
    await openCustomer('Twice', 'twice-inc')
    const id = subscribe({ plan: { id: 'plan_twice', name: 'Twice' } })
    await runOperation('getSubscription', context('one'), { id })
    expect(await hitsOf('Twice')).toEqual([])
    expect(await hitsOf('cus_unread')).toEqual([])
  })
})

/** Returns the IDs that one agent is offered for a name. */
async function similarTo(id: string) {
  const { similar } = await runOperation('find', setup().context('two'), { id })
  return similar.map((object) => object.id)
}

describe('a search for a name that nothing has', () => {
  test('offers a subscription whose ID, plan or customer ID differs by one character, ignoring case', async () => {
    const { subscribe, context } = setup()
    const id = subscribe({ customerId: 'cus_koeln' })
    await runOperation('getSubscription', context('one'), { id })
    await context().environment.index.written()
    expect(await similarTo(`${id}x`.toUpperCase())).toEqual([id])
    expect(await similarTo('CUS_keoln')).toEqual(['cus_koeln', id])
    expect(await similarTo('cus_kaln')).toEqual([])
    const scale = subscribe({ plan: { id: 'plan_2', name: 'Scale_2027' } })
    await runOperation('getSubscription', context('one'), { id: scale })
    await context().environment.index.written()
    expect(await similarTo('scael_2027')).toEqual([scale])
  })

  test('offers what has it as a part, without case and accents', async () => {
    const { subscribe, context } = setup()
    const id = subscribe({ customerId: 'cus_Büro-Lübeck', plan: { id: 'plan_part', name: 'Straße Nord' } })
    await runOperation('getSubscription', context('one'), { id })
    await openInvoice('inv_Zweigstelle_7', 9_551_042)
    await context().environment.index.written()
    for (const text of ['Lubeck', 'BÜRO', 'lübeck büro', 'strasse', 'nor'])
      expect([text, ...(await similarTo(text))]).toEqual([text, id])
    expect(await similarTo('Zweig')).toEqual(['inv_Zweigstelle_7'])
    expect(await similarTo('Zweigstelle 7')).toEqual(['inv_Zweigstelle_7'])
    for (const text of ['Lubeck Zweig', 'weigstelle', 'bu', '95510', 'sub', '7'])
      expect([text, ...(await similarTo(text))]).toEqual([text])
    const { suggestions } = await runOperation('suggest', context('two'), { text: 'Lübe' })
    expect(suggestions).toMatchObject([{ id }])
  })

  test('no longer offers an object by a part of a name that it has lost', async () => {
    const { api, context } = setup()
    await openInvoice('inv_renamed', 9_661_042)
    api.add('invoice', 'inv_renamed', jsonResponse({ ...plainInvoice, id: 'inv_renamed', vanityId: 9_771_042 }))
    await runOperation('getInvoice', context('one'), { invoiceId: 'inv_renamed' })
    await context().environment.index.written()
    const { source } = context().environment.index
    expect(await findSimilar(await consoleStore(), source, '9661042 renamed')).toEqual([])
    expect(await findSimilar(await consoleStore(), source, 'renamed')).toMatchObject([{ id: 'inv_renamed' }])
  })

  test('offers an invoice whose number has swapped neighbours, a missing or an extra digit', async () => {
    await openInvoice('inv_similar', 8_104_255)
    for (const text of ['8104525', '#810455', 'Invoice 81042555'])
      expect(await similarTo(text)).toEqual(['inv_similar'])
    expect(await similarTo('8104256')).toEqual([])
  })

  test('offers the three with the newest responses', async () => {
    const { context } = setup()
    const { source } = context().environment.index
    const rows = Array.from({ length: 9 }, (_, nth) => ({
      source,
      kind: 'customer' as const,
      id: `newest_${nth}`,
      seenAt: `2027-01-01T00:00:0${(nth * 4) % 9}.000Z`,
    }))
    const db = await consoleStore()
    await db.insert(seenObjects).values(rows.map((row) => ({ ...row, row: {} })))
    await db.insert(seenNames).values(rows.map((row) => ({ ...row, field: 'id' as const, key: row.id })))
    expect(await similarTo('newest_x')).toEqual(['newest_2', 'newest_4', 'newest_6'])
  })

  test('offers nothing when the index has the name, or a part of the API did not respond', async () => {
    const { api, context } = setup()
    await openInvoice('inv_named', 71_044)
    await openInvoice('inv_named2', 71_440)
    expect(await similarTo('71440')).toEqual([])
    expect(await similarTo('inv_namde')).toEqual(['inv_named'])
    api.add('invoice', 'inv_namde', { ...jsonResponse({}), status: 500 })
    expect(await runOperation('find', context('two'), { id: 'inv_namde' })).toMatchObject({
      unanswered: [{ kind: 'invoice' }],
      similar: [],
    })
  })

  test('offers nothing when the index fails, and says so', async () => {
    const base = setup().context('two')
    const index = new ObjectIndex('not a source: \0', emptyIndexMemory())
    const failing = { ...base, environment: { ...base.environment, index } }
    expect(await runOperation('find', failing, { id: 'nothing_has_this' })).toEqual({
      hits: [],
      unanswered: [],
      indexed: null,
      similar: [],
    })
  })

  test('reads no table as a whole', async () => {
    const { context } = setup()
    const { source } = context().environment.index
    const db = await consoleStore()
    await db.execute(sql`insert into console.seen_objects (source, kind, id, seen_at, row)
      select ${source}, 'customer', 'bulk-' || n, now(), '{}' from generate_series(1, 30000) as n`)
    await db.execute(sql`insert into console.seen_names
      select source, kind, id, 'id', id, seen_at from console.seen_objects where source = ${source} and id like 'bulk-%'`)
    await db.execute(sql`insert into console.seen_words
      select source, kind, id, part, seen_at from console.seen_objects
      cross join lateral regexp_split_to_table(id, '-') as part where source = ${source} and id like 'bulk-%'`)
    // As autovacuum does: without statistics the plan depends on how busy the server is.
    await db.execute('analyze console.seen_objects, console.seen_names, console.seen_words')
    await onConnection({ db }, async (session) => {
      const countScans = async () => {
        const { rows } = await session.execute<{ scans: number }>(sql`
          select coalesce(sum(seq_scan), 0)::integer as scans from pg_stat_xact_user_tables
          where relname in ('seen_names', 'seen_objects', 'seen_words')`)
        return rows[0]?.scans
      }
      await session.execute('begin')
      // A connection also counts scans of its earlier transactions, such as those of other tests, until it reports them.
      const before = await countScans()
      expect(await findSimilar(session, source, 'bluk-29999')).toMatchObject([{ id: 'bulk-29999' }])
      expect(await findNamed(session, source, 'BULK-3')).toMatchObject([{ id: 'bulk-3' }])
      expect(await suggestObjects(session, source, 'bulk-2999')).toHaveLength(8)
      expect(await suggestObjects(session, source, '29998')).toMatchObject([{ id: 'bulk-29998' }])
      expect(await findSimilar(session, source, 'bulk')).toHaveLength(8)
      const after = await countScans()
      await session.execute('rollback')
      expect(after).toBe(before)
    })
  })
})
