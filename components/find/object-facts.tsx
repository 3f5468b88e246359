import { InvoiceStatusPill } from '@/components/invoices/invoice-status'
import { GoneSince } from '@/components/lists/gone-since'
import { SubscriptionStatusPill } from '@/components/subscriptions/subscription-status'
import type { IndexedObject } from '@/lib/objects/indexed-objects'
import { daysOverdue, isOwed } from '@/lib/invoices/owed-statuses'
import { formatCount, formatMoney } from '@/lib/money/amount'
import { formatDate, formatLastDay } from '@/lib/time/instant'
import { usableDate } from '@/lib/time/usable-date'

interface ObjectStatusProps {
  object: IndexedObject
  /** The instant up to which overdue days are counted; that of its response without it. */
  at?: string
}

/** The last known status of an object in a list; nothing for a customer. */
export function ObjectStatus({ object, at = object.asOf }: ObjectStatusProps) {
  const { kind, status, date = null, amount, owed, goneAt, deletedAt } = object
  if (goneAt !== null) return <GoneSince goneAt={goneAt} deletedAt={deletedAt} />
  if (status === null || kind === 'customer') return null
  return kind === 'subscription' ? (
    <SubscriptionStatusPill isListed status={status} startDate={null} endDate={date} asOf={at} withDate={false} />
  ) : (
    <InvoiceStatusPill isListed status={status} total={owed ?? amount} dueDate={date} at={at} withDate={false} />
  )
}

interface DateOrAmountProps extends ObjectStatusProps {
  /** The zone of the newest entry. */
  timeZone: string
}

/** The amount of an invoice with its due date, the last day of a subscription, or the newest entry of a ledger. */
export function DateOrAmount({ object, timeZone, at = object.asOf }: DateOrAmountProps) {
  const { kind, status, amount, owed, currency, goneAt } = object
  const date = usableDate(object.date)
  if (goneAt !== null) return null
  if (kind !== 'invoice')
    return (
      date !== null && (
        <>
          <span className="whitespace-nowrap">
            {kind === 'subscription' ? formatLastDay(date) : formatDate(date, timeZone)}
          </span>
          <small>{kind === 'subscription' ? 'last day' : 'last transaction'}</small>
        </>
      )
    )
  const invoice = { status: status ?? undefined, total: amount, owed, dueDate: date }
  const days = daysOverdue(invoice, at)
  const shown = isOwed(invoice) ? (owed ?? amount) : amount
  return (
    <>
      {shown !== null && <span className="whitespace-nowrap tabular-nums">{formatMoney(shown, currency)}</span>}
      {days > 0 ? (
        <small className="text-red!">{formatCount(days, 'day')} overdue</small>
      ) : (
        date !== null && isOwed(invoice) && <small>due {formatDate(date, 'UTC')}</small>
      )}
    </>
  )
}
