'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { UtcPeriod } from '@/components/utc-day'
import { Expander } from '@/components/ui/expander'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { VisibleMarks } from '@/components/visible-marks'
import type { Gaps } from '@/contract/console/checks'
import { customerPath, subscriptionPath } from '@/lib/format/paths'
import { problemOf } from '@/lib/browser/problem-of'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { numbersLabel } from '@/lib/format/labels'
import { operationQuery } from '@/lib/queries/operation-query'

/** Asks what may be missing among the objects that the console has read. Loads when it is unfolded. */
export function GapsSection() {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...operationQuery('listGaps', {}), enabled: isOpen })
  return (
    <Expander
      summary="Is anything missing?"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {error && <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <div className="space-y-5 text-sm">
          <Numbers numbers={data.numbers} />
          <Uninvoiced gaps={data} />
          <Unread {...data} />
          <p className="text-muted text-xs">The console knows only the objects that it has read. Others may exist.</p>
        </div>
      )}
    </Expander>
  )
}

const Question = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="font-semibold">{title}</h3>
    <div className="mt-1">{children}</div>
  </section>
)

const numberRange = ({ first, last }: { first: string; last: string }) => (first === last ? first : `${first}–${last}`)

function Numbers({ numbers }: Pick<Gaps, 'numbers'>) {
  const { range, missing, more } = numbers
  if (range === null) return null
  const isComplete = missing.length === 0
  return (
    <Question title="Were these invoices issued?">
      <p>
        {numbersLabel(numbers)}.{isComplete && ' None is missing.'}
      </p>
      {!isComplete && (
        <p className="foreign text-muted mt-1 tabular-nums">
          {missing.map(numberRange).join(', ')}
          {more > 0 && ` and ${formatCount(more, 'more range')}`}
        </p>
      )}
    </Question>
  )
}

function Uninvoiced({ gaps: { uninvoiced, uninvoicedCount, subscriptions } }: { gaps: Gaps }) {
  const { count, hasMore } = subscriptions
  const of = hasMore ? `${formatNumber(count)}+ active subscriptions` : formatCount(count, 'active subscription')
  return (
    <Question title="Were these periods invoiced?">
      {uninvoiced.length === 0 ? (
        <p>No period without an invoice among {of}.</p>
      ) : (
        <>
          <p>
            {formatNumber(uninvoicedCount)} of {of} without an invoice for the last period:
          </p>
          <ul className="mt-1 space-y-0.5">
            {uninvoiced.map(({ id, planName, periodStart, periodEnd }) => (
              <li key={id}>
                <Link href={subscriptionPath(id)} prefetch={false} className="text-accent foreign hover:underline">
                  <VisibleMarks>{planName ?? id}</VisibleMarks>
                </Link>{' '}
                <span className="opaque text-muted text-xs">{id}</span>,{' '}
                <UtcPeriod start={periodStart} end={periodEnd} />
              </li>
            ))}
          </ul>
          <More count={uninvoicedCount - uninvoiced.length} />
        </>
      )}
    </Question>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 && <p className="text-muted mt-1 text-xs">and {formatNumber(count)} more</p>

function Unread({ unread, moreUnread }: Pick<Gaps, 'unread' | 'moreUnread'>) {
  if (unread.length === 0) return null
  return (
    <Question title="Should these invoices be read too?">
      <ul className="space-y-0.5">
        {unread.map(({ externalId, invoices }) => (
          <li key={externalId}>
            <Link href={customerPath(externalId)} prefetch={false} className="text-accent foreign hover:underline">
              <VisibleMarks>{externalId}</VisibleMarks>
            </Link>
            : its ledger names {formatCount(invoices, 'invoice')} that the console has not read
          </li>
        ))}
      </ul>
      <More count={moreUnread} />
    </Question>
  )
}
