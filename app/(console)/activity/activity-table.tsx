'use client'

import { Fragment, useId, useState } from 'react'
import { ActivityOutcomePill } from '@/components/activity-outcome'
import { Instant } from '@/components/instant'
import { useTimeZone } from '@/components/time-zone'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Link } from '@/components/ui/link'
import { StillSkeleton } from '@/components/ui/skeleton'
import { UnfoldButton } from '@/components/ui/unfold-button'
import { VisibleMarks } from '@/components/visible-marks'
import type { ActivityEntry } from '@/contract/console/activity'
import type { ActivityScope } from '@/contract/console/roles'
import { invoicePath, ledgerPath, subscriptionPath } from '@/lib/browser/paths'
import { actionLabel } from '@/lib/format/activity-label'
import { ACTIVITY_TITLES } from '@/lib/format/activity-title'
import { ActivityDetails } from './activity-details'

interface Column {
  header: string
  width?: string
}

const COLUMNS: readonly Column[] = [
  { header: 'When', width: '9.5rem' },
  { header: 'Who', width: '12rem' },
  { header: 'What' },
  { header: 'Why' },
  { header: 'Outcome', width: '11.5rem' },
]
/** One's own activity needs no column for the person. */
const OWN_COLUMNS = COLUMNS.filter(({ header }) => header !== 'Who')
const columnsOf = (scope: ActivityScope) => (scope === 'own' ? OWN_COLUMNS : COLUMNS)

const SKELETON_ROWS = 10
/** On a card each field takes a whole line; empty fields take none. */
const LINE = '@max-[62rem]:col-[2/-1]!'
const NO_LINE = '@max-[62rem]:hidden!'

/** A page of audit entries, each unfoldable to all of its fields. Where the columns do not fit, each row is a card. */
export function ActivityTable({ scope, entries }: { scope: ActivityScope; entries: ActivityEntry[] | undefined }) {
  const columns = columnsOf(scope)
  const timeZone = useTimeZone()
  return (
    <div className="@container">
      <table aria-busy={!entries} className="rows cards">
        <caption className="sr-only">{ACTIVITY_TITLES[scope].heading}</caption>
        <colgroup>
          <col style={{ width: '2.25rem' }} />
          {columns.map(({ header, width }) => (
            <col key={header} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Details</span>
            </th>
            {columns.map(({ header }) => (
              <th key={header} scope="col">
                {header === 'When' ? `When, ${timeZone}` : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={entries ? undefined : 'motion-safe:animate-pulse'}>
          {entries
            ? entries.map((entry) => <ActivityRow key={entry.sequence} scope={scope} entry={entry} />)
            : Array.from({ length: SKELETON_ROWS }, (_, index) => <SkeletonRow key={index} columns={columns} />)}
        </tbody>
      </table>
    </div>
  )
}

function ActivityRow({ scope, entry }: { scope: ActivityScope; entry: ActivityEntry }) {
  const detailsId = useId()
  const [expanded, setExpanded] = useState(false)
  return (
    <Fragment>
      <tr>
        <td>
          <UnfoldButton isOpen={expanded} detailsId={detailsId} onToggle={() => setExpanded(!expanded)} />
        </td>
        <td>
          <Instant iso={entry.at} dense />
        </td>
        {scope !== 'own' && (
          <td data-label="Who" className={LINE}>
            <span className="foreign">{entry.actor}</span>
          </td>
        )}
        <td data-label="What" className={LINE}>
          <div className="font-medium">{actionLabel(entry.action)}</div>
          <ActivityObject object={entry.object} />
        </td>
        <td data-label="Why" className={hasNoReason(entry) ? NO_LINE : LINE}>
          <ReasonAndTicket entry={entry} />
        </td>
        <td>
          <ActivityOutcomePill entry={entry} />
        </td>
      </tr>
      {expanded && (
        <tr id={detailsId}>
          <td colSpan={columnsOf(scope).length + 1}>
            <ActivityDetails scope={scope} entry={entry} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

const OBJECT_PATHS: Readonly<Record<string, (id: string) => string>> = {
  subscription: subscriptionPath,
  invoice: invoicePath,
  customer: ledgerPath,
}

/** The object of an audit entry, as a link when the console has a page for it. */
function ActivityObject({ object }: Pick<ActivityEntry, 'object'>) {
  if (!object) return null
  const path = Object.hasOwn(OBJECT_PATHS, object.kind) ? OBJECT_PATHS[object.kind] : undefined
  if (!path)
    return (
      <span className="opaque text-muted">
        <VisibleMarks>{object.id}</VisibleMarks>
      </span>
    )
  return (
    <Link href={path(object.id)} prefetch={false} className="opaque text-accent hover:underline">
      {object.id}
    </Link>
  )
}

const hasNoReason = ({ reason, ticket }: ActivityEntry) => reason === null && ticket === null

function ReasonAndTicket({ entry }: { entry: ActivityEntry }) {
  const { reason, ticket } = entry
  if (hasNoReason(entry)) return <EmptyCell label="No reason given" />
  return (
    <>
      {reason !== null && (
        <span className="foreign line-clamp-3">
          <VisibleMarks>{reason}</VisibleMarks>
        </span>
      )}
      {ticket !== null && (
        <div className="foreign text-muted text-xs">
          Ticket <VisibleMarks>{ticket}</VisibleMarks>
        </div>
      )}
    </>
  )
}

/** A skeleton row, so that nothing moves when the row arrives. */
function SkeletonRow({ columns }: { columns: readonly Column[] }) {
  return (
    <tr aria-hidden="true">
      <td>
        <StillSkeleton className="size-4" />
      </td>
      {columns.map(({ header }) => (
        <td key={header} data-label={header}>
          <StillSkeleton className="w-4/5" />
        </td>
      ))}
    </tr>
  )
}
