import { and, count, desc, eq, min, sql, type SQL } from 'drizzle-orm'
import { type Age, AGES, type InvoiceSums } from '../indexed-objects'
import { type ChainSums, type InvoiceChainSum, type InvoiceSum, chainOf } from '@/lib/invoices/invoice-chain'
import type { Session } from '@/database/on-connection'
import { isUnreadableText } from '@/lib/billing-api/unreadable'
import { currencyDecimals } from '@/lib/money/currency-decimals'
import { sumOf } from '@/lib/money/decimal'
import { listPath } from '@/lib/core/paths'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { operation } from '@/lib/core/server/operation'
import { readWithin } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import {
  ageOf,
  AMOUNT_OWED,
  INVOICE_CURRENCY,
  INVOICE_TOTAL,
  IS_CHARGED,
  IS_UNCLEAR,
  SUM_OF_LINES,
} from './seen-objects'
import { InvoiceFilters } from './list-input'
import { selectRows, type Selection } from './select-rows'

const TIMEOUT_MS = 10_000
const TOO_SLOW =
  'The sums took longer than 10 seconds to read. The list below is not affected. Use a filter other than the text.'

/** Returns the sums of all invoices that match the filters of the list. @throws ProblemError `store_unavailable` after ten seconds */
export const sumInvoices = operation('sumInvoices', {
  input: InvoiceFilters,
  describe:
    'The sums of the invoices that the console has read and that match the filters, by currency and status, and what is owed by age.',
  tool: { page: (input) => listPath('invoices', input), from: 'index' },
  run(context, input): Promise<InvoiceSums> {
    const { signal, now } = context
    return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
      const groups = await selectSums(db, context, selectRows(context, 'invoices', input))
      const owed = owedBy(groups, ({ age }) => (age === null ? null : { age }))
      const chains = chainsBy(groups, ({ isCharged }) => ({ isCharged }))
      const [oldest = null] = groups.map((group) => group.oldest).toSorted()
      return {
        readAt: now().toISOString(),
        oldest,
        chains: chains.toSorted((one, other) => Number(other.isCharged) - Number(one.isCharged)),
        byStatus: chainsBy(groups, ({ status, isCharged }) => ({ status, isCharged })),
        owed: owed.toSorted((one, other) => AGES.indexOf(one.age) - AGES.indexOf(other.age)),
      }
    })
  },
})

/** ISO 4217 has currencies of 0, 2, 3 and 4 decimals. */
const DECIMALS = [0, 2, 3, 4]
const MAX_GROUPS = 5_000

interface SumGroup extends InvoiceChainSum {
  status: string | null
  isCharged: boolean
  /** The sum of the amounts owed. */
  owed: Pick<InvoiceSum, 'total' | 'unknown'>
  /** Null when it is neither owed nor a credit. */
  age: Age | null
  oldest: string
}

/**
 * Returns the sums of invoices by currency, status and age. Lines, total and due of each are rounded half up to the currency's smallest
 * unit first, as the list shows them; what is between them follows, so that the chain adds up. The database adds, because there may be
 * many.
 */
export async function selectSums(
  db: Session,
  { now }: Pick<OperationContext, 'now'>,
  { source, where }: Selection<unknown>,
): Promise<SumGroup[]> {
  const { status, seenAt } = seenObjects
  const matching = db
    .select({
      currency: INVOICE_CURRENCY.as('currency'),
      status,
      isCharged: sql<boolean>`${IS_CHARGED}`.as('is_charged'),
      age: ageOf(now()).as('age'),
      seenAt,
      lines: numberOf(SUM_OF_LINES).as('lines'),
      total: numberOf(INVOICE_TOTAL).as('total'),
      owed: numberOf(AMOUNT_OWED).as('owed'),
      isUnclear: sql<boolean>`${IS_UNCLEAR}`.as('is_unclear'),
    })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), where))
    .as('matching')
  const due = sql`case when ${matching.total} is null or not ${matching.isCharged} then null when ${matching.status} = 'paid' then 0 else ${matching.owed} end`
  const groups = await db
    .select({
      currency: matching.currency,
      status: matching.status,
      isCharged: matching.isCharged,
      age: matching.age,
      count: count(),
      oldest: min(matching.seenAt),
      lines: sumsOf(sql`case when ${matching.total} is not null then ${matching.lines} end`),
      total: sumsOf(matching.total),
      due: sumsOf(due),
      unknown: sql`count(*) - count(${matching.total})`.mapWith(Number),
      unclear: sql`count(*) filter (where ${matching.isUnclear} and ${matching.total} is not null)`.mapWith(Number),
      owedTotals: sumsOf(matching.owed),
      owedUnknown: sql`count(*) - count(${matching.owed})`.mapWith(Number),
    })
    .from(matching)
    .groupBy(matching.currency, matching.status, matching.isCharged, matching.age)
    .orderBy(desc(count()))
    .limit(MAX_GROUPS)
  return groups.map(({ lines, total, due: dues, unknown, unclear, owedTotals, owedUnknown, oldest, ...group }) => {
    // One unreadable text may stand for several currencies.
    const currency = group.currency === null || isUnreadableText(group.currency) ? null : group.currency
    // Totals of unknown currencies are of several, perhaps.
    const sumIn = (sums: (string | null)[]) =>
      currency === null ? null : (sums[DECIMALS.indexOf(currencyDecimals(currency))] ?? null)
    const sums = { lines: sumIn(lines), total: sumIn(total), due: sumIn(dues) }
    const without = (known: number) => (currency === null ? group.count : known)
    return {
      ...group,
      currency,
      oldest: oldest ?? '',
      total: sums.total,
      chain: chainOfSums(sums, group.isCharged),
      unknown: without(unknown),
      unclear: currency === null ? 0 : unclear,
      owed: { total: sumIn(owedTotals), unknown: without(owedUnknown) },
    }
  })
}

function chainOfSums(
  { lines, total, due }: Record<'lines' | 'total' | 'due', string | null>,
  isCharged: boolean,
): ChainSums | null {
  if (lines === null || total === null || (isCharged && due === null)) return null
  const { basis: _, ...chain } = chainOf({ lines, total, due, basis: 'sums' })
  return chain
}

const numberOf = (text: SQL) => sql`case when ${text} ~ '^-?[0-9]+([.][0-9]+)?$' then (${text})::numeric end`
/** Returns the expression of a sum for each of `DECIMALS`, to which each amount is rounded first. */
const sumsOf = (amount: SQL | SQL.Aliased) =>
  sql<(string | null)[]>`array[${sql.join(
    DECIMALS.map((decimals) => sql`sum(round(${amount}, ${sql.raw(String(decimals))}))::text`),
    sql`, `,
  )}]`

/** Adds groups of one currency and key up, most invoices first. @param keyOf returns null for a group that is left out */
function sumBy<Sum extends InvoiceSum, Key extends object>(
  groups: readonly SumGroup[],
  keyOf: (group: SumGroup) => Key | null,
  { sumOfGroup, add }: { sumOfGroup: (group: SumGroup) => Sum; add: (one: Sum, other: Sum) => Sum },
): (Sum & Key)[] {
  const sums = new Map<string, Sum & Key>()
  for (const group of groups) {
    const key = keyOf(group)
    if (key === null) continue
    const name = JSON.stringify([group.currency, key])
    const [before, sum] = [sums.get(name), sumOfGroup(group)]
    sums.set(name, { ...key, ...(before ? add(before, sum) : sum) })
  }
  return [...sums.values()].toSorted((one, other) => other.count - one.count || compare(one.currency, other.currency))
}

const addSums = (one: InvoiceSum, other: InvoiceSum): InvoiceSum => ({
  currency: one.currency,
  count: one.count + other.count,
  total: plus(one.total, other.total),
  unknown: one.unknown + other.unknown,
})

/** Adds up the chains of invoices, as `sumBy`. */
const chainsBy = <Key extends object>(groups: readonly SumGroup[], keyOf: (group: SumGroup) => Key | null) =>
  sumBy<InvoiceChainSum, Key>(groups, keyOf, {
    sumOfGroup: ({ currency, count: rows, total, unknown, chain, unclear }) => ({
      currency,
      count: rows,
      total,
      unknown,
      chain,
      unclear,
    }),
    add: (one, other) => ({
      ...addSums(one, other),
      chain: one.chain && other.chain ? plusChain(one.chain, other.chain) : (one.chain ?? other.chain),
      unclear: one.unclear + other.unclear,
    }),
  })

/** Adds up what is still to pay, as `sumBy`. */
export const owedBy = <Key extends object>(groups: readonly SumGroup[], keyOf: (group: SumGroup) => Key | null) =>
  sumBy<InvoiceSum, Key>(groups, keyOf, {
    sumOfGroup: ({ currency, count: rows, owed }) => ({ currency, count: rows, ...owed }),
    add: addSums,
  })

const plusChain = (one: ChainSums, other: ChainSums): ChainSums => ({
  lines: sumOf([one.lines, other.lines]).toFixed(),
  beside: sumOf([one.beside, other.beside]).toFixed(),
  total: sumOf([one.total, other.total]).toFixed(),
  settled: plus(one.settled, other.settled),
  due: plus(one.due, other.due),
})

const plus = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : sumOf([one, other]).toFixed()
/** An unknown currency is last. */
const compare = (one: string | null, other: string | null) => ((one ?? '~') < (other ?? '~') ? -1 : 1)
