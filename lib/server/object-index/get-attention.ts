import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Attention } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Session } from '@/database/on-connection'
import { currencyDecimals } from '../../domain/money/currency-decimals'
import type { OperationContext } from '../operation-context'
import { readWithin } from '../store/console-store'
import { seenObjects } from '../store/index-schema'
import { countSeen, selectInvoices, type Selection, selectSubscriptions } from './list-objects'
import { INVOICE_CURRENCY } from './seen-objects'

/** The longest that Home waits. */
const TIMEOUT_MS = 2_000
const TOO_SLOW = 'What needs attention could not be read in time. Nothing was changed. Try again in a moment.'
const MAX_CURRENCIES = 20
/** Counts and sums need no order; the input does. */
const ANY_ORDER = { sort: 'seen', order: 'desc' } as const

/**
 * Counts what needs attention among the objects that the team opened, with the filters of the lists that Home links to.
 * @throws ProblemError `store_unavailable` after two seconds
 */
export async function getAttention(context: OperationContext): Promise<Attention> {
  const { signal } = context
  // Waits before it takes a connection, which the writes need too.
  await context.environment.index.writtenSoon()
  return readWithin({ signal, ms: TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
    const counted = async (selection: Selection<unknown>) => (await countSeen(db, selection)).count
    const invoices = (filter: Pick<ConsoleInput<'exportInvoices'>, 'due' | 'changed'>) =>
      counted(selectInvoices(context, { ...ANY_ORDER, ...filter }))
    const subscriptions = (filter: Pick<ConsoleInput<'exportSubscriptions'>, 'end' | 'changed'>) =>
      counted(selectSubscriptions(context, { ...ANY_ORDER, ...filter }))
    return {
      overdue: await overdueSums(db, selectInvoices(context, { ...ANY_ORDER, due: 'overdue' })),
      failedPayments: await invoices({ due: 'failed' }),
      paymentsToConfirm: await invoices({ due: 'unconfirmed' }),
      endingSoon: await subscriptions({ end: 'soon' }),
      changedSubscriptions: await subscriptions({ changed: 'unseen' }),
      changedInvoices: await invoices({ changed: 'unseen' }),
    }
  })
}

/** ISO 4217 has currencies of 0, 2, 3 and 4 decimals. */
const DECIMALS = [0, 2, 3, 4] as const

/**
 * Returns the sums of these invoices by currency, at most 20. Each total is rounded half up to the currency's smallest unit first, as
 * the list shows it. The database adds, because there may be many.
 */
async function overdueSums(db: Session, { source, where }: Selection<unknown>): Promise<Attention['overdue']> {
  const overdue = db
    .select({
      currency: INVOICE_CURRENCY.as('currency'),
      total: sql`case when ${seenObjects.row} ->> 'total' ~ '^[0-9]+([.][0-9]+)?$'
        then (${seenObjects.row} ->> 'total')::numeric end`.as('total'),
    })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), where))
    .as('overdue')
  const rows = count()
  const sums = await db
    .select({
      currency: overdue.currency,
      count: rows,
      totals: sql<(string | null)[]>`array[${sql.join(
        DECIMALS.map((decimals) => sql`sum(round(${overdue.total}, ${sql.raw(String(decimals))}))::text`),
        sql`, `,
      )}]`,
      unknown: sql`count(*) - count(${overdue.total})`.mapWith(Number),
    })
    .from(overdue)
    .groupBy(overdue.currency)
    .orderBy(desc(rows), overdue.currency)
    .limit(MAX_CURRENCIES)
  return sums.map(({ totals, ...sum }) => ({
    ...sum,
    total: totals[DECIMALS.findIndex((decimals) => decimals === currencyDecimals(sum.currency))] ?? null,
  }))
}
