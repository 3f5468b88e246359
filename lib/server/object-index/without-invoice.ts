import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { NOT_CHARGED_STATUSES } from '../../domain/invoice/owed-statuses'
import { seenObjects } from '../store/index-schema'
import { listedSubscription, type Reading, selectSeen } from './seen-objects'

const { kind, id, at, goneAt, row } = seenObjects

/** Returns the first instants of a UTC month, "2026-03", and of the next. */
export function monthBounds(month: string): { start: string; end: string } {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return { start: `${month}-01T00:00:00.000Z`, end: new Date(Date.UTC(year, nth, 1)).toISOString() }
}

/**
 * Matches the subscriptions that run in a UTC month and of which no invoice for it was read: one whose lines cover a part of the month
 * or, when it has no periods, that was issued in it. Invoices that are not charged do not count. Trials, and subscriptions that are gone,
 * are left out.
 */
function isWithoutInvoice(source: string, month: string): SQL | undefined {
  const { start, end } = monthBounds(month)
  const text = (field: string) => sql`(invoice.row ->> ${field}) collate "C"`
  const isFor = sql`case when invoice.row ->> 'periodStart' is not null and invoice.row ->> 'periodEnd' is not null
    then ${text('periodStart')} < ${end} and ${text('periodEnd')} > ${start}
    else ${text('issueDate')} >= ${start} and ${text('issueDate')} < ${end} end`
  return and(
    eq(kind, 'subscription'),
    isNull(goneAt),
    sql`coalesce(${row} ->> 'isTrial', '') <> 'true'`,
    sql`(${row} ->> 'startDate' is null or (${row} ->> 'startDate') collate "C" < ${end})`,
    sql`(${at} is null or ${at} > ${start}::timestamptz)`,
    sql`not exists (select from ${seenObjects} as invoice
      where invoice.source = ${source} and invoice.kind = 'invoice' and invoice.subscription_id = seen_objects.id
        and invoice.gone_at is null and not coalesce(invoice.status = any(${sql.param([...NOT_CHARGED_STATUSES])}::text[]), false)
        and ${isFor})`,
  )
}

/** Returns the subscriptions of `isWithoutInvoice`, by ID. */
export async function subscriptionsWithoutInvoice(db: Reading, source: string, month: string, limit: number) {
  const seen = await selectSeen(db, source, isWithoutInvoice(source, month)).orderBy(asc(id)).limit(limit)
  return seen.map(listedSubscription)
}
