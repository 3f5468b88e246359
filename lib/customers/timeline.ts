import type { SubscriptionChange } from '@/lib/changes/change'
import type { CustomerInvoice, CustomerView } from './customer'
import type { Difference, IndexedSubscription } from '@/lib/objects/indexed-objects'
import type { WrittenNote } from '@/lib/objects/note'
import type { TransactionView } from '@/lib/ledger/transaction'
import { readable } from '@/lib/billing-api/unreadable'
import { isOwed } from '@/lib/invoices/owed-statuses'
import { poolOf } from '@/lib/ledger/pool'
import { exactOf } from '@/lib/money/decimal'
import { lastMoment } from '@/lib/time/end'
import { isUsableDate } from '@/lib/time/usable-date'

export const TIMELINE_KINDS = ['subscription', 'invoice', 'change', 'note', 'ledger'] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** Something that happened to a customer, or will. `at` is a UTC instant on the day that is shown: an end is its last day. */
export type TimelineEntry = { at: string } & (
  | { kind: 'subscription'; event: 'starts' | 'ends'; subscription: IndexedSubscription }
  | { kind: 'invoice'; event: 'issued' | 'due'; invoice: CustomerInvoice }
  | { kind: 'subscription' | 'invoice'; event: 'changed'; difference: Difference }
  | { kind: 'change'; change: SubscriptionChange }
  | { kind: 'note'; note: WrittenNote }
  | { kind: 'ledger'; transaction: TransactionView }
)

type TimelineSources = Pick<CustomerView, 'subscriptions' | 'invoices' | 'differences' | 'changes' | 'notes'>

/** The largest uses shown per pool. */
const MAX_USES = 3

/**
 * Returns the events of a customer, newest first: starts and ends of subscriptions, issued and owed invoices, differences, changes
 * made here, and notes. Ledger entries are included except uses; of those, the three largest per pool.
 */
export function customerTimeline(
  { subscriptions, invoices, differences, changes, notes }: TimelineSources,
  transactions: readonly TransactionView[],
): TimelineEntry[] {
  const uses = new Set(largestUses(transactions))
  const entries: (TimelineEntry | null)[] = [
    ...subscriptions.flatMap((subscription) => [
      dated(subscription.startDate, { kind: 'subscription', event: 'starts', subscription }),
      dated(lastMomentOf(subscription), { kind: 'subscription', event: 'ends', subscription }),
    ]),
    ...invoices.flatMap((invoice) => [
      dated(invoice.issueDate, { kind: 'invoice', event: 'issued', invoice }),
      isOwed(invoice) && invoice.goneAt === null
        ? dated(invoice.dueDate, { kind: 'invoice', event: 'due', invoice })
        : null,
    ]),
    ...differences.map((difference) =>
      dated(difference.afterAt, { kind: difference.kind, event: 'changed', difference }),
    ),
    ...changes.map((change) => dated(change.createdAt, { kind: 'change', change })),
    ...notes.map((note) => dated(note.createdAt, { kind: 'note', note })),
    ...transactions
      .filter((transaction) => readable(transaction.type) !== 'usage' || uses.has(transaction))
      .map((transaction) => dated(readable(transaction.createdAt), { kind: 'ledger', transaction })),
  ]
  return entries
    .filter((entry) => entry !== null)
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

type Undated = TimelineEntry extends infer Entry ? (Entry extends TimelineEntry ? Omit<Entry, 'at'> : never) : never

const dated = (at: string | null, entry: Undated): TimelineEntry | null =>
  at === null || !isUsableDate(at) ? null : { at, ...entry }

const lastMomentOf = ({ endDate }: IndexedSubscription) =>
  endDate === null || !isUsableDate(endDate) ? null : lastMoment(endDate)

function largestUses(transactions: readonly TransactionView[]): TransactionView[] {
  const uses = transactions.flatMap((transaction) => {
    const amount = readable(transaction.type) === 'usage' ? exactOf(transaction.amount)?.abs() : null
    return amount?.gt(0) ? [{ transaction, amount, pool: poolOf(transaction).key }] : []
  })
  const pools = new Set(uses.map(({ pool }) => pool))
  return [...pools].flatMap((pool) =>
    uses
      .filter((use) => use.pool === pool)
      .toSorted((one, other) => other.amount.cmp(one.amount))
      .slice(0, MAX_USES)
      .map(({ transaction }) => transaction),
  )
}

/** Returns how many of the entries, newest first, are on a UTC day after this instant's. */
export const countAhead = (entries: readonly TimelineEntry[], now: string): number =>
  entries.filter(({ at }) => at.slice(0, 10) > now.slice(0, 10)).length
