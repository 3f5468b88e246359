import { index, jsonb, text } from 'drizzle-orm/pg-core'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { instant, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/**
 * What people write about objects: notes, up to 200 an object, and reviews of an invoice's findings. The trim by age keeps notes, because
 * they are people's work; a review lives as long as its invoice in the index. `lib/objects/server/forget-customer.ts` deletes both with
 * their customer.
 */
export const remarks = consoleSchema.table(
  'remarks',
  {
    remarkId: opaqueId('remark_id').primaryKey(),
    source: opaqueId('source').notNull(),
    kind: text('kind', { enum: ['subscription', 'invoice', 'customer'] }).notNull(),
    /** Of the object; of a customer, its external ID, or its customer ID when no ledger is known. */
    id: opaqueId('id').notNull(),
    /** The note, or the reason of the review. */
    text: text('text').notNull(),
    /** The ID of the author, or the name of the demo user; in a review that was moved from `finding_reviews` the author's name. */
    user: opaqueId('user').notNull(),
    /** The author's name at the time. */
    author: text('author').notNull(),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    /** Of a note: the IDs under which its customer is forgotten, as far as they were known when it was written: the index forgets sooner. */
    customers: text('customers').array().notNull().default([]),
    /** The reviewed finding; null in a note. */
    finding: jsonb('finding').$type<InvoiceFinding>(),
    /** What the reviewed invoice said (`contentDigest`): when it says something else, the review no longer counts. Null in a note. */
    digest: opaqueId('digest'),
  },
  (table) => [index('remarks_object').on(table.id, table.source, table.kind, table.createdAt)],
)
