import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Gaps } from '@/contract/console/checks'
import type { Session } from '@/database/on-connection'
import { isPayableOrPaid } from '../../domain/invoice/charged-wrongly'
import { billingPeriodAt } from '../../domain/subscription/billing-period'
import { usableDate } from '../../domain/time/usable-date'
import type { OperationContext } from '../operation-context'
import { readWithin } from '../store/console-store'
import { indexedLinks, seenObjects } from '../store/index-schema'

const TIMEOUT_MS = 10_000
const TOO_SLOW = 'What may be missing took longer than 10 seconds to read. Nothing was changed.'
const MAX_RANGES = 50
const MAX_SUBSCRIPTIONS = 2_000
const MAX_LISTED = 200

/** Returns what seems to be missing among the objects of the index. @throws ProblemError `store_unavailable` after ten seconds */
export function listGaps({ environment, signal, now }: OperationContext): Promise<Gaps> {
  const { source } = environment.index
  return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => ({
    readAt: now().toISOString(),
    numbers: await missingNumbers(db, source),
    ...(await uninvoiced(db, source, now())),
    ...(await unreadInvoices(db, source)),
  }))
}

/** A run of seen numbers ends where the next one is not one more. */
async function missingNumbers(db: Session, source: string): Promise<Gaps['numbers']> {
  const { rows } = await db.execute<{
    first: string | null
    last: string | null
    seen: number
    missing: { first: string; last: string }[]
    ranges: number
  }>(sql`
    with numbers as (
        select distinct (row ->> 'digits')::numeric as number from ${seenObjects}
        where source = ${source} and kind || '' = 'invoice' and row ->> 'digits' ~ '^[0-9]{1,18}$'),
      next as (select number, lead(number) over (order by number) as following from numbers),
      missing as (select number + 1 as first, following - 1 as last from next where following > number + 1)
    select min(number)::text as first, max(number)::text as last, count(*)::integer as seen,
      (select count(*)::integer from missing) as ranges,
      (select coalesce(json_agg(json_build_object('first', first::text, 'last', last::text)), '[]')
        from (select * from missing order by first limit ${MAX_RANGES}) as named)::jsonb as missing
    from numbers`)
  const [found] = rows
  if (!found || found.first === null || found.last === null || found.seen < 2)
    return { range: null, all: '0', seen: found?.seen ?? 0, missing: [], more: 0 }
  const { first, last, seen, missing, ranges } = found
  return {
    range: { first, last },
    all: String(BigInt(last) - BigInt(first) + 1n),
    seen,
    missing,
    more: ranges - missing.length,
  }
}

/** Finds the active subscriptions of which no invoice covers a part of the last period that has ended. */
async function uninvoiced(
  db: Session,
  source: string,
  now: Date,
): Promise<Pick<Gaps, 'uninvoiced' | 'uninvoicedCount' | 'subscriptions'>> {
  const { id, name, kind, status, goneAt, seenAt, subscriptionId, row } = seenObjects
  const ofSource = eq(seenObjects.source, source)
  const active = await db
    .select({ id, planName: name, row })
    .from(seenObjects)
    .where(and(ofSource, eq(kind, 'subscription'), eq(status, 'active'), isNull(goneAt)))
    .orderBy(desc(seenAt), id)
    .limit(MAX_SUBSCRIPTIONS + 1)
  const looked = active.slice(0, MAX_SUBSCRIPTIONS)
  const invoices = await db
    .select({
      subscriptionId,
      status,
      goneAt,
      row: sql<{
        start: string | null
        end: string | null
      }>`json_build_object('start', ${row} -> 'periodStart', 'end', ${row} -> 'periodEnd')::jsonb`,
    })
    .from(seenObjects)
    .where(
      and(
        ofSource,
        inArray(
          subscriptionId,
          looked.map((subscription) => subscription.id),
        ),
      ),
    )
  const covered = new Map<string | null, { start: string | null; end: string | null }[]>()
  for (const invoice of invoices.filter(isPayableOrPaid)) {
    const periods = covered.get(invoice.subscriptionId)
    if (periods) periods.push(invoice.row)
    else covered.set(invoice.subscriptionId, [invoice.row])
  }
  const found = looked.flatMap(({ id: of, planName, row: { startDate, billingCadence, isTrial } }) => {
    const start = usableDate(startDate)
    const current =
      start === null || isTrial === true ? null : billingPeriodAt(start, billingCadence ?? '', now.toISOString())
    if (start === null || current === null || current.number < 2) return []
    const ended = billingPeriodAt(start, billingCadence ?? '', new Date(Date.parse(current.start) - 1).toISOString())
    const isCovered = (covered.get(of) ?? []).some(
      (period) => ended !== null && (period.start ?? '') < ended.end && (period.end ?? '') > ended.start,
    )
    return ended === null || isCovered ? [] : [{ id: of, planName, periodStart: ended.start, periodEnd: ended.end }]
  })
  return {
    uninvoiced: found.toSorted((one, other) => (one.periodEnd < other.periodEnd ? -1 : 1)).slice(0, MAX_LISTED),
    uninvoicedCount: found.length,
    subscriptions: { count: looked.length, hasMore: active.length > MAX_SUBSCRIPTIONS },
  }
}

/** Counts the invoices that a ledger names and that the index does not have, most first. */
async function unreadInvoices(db: Session, source: string): Promise<Pick<Gaps, 'unread' | 'moreUnread'>> {
  const { rows } = await db.execute<{ externalId: string; invoices: number; all: number }>(sql`
    select link.external_id as "externalId", count(*)::integer as invoices, (count(*) over ())::integer as "all" from ${indexedLinks} as link
    where link.source = ${source} and starts_with(link.id, 'invoice:') and not exists (
      select from ${seenObjects} as seen
      where seen.id = substr(link.id, 9) and seen.source = link.source and seen.kind = 'invoice')
    group by link.external_id order by invoices desc, link.external_id limit ${MAX_LISTED}`)
  const unread = rows.map(({ externalId, invoices }) => ({ externalId, invoices }))
  return { unread, moreUnread: (rows[0]?.all ?? 0) - unread.length }
}
