import { randomUUID } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import { MAX_NOTES, type NotesChanged } from '../note'
import type { DatabaseTransaction } from '@/database/open-database'
import { userKey } from '@/lib/core/server/actor'
import { appendEntry, transactionWithin } from '@/lib/store/append-entry'
import { customersOfLedger, ledgersOfCustomer } from './customer-links'
import { areForgotten } from './forget-fence'
import { linkId } from './seen-rows'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { consoleStore } from '@/lib/store/console-store'
import { indexedLinks, seenObjects } from '@/lib/store/index-schema'
import { notes } from '@/lib/store/note-schema'
import { notesOfPage, ObjectInput } from './list-notes'
import { z } from 'zod'
import { MAX_NOTE_CHARS } from '@/lib/objects/note'
import { VisibleText, Instant } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

const NoteInput = z.strictObject({ noteId: z.string().regex(/^note_[\w-]{1,64}$/, 'must be the ID of a note') })

const NoteText = VisibleText('Enter a note', MAX_NOTE_CHARS)

const TIMEOUT_MS = 10_000
/** The advisory lock of those who add a note: the count of an object's notes is exact. */
const NOTES_LOCK = 4_211_982

type Noted = z.infer<typeof ObjectInput>

/**
 * Adds a note to an object that the index has, unless its customer was forgotten after the request arrived. Returns the object's notes.
 * @throws ProblemError `not_found` for an object that the index does not have, or that was forgotten; `too_many_notes`
 */
export const addNote = operation('addNote', {
  input: ObjectInput.extend({ text: NoteText }),
  async run(context, { kind, id, text }): Promise<NotesChanged> {
    const { environment, actor, now } = context
    const { source } = environment.index
    const { readStart = environment.index.startRead() } = context
    // The page that shows the object has just read it.
    await environment.index.writtenSoon()
    return transactionWithin(await consoleStore(), TIMEOUT_MS, async (tx) => {
      // All names before the fence, and then none is missing: a forgetting waits for the fence.
      const [isTooEarly] = await areForgotten(tx, [{ readStart, names: [linkId(kind, id)] }])
      const customers = await customersOf(tx, source, { kind, id })
      const names = (customers ?? []).map((each) => linkId('customer', each))
      const [isForgotten] = await areForgotten(tx, [{ readStart, names }])
      if (customers === null || isTooEarly !== false || isForgotten !== false)
        throw problemError(
          'not_found',
          'The note was not added: the console no longer knows this object. Reload its page.',
        )
      await tx.execute(sql`select pg_advisory_xact_lock(${NOTES_LOCK})`)
      const [known] = await tx
        .select({ count: count() })
        .from(notes)
        .where(and(eq(notes.source, source), eq(notes.kind, kind), eq(notes.id, id)))
      if ((known?.count ?? 0) >= MAX_NOTES) throw problemError('too_many_notes', TOO_MANY)
      const noteId = `note_${randomUUID()}`
      const createdAt = now().toISOString()
      const author = { user: userKey(actor), author: actor.name }
      await tx.insert(notes).values({ noteId, source, kind, id, text, ...author, createdAt, customers })
      return changed(tx, context, 'addNote', { noteId, kind, id })
    })
  },
})

const TOO_MANY = `The note was not added: this object has ${MAX_NOTES} notes, which is the most. Delete one first.`

/**
 * Changes the text of the user's own note.
 * @throws ProblemError `not_found`, `not_allowed` for the note of another person, `invalid_request` when it is not as the user saw it
 */
export const editNote = operation('editNote', {
  input: NoteInput.extend({ text: NoteText, editedAt: Instant.nullable() }),
  run: (context, { noteId, text, editedAt: seen }): Promise<NotesChanged> =>
    changeOwn(context, 'editNote', noteId, async (tx, { editedAt }) => {
      if (seen !== editedAt)
        throw problemError(
          'invalid_request',
          'Not saved: the note was changed meanwhile. Copy your text, reload the page and edit the note again.',
        )
      await tx.update(notes).set({ text, editedAt: context.now().toISOString() }).where(eq(notes.noteId, noteId))
    }),
})

/** Deletes the user's own note. @throws ProblemError as `editNote` */
export const deleteNote = operation('deleteNote', {
  input: NoteInput,
  run: (context, { noteId }): Promise<NotesChanged> =>
    changeOwn(context, 'deleteNote', noteId, async (tx) => {
      await tx.delete(notes).where(eq(notes.noteId, noteId))
    }),
})

const IS_DELETED = {
  editNote: 'Not saved: the note was deleted. Copy your text and add it as a new note.',
  deleteNote: 'This note does not exist any more. Reload the page.',
}

async function changeOwn(
  context: OperationContext,
  action: 'editNote' | 'deleteNote',
  noteId: string,
  run: (tx: DatabaseTransaction, note: { editedAt: string | null }) => Promise<void>,
): Promise<NotesChanged> {
  return transactionWithin(await consoleStore(), TIMEOUT_MS, async (tx) => {
    const [note] = await tx
      .select({ kind: notes.kind, id: notes.id, user: notes.user, editedAt: notes.editedAt })
      .from(notes)
      .where(and(eq(notes.source, context.environment.index.source), eq(notes.noteId, noteId)))
      .for('update')
    if (!note) throw problemError('not_found', IS_DELETED[action])
    if (note.user !== userKey(context.actor))
      throw problemError('not_allowed', 'Nothing was changed: only its author may edit or delete a note.')
    await run(tx, note)
    return changed(tx, context, action, { noteId, kind: note.kind, id: note.id })
  })
}

/** Writes the audit entry, which has the note's ID and not its text. Returns the object's notes. */
async function changed(
  tx: DatabaseTransaction,
  context: OperationContext,
  action: 'addNote' | 'editNote' | 'deleteNote',
  { noteId, ...object }: Noted & { noteId: string },
): Promise<NotesChanged> {
  const { actor, requestId, now } = context
  const entry = { at: now(), actor: actor.name, role: actor.role, action, requestId, outcome: 'done' }
  await appendEntry(tx, { ...entry, object, detail: { noteId } })
  return { accepted: true, notes: await notesOfPage(tx, context, object) }
}

/** Returns the IDs under which the object's customer is forgotten, as far as they are known; null for an object that the index does not have. */
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
