import { index, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { instant, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/*
 * What people write about objects. Each row belongs to a source (`../source.ts`). The trim by age keeps notes, because they are people's
 * work; `lib/objects/server/forget-customer.ts` deletes them with their customer.
 */

/** The notes on subscriptions, invoices and customers, up to 200 an object. */
export const notes = consoleSchema.table(
  'notes',
  {
    noteId: opaqueId('note_id').primaryKey(),
    source: opaqueId('source').notNull(),
    kind: text('kind', { enum: ['subscription', 'invoice', 'customer'] }).notNull(),
    /** Of the object; of a customer, its external ID, or its customer ID when no ledger is known. */
    id: opaqueId('id').notNull(),
    text: text('text').notNull(),
    /** The ID of the author, or the name of the demo user. */
    user: opaqueId('user').notNull(),
    /** The author's name at the time. */
    author: text('author').notNull(),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    /** The IDs under which its customer is forgotten, as far as they were known when the note was written: the index forgets sooner. */
    customers: text('customers').array().notNull(),
  },
  (table) => [index('notes_object').on(table.id, table.source, table.kind, table.createdAt)],
)

/** The findings of invoices that a person reviewed. A row lives as long as its invoice in the index. */
export const findingReviews = consoleSchema.table(
  'finding_reviews',
  {
    source: opaqueId('source').notNull(),
    invoiceId: opaqueId('invoice_id').notNull(),
    /** The hash of the finding's key (`lib/invoices/finding-review.ts`). */
    hash: opaqueId('hash').notNull(),
    finding: jsonb('finding').$type<InvoiceFinding>().notNull(),
    /** What the invoice said when it was reviewed (`contentDigest`): when it says something else, the review no longer counts. */
    digest: opaqueId('digest').notNull(),
    reason: text('reason').notNull(),
    /** The reviewer's name at the time. */
    by: text('by').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.source, table.hash] })],
)
