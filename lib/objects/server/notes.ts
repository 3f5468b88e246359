import { randomUUID } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import { MAX_NOTE_CHARS, MAX_NOTES, type Note, type NoteList, type NotesChanged } from '../note'
import type { DatabaseTransaction } from '@/database/open-database'
import { userKey } from '@/lib/core/server/actor'
import { customersOfLedger, ledgersOfCustomer } from './customer-links'
import { linkId } from './seen-rows'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { readWithin } from '@/lib/store/console-store'
import { indexedLinks, seenObjects } from '@/lib/store/index-schema'
import { remarks } from '@/lib/store/remark-schema'
import { IS_NOTE, selectNotes } from './remarks'
import type { Reading } from './seen-objects'
import { z } from 'zod'
import { PathId, VisibleText, Instant } from '@/lib/core/server/input'
import { operation, writeOperation } from '@/lib/core/server/operation'
import type { RuledWrite, Written } from '@/lib/core/server/store-write'

/** An object with a page of its own. */
const ObjectInput = z.strictObject({
  kind: z.enum(['subscription', 'invoice', 'customer']).describe('What the ID names'),
  id: PathId.describe('ID of the subscription or invoice, or external ID of the customer'),
})

const NoteInput = z.strictObject({ noteId: z.string().regex(/^note_[\w-]{1,64}$/, 'must be the ID of a note') })

const NoteText = VisibleText('Enter a note', MAX_NOTE_CHARS)

/** The advisory lock of those who add a note: the count of an object's notes is exact. */
const NOTES_LOCK = 4_211_982

type Noted = z.infer<typeof ObjectInput>

/** Returns the notes on an object, newest first. */
export const listNotes = operation('listNotes', {
  input: ObjectInput,
  describe: 'The notes on a customer, a subscription or an invoice.',
  tool: {},
  run: (context, object): Promise<NoteList> =>
    readWithin(context, async (db) => ({ notes: await notesOfPage(db, context, object) })),
})

/** Returns the notes on an object as its page shows them to the user. */
async function notesOfPage(db: Reading, { environment, actor }: OperationContext, object: Noted): Promise<Note[]> {
  const found = await selectNotes(db, environment.index.source, [object])
  return found.map(({ user, ...note }) => ({ ...note, isMine: user === userKey(actor) }))
}

/**
 * Adds a note to an object that the index has. Returns the object's notes.
 * @throws ProblemError `not_found` for an object that the index does not have, or no longer; `too_many_notes`
 */
export const addNote = writeOperation('addNote', {
  input: ObjectInput.extend({ text: NoteText }),
  async write(context, { kind, id, text }) {
    const { environment, actor, now } = context
    const { source } = environment.index
    // The page that shows the object has just read it.
    await environment.index.writtenSoon()
    const write: NoteWrite['write'] = async (tx) => {
      const customers = await customersOf(tx, source, { kind, id })
      if (customers === null)
        throw problemError(
          'not_found',
          'The note was not added: the console no longer knows this object. Reload its page.',
        )
      await tx.execute(sql`select pg_advisory_xact_lock(${NOTES_LOCK})`)
      const [known] = await tx
        .select({ count: count() })
        .from(remarks)
        .where(and(eq(remarks.source, source), eq(remarks.kind, kind), eq(remarks.id, id), IS_NOTE))
      if ((known?.count ?? 0) >= MAX_NOTES) throw problemError('too_many_notes', TOO_MANY)
      const noteId = `note_${randomUUID()}`
      const createdAt = now().toISOString()
      const author = { user: userKey(actor), author: actor.name }
      await tx.insert(remarks).values({ remarkId: noteId, source, kind, id, text, ...author, createdAt, customers })
      return changed(tx, context, noteId, { kind, id })
    }
    return { write, locksAuditLast: true }
  },
})

type NoteWrite = RuledWrite<NotesChanged>

const TOO_MANY = `The note was not added: this object has ${MAX_NOTES} notes, which is the most. Delete one first.`

/**
 * Changes the text of the user's own note.
 * @throws ProblemError `not_found`, `not_allowed` for the note of another person, `invalid_request` when it is not as the user saw it
 */
export const editNote = writeOperation('editNote', {
  input: NoteInput.extend({ text: NoteText, editedAt: Instant.nullable() }),
  write: (context, { noteId, text, editedAt: seen }) =>
    ownNoteWrite(context, noteId, EDITED_IS_DELETED, async (tx, { editedAt }) => {
      if (seen !== editedAt)
        throw problemError(
          'invalid_request',
          'Not saved: the note was changed meanwhile. Copy your text, reload the page and edit the note again.',
        )
      await tx.update(remarks).set({ text, editedAt: context.now().toISOString() }).where(eq(remarks.remarkId, noteId))
    }),
})

/** Deletes the user's own note. @throws ProblemError as `editNote` */
export const deleteNote = writeOperation('deleteNote', {
  input: NoteInput,
  write: (context, { noteId }) =>
    ownNoteWrite(context, noteId, 'This note does not exist any more. Reload the page.', async (tx) => {
      await tx.delete(remarks).where(eq(remarks.remarkId, noteId))
    }),
})

const EDITED_IS_DELETED = 'Not saved: the note was deleted. Copy your text and add it as a new note.'

/** @param isDeleted the detail of the problem when the note does not exist any more */
const ownNoteWrite = (
  context: OperationContext,
  noteId: string,
  isDeleted: string,
  run: (tx: DatabaseTransaction, note: { editedAt: string | null }) => Promise<void>,
): NoteWrite => ({
  locksAuditLast: true,
  async write(tx) {
    const { source, remarkId, kind, id, user, editedAt } = remarks
    const [note] = await tx
      .select({ kind, id, user, editedAt })
      .from(remarks)
      .where(and(eq(source, context.environment.index.source), eq(remarkId, noteId), IS_NOTE))
      .for('update')
    if (!note) throw problemError('not_found', isDeleted)
    if (note.user !== userKey(context.actor))
      throw problemError('not_allowed', 'Nothing was changed: only its author may edit or delete a note.')
    await run(tx, note)
    return changed(tx, context, noteId, { kind: note.kind, id: note.id })
  },
})

/** Returns the object's notes, and the audit entry, which has the note's ID and not its text. */
async function changed(
  tx: DatabaseTransaction,
  context: OperationContext,
  noteId: string,
  object: Noted,
): Promise<Written<NotesChanged>> {
  const notes = await notesOfPage(tx, context, object)
  return { entry: { object, detail: { noteId } }, output: () => ({ accepted: true, notes }) }
}

/** Locks the object's row, and returns the IDs under which its customer is forgotten, as far as they are known; null without a row. */
async function customersOf(tx: DatabaseTransaction, source: string, { kind, id }: Noted): Promise<string[] | null> {
  const ofSource = eq(seenObjects.source, source)
  const isRow =
    kind === 'customer'
      ? sql`(${seenObjects.kind} = 'customer' and ${seenObjects.id} = ${id} or ${seenObjects.customerId} = ${id})`
      : and(eq(seenObjects.kind, kind), eq(seenObjects.id, id))
  const [row] = await tx
    .select({ customerId: seenObjects.customerId })
    .from(seenObjects)
    .where(and(ofSource, isRow))
    .limit(1)
    .for('share')
  if (!row) return null
  const named = kind === 'customer' ? id : row.customerId
  const ofApi = named === null ? [] : [named, ...(await ledgersOfCustomer(tx, source, named)).externalIds]
  if (kind === 'customer')
    return [...new Set([...ofApi, ...(await customersOfLedger(tx, source, id)).customers.map((each) => each.id)])]
  if (kind === 'subscription') return ofApi
  const naming = await tx
    .select({ externalId: indexedLinks.externalId })
    .from(indexedLinks)
    .where(and(eq(indexedLinks.source, source), eq(indexedLinks.id, linkId('invoice', id))))
    .limit(MAX_LEDGERS)
  return [...new Set([...ofApi, ...naming.map((link) => link.externalId)])]
}

const MAX_LEDGERS = 50
