import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { NOT_CHARGED_STATUSES } from '@/lib/invoices/owed-statuses'
import { CADENCE_MONTHS } from '@/lib/subscriptions/billing-period'
import { seenObjects } from '@/lib/store/index-schema'
import { listedSubscription, type Reading, selectSeen } from './seen-objects'

/** Returns the month after a UTC month, "2026-03". */
export function monthAfter(month: string): string {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth, 1)).toISOString().slice(0, 7)
}

/**
 * Matches the subscriptions with a billing period that began last in a UTC month or before it, and that no charged invoice of the index
 * covers: by the day after it began, or by the issue date of an invoice without periods. Drafts, trials, and subscriptions that were
 * deleted or are gone, are left out.
 */
export function isWithoutInvoice(source: string, month: string): SQL | undefined {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  const next = monthAfter(month)
  // Raw names, because those of the invoice are the same.
  const start = sql.raw("(seen_objects.row ->> 'startDate')::timestamptz")
  const cadence = sql.raw("seen_objects.row ->> 'billingCadence'")
  const months = sql`(${year * 12 + nth} - extract(year from ${start}) * 12 - extract(month from ${start}))::int`
  const lengths = sql.join(
    [...CADENCE_MONTHS].map(([name, count]) => sql`when ${name} then ${sql.raw(String(count))}`),
    sql` `,
  )
  const began = sql`case when ${cadence} = 'oneTime' then ${start}
    else ${start} + make_interval(months => ${months} - ${months} % (case ${cadence} ${lengths} else 1 end)) end`
  return and(
    eq(seenObjects.kind, 'subscription'),
    isNull(seenObjects.goneAt),
    sql`coalesce(seen_objects.status, '') not in ('draft', 'pendingActivation', 'deleted')
      and coalesce(seen_objects.row ->> 'isTrial', '') <> 'true'
      and seen_objects.row ->> 'startDate' is not null and (seen_objects.row ->> 'startDate') collate "C" < ${next}
      and (${cadence} is distinct from 'oneTime' or (seen_objects.row ->> 'startDate') collate "C" >= ${month})
      and (seen_objects.at is null or seen_objects.at > ${began})
      and not exists (
        select 1 from ${seenObjects} as invoice
        where invoice.source = ${source} and invoice.subscription_id = seen_objects.id and invoice.kind = 'invoice'
          and invoice.gone_at is null
          and not coalesce(invoice.status = any(${sql.param([...NOT_CHARGED_STATUSES])}::text[]), false)
          and case when invoice.row ->> 'periodStart' is null or invoice.row ->> 'periodStart' = invoice.row ->> 'periodEnd'
            then (invoice.row ->> 'issueDate') collate "C" >= ${month} and (invoice.row ->> 'issueDate') collate "C" < ${next}
            else (invoice.row ->> 'periodStart')::timestamptz::date <= (${began})::date
              and (invoice.row ->> 'periodEnd')::timestamptz::date > (${began})::date end)`,
  )
}

/** Returns the subscriptions of `isWithoutInvoice`, by ID. */
export async function subscriptionsWithoutInvoice(db: Reading, source: string, month: string, limit: number) {
  const seen = await selectSeen(db, source, isWithoutInvoice(source, month)).orderBy(asc(seenObjects.id)).limit(limit)
  return seen.map(listedSubscription)
}
