import { createHash } from 'node:crypto'
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, or } from 'drizzle-orm'
import type { FindingReview } from '@/lib/invoices/finding'
import type { IndexedObject } from '../indexed-objects'
import { MAX_NOTES, type WrittenNote } from '../note'
import { isOneOf } from '@/database/recordset'
import { remarks } from '@/lib/store/remark-schema'
import type { Reading } from './seen-objects'
import type { ObjectRow } from './seen-rows'

export type RemarkedObject = Pick<IndexedObject, 'kind' | 'id'>
const KINDS = ['subscription', 'invoice', 'customer'] as const

/** Returns the notes on these objects, newest first; at most 200 in all. */
export async function notesOf(db: Reading, source: string, objects: readonly RemarkedObject[]): Promise<WrittenNote[]> {
  return (await selectNotes(db, source, objects)).map((row) => {
    const { user: _, ...note } = row
    return note
  })
}

/** As `notesOf`, with the users who wrote them. */
export async function selectNotes(db: Reading, ofSource: string, objects: readonly RemarkedObject[]) {
  if (objects.length === 0) return []
  const { source, kind, id, remarkId: noteId, text, user, author, createdAt, editedAt } = getTableColumns(remarks)
  const isOf = KINDS.flatMap((each) => {
    const ids = objects.filter((object) => object.kind === each).map((object) => object.id)
    return ids.length === 0 ? [] : [and(eq(kind, each), isOneOf(id, ids))]
  })
  return db
    .select({ noteId, kind, id, text, user, author, createdAt, editedAt })
    .from(remarks)
    .where(and(eq(source, ofSource), IS_NOTE, or(...isOf)))
    .orderBy(desc(createdAt), noteId)
    .limit(MAX_NOTES)
}

export const IS_NOTE = isNull(remarks.finding)

type SeenInvoice = Pick<ObjectRow, 'id' | 'name' | 'status' | 'at' | 'customerId' | 'subscriptionId' | 'row'>

const MAX_REVIEWS = 5_000

/** Returns the reviews of invoices, by invoice, the oldest first. */
export async function selectReviews(db: Reading, ofSource: string, invoiceIds: readonly string[]) {
  const { source, remarkId, kind, id, finding, digest, author: by, createdAt: at, text: reason } = remarks
  const rows = await db
    .select({ remarkId, id, finding, digest, by, at, reason })
    .from(remarks)
    .where(and(eq(source, ofSource), eq(kind, 'invoice'), isOneOf(id, invoiceIds), isNotNull(finding)))
    .orderBy(id, asc(at), remarkId)
    .limit(MAX_REVIEWS)
  return rows.flatMap((row) => (row.finding === null ? [] : [{ ...row, finding: row.finding }]))
}

/** Returns the reviewed findings of invoices by the invoice's ID, the oldest first. */
export async function reviewsOfInvoices(
  db: Reading,
  ofSource: string,
  invoices: readonly SeenInvoice[],
): Promise<Map<string, FindingReview[]>> {
  const found = new Map<string, FindingReview[]>()
  if (invoices.length === 0) return found
  const ids = invoices.map(({ id }) => id)
  const rows = await selectReviews(db, ofSource, ids)
  if (rows.length === 0) return found
  const known = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  for (const { id, finding, digest, by, at, reason } of rows) {
    const invoice = known.get(id)
    const isCurrent = invoice !== undefined && contentDigest(invoice) === digest
    found.set(id, [...(found.get(id) ?? []), { finding, review: { by, at, reason, isCurrent } }])
  }
  return found
}

/**
 * Returns a hash of what the API said of an invoice. A row has the same hash before it is stored and afterwards. The time of the read
 * and the findings are left out: findings also depend on the subscription.
 */
export function contentDigest({ name, status, at, customerId, subscriptionId, row }: SeenInvoice): string {
  const { digits, issueDate, periodStart, periodEnd, total, lines } = row
  const ofRow = [digits, issueDate, periodStart, periodEnd, total, lines]
  const content = [name, status, at, customerId, subscriptionId, ...ofRow]
  const text = JSON.stringify(content.map((value) => value ?? null))
  return createHash('sha256').update(text).digest('hex')
}
