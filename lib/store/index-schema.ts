import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { DIFFERENCE_FIELDS } from '@/lib/objects/indexed-objects'
import { type OwnFindings, INVOICE_VERDICTS } from '@/lib/invoices/finding'
import { instant, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/*
 * The index of objects that the console has read, because the billing API has no lists. Never shown as current. Each row belongs
 * to a source (`../source.ts`). `lib/objects/server/` writes and searches it.
 */

const source = () => opaqueId('source').notNull()
/** The instant of the newest response that showed the object. */
const seenAt = () => instant('seen_at').notNull()
const kind = () => text('kind', { enum: ['subscription', 'invoice', 'customer'] }).notNull()

/**
 * What pages show of an object and no query compares, as far as its kind has it. Instants are UTC ISO 8601 with milliseconds, which
 * sort as text.
 */
export interface SeenRow {
  // Of a subscription.
  startDate?: string | null
  billingCadence?: string | null
  /** ISO 4217. Of an invoice only when it is sent with it: else its subscription's counts. */
  currency?: string | null
  isTrial?: boolean | null
  isUsageChargedInTrial?: boolean | null
  /** The base price as the console shows it: "$499.00 a month". */
  pays?: string | null
  /** Its amount, decimal text. */
  basePrice?: string | null
  // Of an invoice.
  /** `vanityId`, the digits of its number. */
  digits?: string | null
  /** The sum of its lines, decimal text; "Partial: …" in place of one that lacks lines, null when it is unknown. */
  total?: string | null
  /** What is still to pay, when the API's own sums say it. */
  owed?: string | null
  /** The API's own total, stored with `owed`. Rows of earlier versions have none. */
  sentTotal?: string | null
  /** True when its other amounts contradict the lines or say no sum (`ChainBasis`). */
  isUnclear?: true
  issueDate?: string | null
  /** From the first start to the last end of its lines. */
  periodStart?: string | null
  periodEnd?: string | null
  /** What was found about it by itself; null when version 0.3.0 read it. */
  findings?: OwnFindings | null
  /** What its lines charge for (`../../domain/invoice/invoice-lines.ts`); null when that is not known of all lines. */
  charges?: unknown
  /** A hash of what all its lines charge for. */
  lines?: string
  // Of a ledger.
  /** The number of entries that the API counts. */
  count?: number | null
  /** The balances after the newest entries; null when that page was not seen. */
  balances?: unknown
}

// Each index below begins with a column that only its own queries compare, because the embedded database plans without statistics.

/** The objects. The `id` of a customer, which is a ledger, is its external customer ID. */
export const seenObjects = consoleSchema.table(
  'seen_objects',
  {
    source: source(),
    kind: kind(),
    id: opaqueId('id').notNull(),
    /** The plan of a subscription; the number of an invoice, as the payment gateway writes it. */
    name: opaqueId('name'),
    status: text('status'),
    /** The end of a subscription, the due date of an invoice, the newest entry of a ledger. */
    at: instant('at'),
    /** The customer ID of the billing API. */
    customerId: opaqueId('customer_id'),
    /** Of an invoice only. */
    subscriptionId: opaqueId('subscription_id'),
    seenAt: seenAt(),
    /** When the billing API first returned 404 for it afterwards. */
    goneAt: instant('gone_at'),
    /** Of an invoice: the result of its checks. Not valid unless `judgedAt` is `seenAt` (`compared-findings.ts`). */
    verdict: text('verdict', { enum: INVOICE_VERDICTS }),
    /** The `seenAt` of the row that the verdict is about; of a subscription, the one with which its invoices were judged. */
    judgedAt: instant('judged_at'),
    row: jsonb('row').$type<SeenRow>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.source, table.kind] }),
    index('seen_objects_seen').on(table.source, table.seenAt, table.kind),
    index('seen_objects_customer').on(table.source, table.customerId),
    index('seen_objects_subscription').on(table.source, table.subscriptionId),
    index('seen_objects_status').on(table.status, table.source, table.at),
    index('seen_objects_unjudged')
      .on(table.source, table.seenAt)
      .where(sql`kind <> 'customer' and judged_at is distinct from seen_at`),
  ],
)

/** The names that Find looks objects up by. A trigger deletes them with their object (migrations). */
export const seenNames = consoleSchema.table(
  'seen_names',
  {
    source: source(),
    kind: kind(),
    id: opaqueId('id').notNull(),
    /** What the name is: the ID, the plan or number, the digits of an invoice's number, or the customer ID. */
    field: text('field', { enum: ['id', 'name', 'digits', 'customer'] }).notNull(),
    /** With ASCII letters in lower case, sorted by bytes. */
    key: opaqueId('key').notNull(),
    /** As of its object. */
    seenAt: seenAt(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.source, table.kind, table.field] }),
    index('seen_names_key').on(table.field, table.kind, table.source, table.key, table.seenAt),
  ],
)

/** The words of these names, which find an object by a part of them (`nameWords`). A trigger deletes them with their object. */
export const seenWords = consoleSchema.table(
  'seen_words',
  {
    source: source(),
    kind: kind(),
    id: opaqueId('id').notNull(),
    /** In lower case without accents, sorted by bytes. */
    word: opaqueId('word').notNull(),
    /** As of its object. */
    seenAt: seenAt(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.source, table.kind, table.word] }),
    index('seen_words_word').on(table.word, table.source),
  ],
)

/** What entries of a ledger name: a customer of the API, or an invoice. `id` is `kind:` and the ID of that object. */
export const indexedLinks = consoleSchema.table(
  'indexed_links',
  {
    source: source(),
    externalId: opaqueId('external_id').notNull(),
    id: opaqueId('id').notNull(),
    /** An entry that proves it. */
    transactionId: opaqueId('transaction_id'),
    seenAt: seenAt(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.externalId, table.id] }),
    index('indexed_links_id').on(table.source, table.id),
    index('indexed_links_seen').on(table.source, table.seenAt),
  ],
)

/** Fields that differed from the response before: what changed in the billing API since the console last read the object. */
export const indexedDifferences = consoleSchema.table(
  'indexed_differences',
  {
    source: source(),
    kind: text('kind', { enum: ['subscription', 'invoice'] }).notNull(),
    id: opaqueId('id').notNull(),
    field: text('field', { enum: DIFFERENCE_FIELDS }).notNull(),
    before: text('before'),
    after: text('after'),
    /** The instants of the two responses. */
    beforeAt: instant('before_at').notNull(),
    seenAt: seenAt(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.id, table.field, table.seenAt] }),
    index('indexed_differences_seen').on(table.source, table.seenAt),
  ],
)

/** The objects that a user opened last, up to 100. */
export const openedObjects = consoleSchema.table(
  'opened_objects',
  {
    source: source(),
    /** The ID of the user, or the name of the demo user. */
    user: opaqueId('user').notNull(),
    kind: kind(),
    id: opaqueId('id').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.user, table.kind, table.id] }),
    index('opened_objects_opened').on(table.source, table.user, table.openedAt),
  ],
)

/** Each time that an admin forgot a customer, or everything. `lib/objects/server/forget-fence.ts` compares the numbers. */
export const forgettings = consoleSchema.table('forgettings', {
  number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
  /** By the clock of the store. */
  at: instant('at').notNull(),
  isEverything: boolean('is_everything').notNull(),
})

/** The objects that were forgotten, as hashes of kind and ID, until no response from before can arrive. */
export const forgottenObjects = consoleSchema.table(
  'forgotten_objects',
  { number: integer('number').notNull(), hash: bigint('hash', { mode: 'bigint' }).notNull() },
  (table) => [primaryKey({ columns: [table.number, table.hash] })],
)
