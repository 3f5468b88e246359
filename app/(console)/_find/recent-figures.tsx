import { InvoiceStatusPill, invoiceStatusLabel } from '@/components/invoice-status'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import type { RecentCustomer, RecentInvoice, RecentPage, RecentSubscription } from '@/lib/browser/recent-page'
import { formatAmount, formatCount, formatMoney } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'
import { useTimeZone } from '@/components/time-zone'

const MAX_BALANCES = 2

/** The last known status of a page, as a pill. */
export function RecentState({ page }: { page: RecentPage }) {
  if (page.kind === 'subscription') return <SubscriptionStatusPill {...page} />
  return page.kind === 'invoice' && <InvoiceStatusPill status={page.status} dueDate={page.dueDate} />
}

/** The key figures of a page: the end date, the total and due day, or the balances and the last entry. */
export function RecentFigures({ page }: { page: RecentPage }) {
  if (page.kind === 'subscription') return <End {...page} />
  return page.kind === 'invoice' ? <Total {...page} /> : <Balances {...page} />
}

function End({ endDate }: RecentSubscription) {
  const timeZone = useTimeZone()
  return <span className="text-muted">{endDate === null ? 'No end date' : `End ${formatDate(endDate, timeZone)}`}</span>
}

function Total({ status, total, currency, dueDate }: RecentInvoice) {
  const isDueInState = invoiceStatusLabel(status)?.owed === true
  return (
    <>
      <span className="font-medium">{total === null ? 'Total not known' : formatMoney(total, currency)}</span>
      {dueDate !== null && !isDueInState && (
        <span className="text-muted block text-xs">due {formatDate(dueDate, 'UTC')} UTC</span>
      )}
    </>
  )
}

function Balances({ balances, lastEntry }: RecentCustomer) {
  const timeZone = useTimeZone()
  const more = balances.length - MAX_BALANCES
  return (
    <>
      {balances.slice(0, MAX_BALANCES).map(({ unit, balance }) => (
        <span key={unit} className="foreign block font-medium">
          {formatAmount(balance)} {unit}
        </span>
      ))}
      {more > 0 && <span className="text-muted block text-xs">and {formatCount(more, 'more balance')}</span>}
      <span className="foreign text-muted block text-xs">
        {lastEntry === null
          ? 'No transactions'
          : `Last: ${[lastEntry.amount && formatAmount(lastEntry.amount), lastEntry.unit].filter(Boolean).join(' ')}, ${formatDate(lastEntry.createdAt, timeZone)}`}
      </span>
    </>
  )
}
