import { and, desc, eq, getTableColumns, or } from 'drizzle-orm'
import type { IndexedObject } from '../indexed-objects'
import { MAX_NOTES, type NoteList, type WrittenNote } from '../note'
import { isOneOf } from '@/database/recordset'
import { userKey } from '@/lib/core/server/actor'
import type { Reading } from './seen-objects'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { consoleStore } from '@/lib/store/console-store'
import { notes } from '@/lib/store/note-schema'
import { PathId } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

/** An object with a page of its own. */
export const ObjectInput = z.strictObject({
  kind: z.enum(['subscription', 'invoice', 'customer']).describe('What the ID names'),
  id: PathId.describe('ID of the subscription or invoice, or external ID of the customer'),
})

type NotedObject = Pick<IndexedObject, 'kind' | 'id'>
const KINDS = ['subscription', 'invoice', 'customer'] as const

/** Returns the notes on an object, newest first. */
export const listNotes = operation('listNotes', {
  input: ObjectInput,
  describe: 'The notes on a customer, a subscription or an invoice.',
  tool: true,
  async run(context, object): Promise<NoteList> {
    return { notes: await notesOfPage(await consoleStore(), context, object) }
  },
})

/** Returns the notes on an object as its page shows them to the user. */
export async function notesOfPage(
  db: Reading,
  { environment, actor }: Pick<OperationContext, 'environment' | 'actor'>,
  object: NotedObject,
): Promise<NoteList['notes']> {
  const found = await selectNotes(db, environment.index.source, [object])
  return found.map(({ user, ...note }) => ({ ...note, isMine: user === userKey(actor) }))
}

/** Returns the notes on these objects, newest first; at most 200 in all. */
export async function notesOf(db: Reading, source: string, objects: readonly NotedObject[]): Promise<WrittenNote[]> {
  return (await selectNotes(db, source, objects)).map((row) => {
    const { user: _, ...note } = row
    return note
  })
}

async function selectNotes(db: Reading, ofSource: string, objects: readonly NotedObject[]) {
  if (objects.length === 0) return []
  const { source, kind, id, noteId, text, user, author, createdAt, editedAt } = getTableColumns(notes)
  const isOf = KINDS.flatMap((each) => {
    const ids = objects.filter((object) => object.kind === each).map((object) => object.id)
    return ids.length === 0 ? [] : [and(eq(kind, each), isOneOf(id, ids))]
  })
  return db
    .select({ noteId, kind, id, text, user, author, createdAt, editedAt })
    .from(notes)
    .where(and(eq(source, ofSource), or(...isOf)))
    .orderBy(desc(createdAt), noteId)
    .limit(MAX_NOTES)
}
