import { and, count, desc, eq, min, sql, type SQL } from 'drizzle-orm'
import { Big } from 'big.js'
import { type Age, AGES, type InvoiceSum, type InvoiceSums } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Session } from '@/database/on-connection'
import { currencyDecimals } from '../../domain/money/currency-decimals'
import type { OperationContext } from '../operation-context'
import { readWithin } from '../store/console-store'
import { seenObjects } from '../store/index-schema'
import { selectInvoices, type Selection } from './list-objects'
import { ageOf, AMOUNT_OWED, INVOICE_CURRENCY, isOwed } from './seen-objects'

const TIMEOUT_MS = 10_000
const TOO_SLOW =
  'The sums took longer than 10 seconds to read. The list below is not affected. Use a filter other than the text.'

/** Returns the sums of all invoices that match the filters of the list. @throws ProblemError `store_unavailable` after ten seconds */
export function sumInvoices(context: OperationContext, input: ConsoleInput<'sumInvoices'>): Promise<InvoiceSums> {
  const { signal, now } = context
  return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
    const groups = await selectSums(db, context, selectInvoices(context, input))
    const owed = owedBy(groups, ({ age }) => (age === null ? null : { age }))
    return {
      readAt: now().toISOString(),
      oldest: groups.reduce<string | null>(
        (oldest, group) => (oldest === null || group.oldest < oldest ? group.oldest : oldest),
        null,
      ),
      byStatus: sumBy(groups, ({ status }) => ({ status })),
      owed: owed.toSorted((one, other) => AGES.indexOf(one.age) - AGES.indexOf(other.age)),
    }
  })
}

/** ISO 4217 has currencies of 0, 2, 3 and 4 decimals. */
const DECIMALS = [0, 2, 3, 4]
const MAX_GROUPS = 5_000

interface SumGroup extends InvoiceSum {
  status: string | null
  /** The sum of the amounts owed. */
  owed: Pick<InvoiceSum, 'total' | 'unknown'>
  /** Null when it is not owed. */
  age: Age | null
  oldest: string
}

/**
 * Returns the sums of invoices by currency, status and age. Each total is rounded half up to the currency's smallest unit first, as the
 * list shows it. The database adds, because there may be many.
 */
export async function selectSums(
  db: Session,
  { now }: Pick<OperationContext, 'now'>,
  { source, where }: Selection<unknown>,
): Promise<SumGroup[]> {
  const { row, status, seenAt } = seenObjects
  const matching = db
    .select({
      currency: INVOICE_CURRENCY.as('currency'),
      status,
      age: sql<Age | null>`case when ${isOwed} then ${ageOf(now())} end`.as('age'),
      seenAt,
      total: numberOf(sql`${row} ->> 'total'`).as('total'),
      owed: numberOf(AMOUNT_OWED).as('owed'),
    })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), where))
    .as('matching')
  const groups = await db
    .select({
      currency: matching.currency,
      status: matching.status,
      age: matching.age,
      count: count(),
      oldest: min(matching.seenAt),
      totals: sumsOf(matching.total),
      unknown: sql`count(*) - count(${matching.total})`.mapWith(Number),
      owedTotals: sumsOf(matching.owed),
      owedUnknown: sql`count(*) - count(${matching.owed})`.mapWith(Number),
    })
    .from(matching)
    .groupBy(matching.currency, matching.status, matching.age)
    .orderBy(desc(count()))
    .limit(MAX_GROUPS)
  return groups.map(({ totals, unknown, owedTotals, owedUnknown, oldest, ...group }) => {
    const sumIn = (sums: (string | null)[], without: number) =>
      // Totals of unknown currencies are of several, perhaps.
      group.currency === null
        ? { total: null, unknown: group.count }
        : { total: sums[DECIMALS.indexOf(currencyDecimals(group.currency))] ?? null, unknown: without }
    return { ...group, oldest: oldest ?? '', ...sumIn(totals, unknown), owed: sumIn(owedTotals, owedUnknown) }
  })
}

const numberOf = (text: SQL) => sql`case when ${text} ~ '^-?[0-9]+([.][0-9]+)?$' then (${text})::numeric end`
/** Returns the expression of a sum for each of `DECIMALS`, to which each amount is rounded first. */
const sumsOf = (amount: SQL.Aliased) =>
  sql<(string | null)[]>`array[${sql.join(
    DECIMALS.map((decimals) => sql`sum(round(${amount}, ${sql.raw(String(decimals))}))::text`),
    sql`, `,
  )}]`

/** Adds groups of one currency and key up, most invoices first. @param keyOf returns null for a group that is left out */
function sumBy<Key extends object>(
  groups: readonly SumGroup[],
  keyOf: (group: SumGroup) => Key | null,
): (InvoiceSum & Key)[] {
  const sums = new Map<string, InvoiceSum & Key>()
  for (const group of groups) {
    const key = keyOf(group)
    if (key === null) continue
    const name = JSON.stringify([group.currency, key])
    const before = sums.get(name)
    const { currency, count: rows, total, unknown } = group
    sums.set(name, {
      ...key,
      currency,
      count: rows + (before?.count ?? 0),
      total: plus(before?.total ?? null, total),
      unknown: unknown + (before?.unknown ?? 0),
    })
  }
  return [...sums.values()].toSorted((one, other) => other.count - one.count || compare(one.currency, other.currency))
}

/** Adds up what is still to pay, as `sumBy`. */
export const owedBy = <Key extends object>(groups: readonly SumGroup[], keyOf: (group: SumGroup) => Key | null) =>
  sumBy(
    groups.map((group) => ({ ...group, ...group.owed })),
    keyOf,
  )

const plus = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : new Big(one).plus(other).toFixed()
/** An unknown currency is last. */
const compare = (one: string | null, other: string | null) => ((one ?? '~') < (other ?? '~') ? -1 : 1)
