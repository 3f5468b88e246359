import { useMemo } from 'react'
import { ChangedBetween, Difference } from '@/components/money/difference'
import { Instant } from '@/components/time/instant'
import { Money } from '@/components/money/money'
import { SignedAmount } from '@/components/money/signed-amount'
import { TransactionType } from '@/components/ledger/transaction-type'
import { Link } from '@/components/ui/link'
import { UtcDay } from '@/components/time/utc-day'
import { OwnText } from '@/components/text/own-text'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { CustomerView } from '@/lib/customers/customer'
import type { Difference as Changed } from '@/lib/objects/indexed-objects'
import type { TransactionView } from '@/lib/ledger/transaction'
import { invoicePath, objectPath, subscriptionPath } from '@/lib/core/paths'
import { countAhead, type TimelineEntry } from '@/lib/customers/timeline'
import { isEndAhead } from '@/lib/time/end'
import { creditLabel } from '@/lib/invoices/invoice-reply'
import { isCredit } from '@/lib/invoices/owed-statuses'
import { poolOf } from '@/lib/ledger/pool'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { changeLabel, CHANGE_LABELS } from '@/lib/changes/change-state-label'
import { problemMark } from '@/lib/invoices/finding-label'
import { statusName } from '@/lib/objects/status-names'
import { readable } from '@/lib/billing-api/unreadable'

interface TimelineEntriesProps {
  customer: CustomerView
  transactions: readonly TransactionView[]
  /** The part of their timeline to show. */
  entries: readonly TimelineEntry[]
}

/** The events of a customer, newest first, those to come above the line "Now". Their dates are UTC. */
export function TimelineEntries({ customer, transactions, entries }: TimelineEntriesProps) {
  const nameOf = useMemo(() => timelineNames(customer, transactions), [customer, transactions])
  const ahead = countAhead(entries, customer.readAt)
  const listed = (entry: TimelineEntry, nth: number) => (
    <li key={nth} className="grid gap-x-4 px-4 py-2 text-sm sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <span className="text-muted tabular-nums">
        {isDay(entry) ? (
          <UtcDay iso={entry.at} isEnd={entry.event === 'ends'} dense />
        ) : (
          <Instant iso={entry.at} dense utc />
        )}
      </span>
      <span className="foreign min-w-0">
        <Entry entry={entry} now={customer.readAt} nameOf={nameOf} />
      </span>
    </li>
  )
  return (
    <ol className="divide-y">
      {entries.slice(0, ahead).map(listed)}
      {ahead > 0 && (
        <li
          key="now"
          className="text-accent after:bg-accent flex items-center gap-3 px-4 text-xs font-medium after:h-px after:flex-1"
        >
          Now
        </li>
      )}
      {entries.slice(ahead).map((entry, nth) => listed(entry, ahead + nth))}
    </ol>
  )
}

/** True for a date of a subscription or an invoice. */
const isDay = (entry: TimelineEntry) => 'event' in entry && entry.event !== 'changed'

interface EntryProps {
  entry: TimelineEntry
  now: string
  nameOf: ReturnType<typeof invoiceNames>
}

/** Names all invoices of the timeline; two with the same number also get their IDs. */
const timelineNames = ({ invoices, differences }: CustomerView, transactions: readonly TransactionView[]) =>
  invoiceNames([
    ...invoices,
    ...differences.flatMap(({ kind, id, name }) => (kind === 'invoice' ? { id, number: name } : [])),
    ...transactions.flatMap((transaction) => invoiceOf(transaction) ?? []),
  ])

/** Returns the invoice of an entry's block; null without one. */
function invoiceOf({ allocationBlock: block }: TransactionView) {
  const id = readable(block?.invoiceId)
  return id === null ? null : { id, number: readable(block?.invoiceVanityId) }
}

function Entry({ entry, now, nameOf }: EntryProps) {
  if ('difference' in entry) return <ChangedEntry difference={entry.difference} nameOf={nameOf} />
  switch (entry.kind) {
    case 'subscription': {
      const { planName, id, status } = entry.subscription
      // A draft, a deleted one and an unknown status may never have run.
      const hasRun = status === 'active' || status === 'ended'
      const past = entry.event === 'starts' ? (hasRun ? 'started' : 'start date') : hasRun ? 'ended' : 'last day'
      const isAhead = entry.event === 'ends' ? isEndAhead(entry.at, now) : entry.at > now
      return (
        <>
          <ObjectLink href={subscriptionPath(id)} name={planName ?? id} /> {isAhead ? entry.event : past}
        </>
      )
    }
    case 'invoice':
      return <InvoiceEntry entry={entry} now={now} nameOf={nameOf} />
    case 'change': {
      const { action, actor, subscriptionId, reason } = entry.change
      return (
        <>
          {CHANGE_LABELS[action]} of <ObjectLink href={subscriptionPath(subscriptionId)} name={subscriptionId} /> by{' '}
          {actor}: {changeLabel(entry.change).text}
          <OwnText text={reason} className="text-muted block text-xs" />
        </>
      )
    }
    case 'note': {
      const { kind, id, author, text } = entry.note
      return (
        <>
          Note by {author}
          {kind !== 'customer' && (
            <>
              {' '}
              on{' '}
              <ObjectLink
                href={objectPath({ kind, id })}
                name={kind === 'invoice' ? nameOf({ id, number: null }) : id}
              />
            </>
          )}
          <OwnText text={text} className="block whitespace-pre-line" />
        </>
      )
    }
    case 'ledger':
      return <LedgerEntry transaction={entry.transaction} nameOf={nameOf} />
  }
}

/** What differed between two reads. It happened at some time between them. */
function ChangedEntry({ difference, nameOf }: Pick<EntryProps, 'nameOf'> & { difference: Changed }) {
  const { kind, id, name, beforeAt, afterAt } = difference
  const label = kind === 'invoice' ? nameOf({ id, number: name }) : (name ?? id)
  return (
    <>
      <ObjectLink href={objectPath({ kind, id })} name={label} /> <Difference difference={difference} />
      <span className="text-muted block text-xs">
        <ChangedBetween beforeAt={beforeAt} afterAt={afterAt} utc />
      </span>
    </>
  )
}

function InvoiceEntry({
  entry,
  now,
  nameOf,
}: EntryProps & { entry: Extract<TimelineEntry, { event: 'issued' | 'due' }> }) {
  const { id, status, owed, currency, checked } = entry.invoice
  const total = entry.event === 'due' ? (owed ?? entry.invoice.total) : entry.invoice.total
  const mark = checked === null ? undefined : problemMark(checked)
  return (
    <>
      <ObjectLink href={invoicePath(id)} name={nameOf(entry.invoice)} />{' '}
      {entry.event === 'issued' ? 'issue date' : entry.at.slice(0, 10) < now.slice(0, 10) ? 'was due' : 'is due'}
      {total !== null && (
        <>
          {' · '}
          {isCredit(total) ? creditLabel(total, currency) : <Money amount={total} currency={currency} />}
        </>
      )}
      {status !== null && ` · ${isCredit(total) ? 'status ' : ''}${statusName('invoice', status)}`}
      {mark !== undefined && <span className="text-yellow ml-2 font-medium">{mark}</span>}
    </>
  )
}

function LedgerEntry({ transaction, nameOf }: Pick<EntryProps, 'nameOf'> & { transaction: TransactionView }) {
  const { billable } = transaction
  const invoice = invoiceOf(transaction)
  const name = readable(billable?.name)
  return (
    <>
      <TransactionType type={transaction.type} />
      {': '}
      <SignedAmount transaction={transaction} signed /> {poolOf(transaction).unitName}
      {name !== null && ` · ${name}`}
      {invoice !== null && (
        <>
          {' · '}
          <ObjectLink href={invoicePath(invoice.id)} name={nameOf(invoice)} />
        </>
      )}
    </>
  )
}

const ObjectLink = ({ href, name }: { href: string; name: string }) => (
  <Link href={href} prefetch={false} className="text-accent font-medium hover:underline">
    <VisibleMarks>{name}</VisibleMarks>
  </Link>
)
