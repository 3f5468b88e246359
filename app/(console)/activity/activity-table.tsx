import { useMemo } from 'react'
import { ActivityOutcomePill } from '@/components/activity/activity-outcome'
import { Instant } from '@/components/time/instant'
import { useTimeZone } from '@/components/time/time-zone'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { ActivityEntry } from '@/lib/activity/activity'
import { offersFilter } from '@/lib/activity/activity-filters'
import type { ActivityScope } from '@/lib/core/roles'
import { activityPath, ledgerPath, OBJECT_PATHS } from '@/lib/core/paths'
import { actionLabel, detailLabel, detailText, outcomeLabel } from '@/lib/activity/activity-label'
import { ACTIVITY_TITLES } from '@/lib/activity/activity-title'
import { Identifier } from '@/components/text/identifier'
import { Fact, Facts } from '@/components/ui/facts'
import { OwnText } from '@/components/text/own-text'
import { TextLink } from '@/components/text/text-link'

/** On a card each field takes a whole line; empty fields take none. */
const LINE = '@max-[57rem]:col-[2/-1]!'
const NO_LINE = '@max-[57rem]:hidden!'

const columnsOf = (scope: ActivityScope, timeZone: string): Column<ActivityEntry>[] => [
  { header: `When, ${timeZone}`, width: '9.5rem', show: ({ at }) => <Instant iso={at} dense /> },
  // One's own activity needs no column for the person.
  ...(scope === 'own' ? [] : [WHO]),
  {
    header: 'What',
    cellProps: () => ({ className: LINE }),
    show: ({ action, object }) => (
      <>
        <div className="font-medium">{actionLabel(action)}</div>
        <ActivityObject object={object} />
      </>
    ),
  },
  {
    header: 'Why',
    cellProps: (entry) => ({ className: hasNoReason(entry) ? NO_LINE : LINE }),
    show: (entry) => <ReasonAndTicket entry={entry} />,
  },
  {
    header: 'Outcome',
    width: '11.5rem',
    cellProps: () => ({ 'data-label': undefined }),
    show: (entry) => <ActivityOutcomePill entry={entry} />,
  },
]
const WHO: Column<ActivityEntry> = {
  header: 'Who',
  width: '12rem',
  cellProps: () => ({ className: LINE }),
  show: ({ actor }) => <span className="foreign">{actor}</span>,
}

/** A page of audit entries, each unfoldable to all of its fields. Where the columns do not fit, each row is a card. */
export function ActivityTable({ scope, entries }: { scope: ActivityScope; entries: ActivityEntry[] | undefined }) {
  const timeZone = useTimeZone()
  const columns = useMemo(() => columnsOf(scope, timeZone), [scope, timeZone])
  return (
    <DataTable
      caption={ACTIVITY_TITLES[scope].heading}
      look="cards"
      columns={columns}
      rows={entries}
      keyOf={({ sequence }) => sequence}
      details={(entry) => <ActivityDetails scope={scope} entry={entry} />}
    />
  )
}

const PATHS: Readonly<Record<string, (id: string) => string>> = { ...OBJECT_PATHS, customer: ledgerPath }

/** The object of an audit entry, as a link when the console has a page for it. */
function ActivityObject({ object }: Pick<ActivityEntry, 'object'>) {
  if (!object) return null
  const path = Object.hasOwn(PATHS, object.kind) ? PATHS[object.kind] : undefined
  if (!path) return <OwnText text={object.id} className="opaque text-muted" />
  return (
    <TextLink href={path(object.id)} className="opaque">
      {object.id}
    </TextLink>
  )
}

const hasNoReason = ({ reason, ticket }: ActivityEntry) => reason === null && ticket === null

function ReasonAndTicket({ entry }: { entry: ActivityEntry }) {
  const { reason, ticket } = entry
  if (hasNoReason(entry)) return <EmptyCell label="No reason given" />
  return (
    <>
      {reason !== null && <OwnText text={reason} className="foreign line-clamp-3" />}
      {ticket !== null && (
        <div className="foreign text-muted text-xs">
          Ticket <VisibleMarks>{ticket}</VisibleMarks>
        </div>
      )}
    </>
  )
}

/** Shows all fields of an audit entry, with links to the related entries that the role sees. */
function ActivityDetails({ scope, entry }: { scope: ActivityScope; entry: ActivityEntry }) {
  const { object } = entry
  return (
    <>
      <Facts>
        <Fact label="Outcome" note={outcomeLabel(entry).meaning}>
          {outcomeLabel(entry).text}
        </Fact>
        <Fact label="Started">
          <Instant iso={entry.at} zoned />
        </Fact>
        {entry.endedAt && (
          <Fact label="Ended">
            <Instant iso={entry.endedAt} zoned />
          </Fact>
        )}
        {entry.role !== undefined && <Fact label="Role at the time">{entry.role}</Fact>}
        {Object.entries(entry.detail).map(([name, value]) => (
          <Fact key={name} label={detailLabel(name)}>
            <OwnText text={detailText(name, value)} />
          </Fact>
        ))}
        {entry.requestId !== undefined && (
          <Fact label="Request ID">
            <Identifier id={entry.requestId} of="request" />
          </Fact>
        )}
        <Fact label="Audit entry">{entry.sequence}</Fact>
      </Facts>
      <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {offersFilter(scope, 'actor') && (
          <TextLink href={activityPath({ actor: entry.actor })}>All by {entry.actor}</TextLink>
        )}
        {object && offersFilter(scope, 'objectId') && (
          <TextLink href={activityPath({ objectKind: object.kind, objectId: object.id })}>
            {scope === 'own' ? 'Your activity on' : 'All about'} this {object.kind}
          </TextLink>
        )}
      </p>
    </>
  )
}
