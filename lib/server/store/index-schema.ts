import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { bigint, boolean, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { DIFFERENCE_FIELDS } from '@/contract/console/indexed-objects'
import { instant, jsonText, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/*
 * The index of objects that the console has read, because the billing API has no lists. Never shown as current. Each row belongs
 * to a source (`../source.ts`). `lib/server/object-index/` writes and searches it.
 */

/** The form in which names are compared: ASCII letters in lower case, sorted by bytes. */
export const nameKey = (column: AnyColumn): SQL<string> => sql<string>`lower(${column})`

const source = () => opaqueId('source').notNull()
/** The instant of the newest response that showed the object. */
const seenAt = () => instant('seen_at').notNull()
/** When the billing API first returned 404 for it afterwards. */
const goneAt = () => instant('gone_at')

export const indexedSubscriptions = consoleSchema.table(
  'indexed_subscriptions',
  {
    source: source(),
    id: opaqueId('id').notNull(),
    planName: opaqueId('plan_name'),
    status: text('status'),
    startDate: instant('start_date'),
    endDate: instant('end_date'),
    billingCadence: text('billing_cadence'),
    currency: text('currency'),
    isTrial: boolean('is_trial'),
    /** The base price as the console shows it: "$499.00 monthly". */
    pays: text('pays'),
    /** Its amount, decimal text. */
    basePrice: text('base_price'),
    customerId: opaqueId('customer_id'),
    seenAt: seenAt(),
    goneAt: goneAt(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.id] }),
    index('indexed_subscriptions_id_key').on(table.source, nameKey(table.id)),
    index('indexed_subscriptions_plan_key').on(table.source, nameKey(table.planName), table.seenAt),
    index('indexed_subscriptions_customer_key').on(table.source, nameKey(table.customerId), table.seenAt),
    index('indexed_subscriptions_seen').on(table.source, table.seenAt),
  ],
)

export const indexedInvoices = consoleSchema.table(
  'indexed_invoices',
  {
    source: source(),
    id: opaqueId('id').notNull(),
    /** `vanityIdString`, the invoice number as the payment gateway writes it. */
    number: opaqueId('number'),
    /** `vanityId`, its digits. */
    digits: opaqueId('digits'),
    status: text('status'),
    /** Decimal text; null when it is incomplete. */
    total: text('total'),
    issueDate: instant('issue_date'),
    dueDate: instant('due_date'),
    /** From the first start to the last end of its lines. */
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    /** `OwnFindings` as JSON; null when an earlier version read it. */
    findings: jsonText('findings'),
    /** What its lines charge for, JSON (`../../domain/invoice/invoice-charges.ts`); null when that is not known of all lines. */
    charges: jsonText('charges'),
    customerId: opaqueId('customer_id'),
    subscriptionId: opaqueId('subscription_id'),
    seenAt: seenAt(),
    goneAt: goneAt(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.id] }),
    index('indexed_invoices_id_key').on(table.source, nameKey(table.id)),
    index('indexed_invoices_number_key').on(table.source, nameKey(table.number)),
    index('indexed_invoices_digits_key').on(table.source, nameKey(table.digits)),
    index('indexed_invoices_customer_key').on(table.source, nameKey(table.customerId), table.seenAt),
    index('indexed_invoices_subscription').on(table.source, table.subscriptionId),
    index('indexed_invoices_seen').on(table.source, table.seenAt),
  ],
)

/** Ledgers; `id` is the external customer ID. */
export const indexedLedgers = consoleSchema.table(
  'indexed_ledgers',
  {
    source: source(),
    id: opaqueId('id').notNull(),
    /** The number of entries that the API counts. */
    count: integer('count'),
    /** The balances after the newest entries, JSON: `[{ unit, balance }]`; null when that page was not seen. */
    balances: jsonText('balances'),
    newestAt: instant('newest_at'),
    seenAt: seenAt(),
    goneAt: goneAt(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.id] }),
    index('indexed_ledgers_id_key').on(table.source, nameKey(table.id)),
    index('indexed_ledgers_seen').on(table.source, table.seenAt),
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
    kind: text('kind', { enum: ['subscription', 'invoice', 'customer'] }).notNull(),
    id: opaqueId('id').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.user, table.kind, table.id] }),
    index('opened_objects_opened').on(table.source, table.user, table.openedAt),
  ],
)

/** The objects that a user watches: each is read again at a bounded rate, so that the index notes what changes. */
export const watchedObjects = consoleSchema.table(
  'watched_objects',
  {
    source: source(),
    /** The ID of the user, or the name of the demo user. */
    user: opaqueId('user').notNull(),
    kind: text('kind', { enum: ['subscription', 'invoice', 'customer'] }).notNull(),
    id: opaqueId('id').notNull(),
    watchedAt: instant('watched_at').notNull(),
    /** When the console last tried to read it again. */
    readAt: instant('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.user, table.kind, table.id] }),
    index('watched_objects_read').on(table.source, table.readAt),
  ],
)

/** Each time that an admin forgot a customer, or everything. `lib/server/object-index/forget-fence.ts` compares the numbers. */
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
