import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { boolean, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, jsonText, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/*
 * The index as the version before keeps it. Its consoles read and write these tables during an update; this version only
 * deletes from them what is forgotten or too old. The next minor version drops them.
 */

const nameKey = (column: AnyColumn): SQL<string> => sql<string>`lower(${column})`
const source = () => opaqueId('source').notNull()
const seenAt = () => instant('seen_at').notNull()
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
    pays: text('pays'),
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
    number: opaqueId('number'),
    digits: opaqueId('digits'),
    status: text('status'),
    total: text('total'),
    issueDate: instant('issue_date'),
    dueDate: instant('due_date'),
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    findings: jsonText('findings'),
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

export const indexedLedgers = consoleSchema.table(
  'indexed_ledgers',
  {
    source: source(),
    id: opaqueId('id').notNull(),
    count: integer('count'),
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

export const OLD_INDEX = [indexedSubscriptions, indexedInvoices, indexedLedgers] as const
