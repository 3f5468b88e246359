import { type AnyColumn, and, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { OWED_STATUSES } from '../../domain/invoice/owed-statuses'
import { indexedInvoices } from '../store/index-schema'

/** The dates of `isUsableDate`. */
const isUsable = (date: AnyColumn) =>
  sql`(${date} >= '1900-01-01Z' and ${date} < '3000-01-01Z' and not (${date} >= '1970-01-01Z' and ${date} < '1970-01-02Z'))`

/** Matches the indexed invoices that are overdue: by their status, or still owed after their due day (UTC). */
export function isOverdue(now: Date): SQL | undefined {
  const { status, dueDate, goneAt, total } = indexedInvoices
  const today = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`
  return and(
    or(eq(status, 'overdue'), and(inArray(status, [...OWED_STATUSES]), lt(dueDate, today), isUsable(dueDate))),
    isNull(goneAt),
    // Nothing is owed when the total is zero or less.
    sql`coalesce(${total}, '') !~ '^(-|0+([.]0+)?$)'`,
  )
}
