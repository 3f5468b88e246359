import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_NOTES } from '../note'
import { volume } from '@/scripts/test/volume.mjs'
import { bareInvoice, bareSubscription } from '@/testing/console/bare-views'
import { problemOf } from '@/testing/console/problem-of'
import { recordSubscription, recordInvoice } from '@/testing/console/record-responses'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { forgetWrite } from './forget-customer'
import { writeRecorded } from '@/lib/store/append-entry'
import { trimIndex } from './trim-index'
import { runOperation } from '@/lib/run-operation'
import { seenObjects } from '@/lib/store/index-schema'
import { remarks } from '@/lib/store/remark-schema'
import { auditEntries } from '@/lib/store/schema'

const store = useConsoleStore()
const asOf = '2027-01-31T00:00:00.000Z'
const by = { name: 'admin', role: 'admin', action: 'forgetCustomer', requestId: 'r', now: new Date() }
let tick = 0
const now = () => new Date(Date.UTC(2027, 0, 1) + (tick += 1) * 1_000)

/** A console with an index of its own, which has read a subscription and an invoice of the customer `cus_acme`. */
async function noting() {
  const base = indexContext(undefined, { now })
  const { index } = base.environment
  const as = (name: string) => ({ ...base, actor: { ...base.actor, name } })
  index.noteForgetting((await writeRecorded(store().db, by, forgetWrite('nobody'))).forgetting)
  recordSubscription(index, bareSubscription({ id: 'sub_1', customerId: 'cus_acme', asOf }))
  recordInvoice(index, bareInvoice({ id: 'inv_1', customerId: 'cus_acme', subscriptionId: 'sub_1', asOf }))
  await index.written()
  const add = (text: string, object: Partial<typeof INVOICE> = {}, name = 'ann') =>
    runOperation('addNote', as(name), { ...INVOICE, ...object, text })
  const list = async (object: Partial<typeof INVOICE> = {}, name = 'ann') =>
    (await runOperation('listNotes', as(name), { ...INVOICE, ...object })).notes
  return { index, as, add, list }
}

const INVOICE: { kind: 'invoice' | 'subscription' | 'customer'; id: string } = { kind: 'invoice', id: 'inv_1' }

test('a viewer adds notes to an object, newest first, in the timeline of its customer too; the audit has no text', async () => {
  const { add, list, as } = await noting()
  await add('  First\nline <b>  ')
  const { notes: added } = await add('Second', {}, 'bob')
  expect(added.map(({ text, author, isMine, editedAt }) => [text, author, isMine, editedAt])).toEqual([
    ['Second', 'bob', true, null],
    ['First\nline <b>', 'ann', false, null],
  ])
  expect(await list({ kind: 'subscription' })).toEqual([])
  await add('On the customer', { kind: 'customer', id: 'cus_acme' })
  const customer = await runOperation('getApiCustomer', as('ann'), { customerId: 'cus_acme' })
  expect(customer.notes?.map(({ kind, text }) => [kind, text])).toEqual([
    ['customer', 'On the customer'],
    ['invoice', 'Second'],
    ['invoice', 'First\nline <b>'],
  ])
  const [entry] = await store().db.select().from(auditEntries).where(eq(auditEntries.actor, 'bob'))
  const noteId = added[0]?.noteId
  expect(entry).toMatchObject({
    action: 'addNote',
    objectKind: 'invoice',
    objectId: 'inv_1',
    role: 'viewer',
    reason: null,
  })
  expect(JSON.parse(entry?.detail ?? '')).toEqual({ noteId })
})

test('only its author edits and deletes a note', async () => {
  const { add, list, as } = await noting()
  const noteId = (await add('Mine')).notes[0]?.noteId ?? ''
  expect(await problemOf(runOperation('editNote', as('bob'), { noteId, text: 'Hers', editedAt: null }))).toMatchObject({
    code: 'not_allowed',
  })
  expect(await problemOf(runOperation('deleteNote', as('bob'), { noteId }))).toMatchObject({ code: 'not_allowed' })
  await runOperation('editNote', as('ann'), { noteId, text: 'Changed', editedAt: null })
  expect(await list()).toMatchObject([{ text: 'Changed', editedAt: expect.stringMatching(/^2027-/), isMine: true }])
  expect((await runOperation('deleteNote', as('ann'), { noteId })).notes).toEqual([])
  expect(await problemOf(runOperation('deleteNote', as('ann'), { noteId }))).toMatchObject({ code: 'not_found' })
})

test('rejects an edit of a text that the author did not see, and says how to keep what was typed', async () => {
  const { add, list, as } = await noting()
  const noteId = (await add('First')).notes[0]?.noteId ?? ''
  const edit = (text: string, editedAt: string | null) =>
    runOperation('editNote', as('ann'), { noteId, text, editedAt })
  const edited = (await edit('From one tab', null)).notes[0]?.editedAt ?? null
  expect(await problemOf(edit('From another tab', null))).toMatchObject({
    code: 'invalid_request',
    detail: 'Not saved: the note was changed meanwhile. Copy your text, reload the page and edit the note again.',
  })
  expect(await list()).toMatchObject([{ text: 'From one tab' }])
  await edit('From a reloaded tab', edited)
  await runOperation('deleteNote', as('ann'), { noteId })
  expect(await problemOf(edit('Typed', edited))).toMatchObject({
    code: 'not_found',
    detail: 'Not saved: the note was deleted. Copy your text and add it as a new note.',
  })
})

test('rejects a note on an object that the index does not have, a text that is too long, and more than 200 notes on an object', async () => {
  const { add, list, index } = await noting()
  expect(await problemOf(add('?', { id: 'inv_unknown' }))).toMatchObject({ code: 'not_found' })
  expect(await problemOf(add('x'.repeat(2_001)))).toMatchObject({ code: 'invalid_request' })
  const row = {
    source: index.source,
    ...INVOICE,
    user: 'ann',
    author: 'ann',
    createdAt: asOf,
    customers: [],
    text: 'x',
  }
  await store()
    .db.insert(remarks)
    .values(Array.from({ length: MAX_NOTES - 1 }, (_, nth) => ({ ...row, remarkId: `note_${index.source}_${nth}` })))
  const added = await Promise.allSettled([add('one'), add('two'), add('three')])
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await problemOf(add('more'))).toMatchObject({ code: 'too_many_notes' })
  expect(await list()).toHaveLength(MAX_NOTES)
})

test('forgetting a customer deletes the notes on it and its objects, also when the index has trimmed them', async () => {
  // In every source, also those of the tests before.
  await writeRecorded(store().db, by, forgetWrite('cus_acme'))
  const { add, list, index } = await noting()
  recordSubscription(index, bareSubscription({ id: 'sub_other', customerId: 'cus_other', asOf }))
  await index.written()
  const other = { kind: 'subscription', id: 'sub_other' } as const
  await add('stays', other)
  for (const object of [INVOICE, { kind: 'subscription', id: 'sub_1' }, { kind: 'customer', id: 'cus_acme' }] as const)
    await add('goes', object)
  await trimIndex(store().db, index.source, { before: new Date('2028-01-01'), rows: 1_000 })
  expect(await store().db.$count(seenObjects, eq(seenObjects.source, index.source))).toBe(0)
  // People's work: the trim by age keeps it.
  expect(await list()).toHaveLength(1)
  const { rows } = await writeRecorded(store().db, by, forgetWrite('cus_acme'))
  expect(rows).toBe(3)
  expect(await list()).toEqual([])
  expect(await list(other)).toHaveLength(1)
})

test('keeps no note that is written while its customer is forgotten', async () => {
  const rounds = volume({ test: 2, prove: 1_000 })
  for (let round = 0; round < rounds; round += 1) {
    const { add, index } = await noting()
    await Promise.allSettled([
      add('on the invoice'),
      add('on the subscription', { kind: 'subscription', id: 'sub_1' }),
      add('on the customer', { kind: 'customer', id: 'cus_acme' }),
      writeRecorded(store().db, by, forgetWrite('cus_acme')),
    ])
    expect(await store().db.$count(remarks, eq(remarks.source, index.source))).toBe(0)
  }
})
