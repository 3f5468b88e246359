'use client'

import { Link } from '@/components/ui/link'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { Instant } from '@/components/instant'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { useTimeZone } from '@/components/time-zone'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import type { RecentCustomer, RecentInvoice, RecentPage, RecentSubscription } from '@/lib/browser/recent-page'
import { useRecents } from '@/lib/browser/recents'
import { isOwedStatus } from '@/lib/domain/invoice/owed-statuses'
import { formatAmount, formatCount, formatMoney } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'
import { KIND_LABELS, pathOf } from './destination'
import { VisibleMarks } from '@/components/visible-marks'

const MAX_SHOWN = 20
const MAX_BALANCES = 2

/** The pages opened in this browser, newest first, with their last known status. */
export function RecentlyOpened() {
  const recents = useRecents()
  const pages = recents.pages.slice(0, MAX_SHOWN)
  return (
    <Section
      title="Opened recently in this browser"
      flush
      aside={
        pages.length > 0 && (
          <Button variant="ghost" small onClick={recents.forget}>
            Forget all
          </Button>
        )
      }
    >
      {pages.length === 0 ? (
        <p className="text-muted p-4 text-sm">Nothing opened yet.</p>
      ) : (
        <ul className="divide-y">
          {pages.map((page) => (
            <li key={`${page.kind} ${page.id}`}>
              <OpenedPage page={page} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function OpenedPage({ page }: { page: RecentPage }) {
  return (
    <Link
      href={pathOf(page)}
      prefetch={false}
      className="hover:bg-hover grid items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[6rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_8.5rem]"
    >
      <span className="text-muted text-xs sm:pt-0.5">{KIND_LABELS[page.kind]}</span>
      <span className="min-w-0">
        <span className="foreign block font-medium">
          <VisibleMarks>{page.label}</VisibleMarks>
        </span>
        {page.label !== page.id && (
          <span className="opaque text-muted block text-xs">
            <VisibleMarks>{page.id}</VisibleMarks>
          </span>
        )}
      </span>
      <span className="min-w-0">
        <RecentState page={page} />
      </span>
      <span className="min-w-0 tabular-nums sm:text-right">
        <RecentFigures page={page} />
      </span>
      <span className="text-muted text-xs sm:pt-0.5 sm:text-right">
        as of <Instant iso={page.asOf} dense />
      </span>
    </Link>
  )
}

/** The last known status of a page, as a pill. */
function RecentState({ page }: { page: RecentPage }) {
  if (page.kind === 'subscription') return <SubscriptionStatusPill {...page} />
  return page.kind === 'invoice' && <InvoiceStatusPill status={page.status} dueDate={page.dueDate} />
}

/** The key figures of a page: the end date, the total and due day, or the balances and the last entry. */
function RecentFigures({ page }: { page: RecentPage }) {
  if (page.kind === 'subscription') return <End {...page} />
  return page.kind === 'invoice' ? <Total {...page} /> : <Balances {...page} />
}

function End({ endDate }: RecentSubscription) {
  const timeZone = useTimeZone()
  return <span className="text-muted">{endDate === null ? 'No end date' : `End ${formatDate(endDate, timeZone)}`}</span>
}

function Total({ status, total, currency, dueDate }: RecentInvoice) {
  const pillShowsDueDay = isOwedStatus(status)
  return (
    <>
      <span className="font-medium">{total === null ? 'Total not known' : formatMoney(total, currency)}</span>
      {dueDate !== null && !pillShowsDueDay && (
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
