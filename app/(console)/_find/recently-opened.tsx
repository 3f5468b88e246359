'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Link } from '@/components/ui/link'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { Instant } from '@/components/instant'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { useTimeZone } from '@/components/time-zone'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { UtcDay } from '@/components/utc-day'
import { VisibleMarks } from '@/components/visible-marks'
import type {
  IndexedCustomer,
  IndexedInvoice,
  IndexedSubscription,
  OpenedList,
  OpenedObject,
} from '@/contract/console/indexed-objects'
import { sendOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'
import { isCredit, isOwedStatus } from '@/lib/domain/invoice/owed-statuses'
import { usableDate } from '@/lib/domain/time/usable-date'
import { formatAmount, formatCount, formatMoney } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'
import { GoneSince } from '../_lists/list-cells'
import { KIND_LABELS, openedName, pathOf } from './destination'
import { UNKNOWN } from '@/lib/format/unreadable'

const MAX_BALANCES = 2

interface ReadAt {
  /** When the list was read, UTC ISO 8601. */
  readAt: string
}

/** What the user opened last, newest first, with the state of the last response. */
export function RecentlyOpened({ opened, readAt }: OpenedList & ReadAt) {
  return (
    <Section title="Opened recently" flush aside={opened.length > 0 && <ForgetOpened />}>
      {opened.length === 0 ? (
        <p className="text-muted p-4 text-sm">Nothing opened yet.</p>
      ) : (
        <ul className="divide-y">
          {opened.map((object) => (
            <li key={`${object.kind} ${object.id}`}>
              <Opened object={object} readAt={readAt} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Opened({ object, readAt }: { object: OpenedObject } & ReadAt) {
  const name = openedName(object)
  return (
    <Link
      href={pathOf({ ...object, label: name })}
      prefetch={false}
      className="hover:bg-hover grid items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[6rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_8.5rem]"
    >
      <span className="text-muted text-xs sm:pt-0.5">{KIND_LABELS[object.kind]}</span>
      <span className="min-w-0">
        <span className="foreign block font-medium">
          <VisibleMarks>{name}</VisibleMarks>
        </span>
        {name !== object.id && (
          <span className="opaque text-muted block text-xs">
            <VisibleMarks>{object.id}</VisibleMarks>
          </span>
        )}
      </span>
      <span className="min-w-0">
        <State object={object} readAt={readAt} />
      </span>
      <span className="min-w-0 tabular-nums sm:text-right">
        <Figures object={object} />
      </span>
      <span className="text-muted text-xs sm:pt-0.5 sm:text-right">
        as of <Instant iso={object.asOf} dense />
      </span>
    </Link>
  )
}

/** The last known status, as a pill. */
function State({ object, readAt }: { object: OpenedObject } & ReadAt) {
  if (object.goneAt !== null)
    return <GoneSince goneAt={object.goneAt} deletedAt={object.kind === 'subscription' ? object.deletedAt : null} />
  if (object.kind === 'subscription') return <SubscriptionStatusPill {...object} status={object.status ?? undefined} />
  if (object.kind === 'customer') return null
  const { status, total, dueDate } = object
  return <InvoiceStatusPill status={status ?? undefined} total={total} dueDate={dueDate} at={readAt} />
}

/** The key figures: the end date, the total and due day, or the balances and the newest entry. */
function Figures({ object }: { object: OpenedObject }) {
  if (object.kind === 'subscription') return <End {...object} />
  return object.kind === 'invoice' ? <Total {...object} /> : <Balances {...object} />
}

const End = ({ endDate }: IndexedSubscription) => (
  <span className="text-muted">
    {usableDate(endDate) !== null && 'Last day '}
    <UtcDay iso={endDate} missing="No end date" name="end date" isEnd dense />
    {usableDate(endDate) !== null && ' UTC'}
  </span>
)

function Total({ status, total, currency, dueDate }: IndexedInvoice) {
  const showsDueDay = !isOwedStatus(status) && !isCredit(total)
  const due = usableDate(dueDate)
  return (
    <>
      <span className="font-medium">
        {total === null ? `Total ${UNKNOWN.toLowerCase()}` : formatMoney(total, currency)}
      </span>
      {due !== null && showsDueDay && (
        <span className="text-muted block text-xs">due {formatDate(due, 'UTC')} UTC</span>
      )}
    </>
  )
}

function Balances({ balances, newestAt }: IndexedCustomer) {
  const timeZone = useTimeZone()
  const known = (balances ?? []).flatMap(({ unit, balance }) => (balance === null ? [] : [{ unit, balance }]))
  const more = known.length - MAX_BALANCES
  return (
    <>
      {known.slice(0, MAX_BALANCES).map(({ unit, balance }, nth) => (
        <span key={nth} className="foreign block font-medium">
          {formatAmount(balance)} {unit}
        </span>
      ))}
      {more > 0 && <span className="text-muted block text-xs">and {formatCount(more, 'more balance')}</span>}
      {newestAt !== null && (
        <span className="text-muted block text-xs">Last transaction {formatDate(newestAt, timeZone)}</span>
      )}
    </>
  )
}

function ForgetOpened() {
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const forget = async () => {
    setPending(true)
    try {
      await sendOperation('forgetOpened', {})
      setProblem(null)
      router.refresh()
    } catch (error) {
      setProblem(problemOf(error instanceof Error ? error : new Error(String(error))).detail)
    }
    setPending(false)
  }
  return (
    <span className="inline-flex items-center gap-2">
      {problem !== null && (
        <span role="alert" className="text-red text-xs">
          {problem}
        </span>
      )}
      <Button variant="ghost" small pending={isPending} onClick={() => void forget()}>
        Clear list
      </Button>
    </span>
  )
}
