import { useQuery } from '@tanstack/react-query'
import { ActivityOutcomePill } from '@/components/activity/activity-outcome'
import { Instant } from '@/components/time/instant'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { ActivityEntry } from '@/lib/activity/activity'
import { ACTIVITY_SCOPES } from '@/lib/core/roles'
import { activityPath } from '@/lib/core/paths'
import { useSignedIn } from '@/components/page/signed-in'
import { actionLabel } from '@/lib/activity/activity-label'
import { operationQuery } from '@/lib/api'
import { QuerySection } from '@/components/page/query-section'
import { TextLink } from '@/components/text/text-link'

const MAX_SHOWN = 10
/** The section of notes shows these. */
const NOTE_ACTIONS: ReadonlySet<string> = new Set(['addNote', 'editNote', 'deleteNote'])

/** The changes and audit entries of a subscription, newest first; nothing without any. */
export function SubscriptionHistory({ id }: { id: string }) {
  const maySeeAll = ACTIVITY_SCOPES[useSignedIn().role] === 'all'
  const read = useQuery(operationQuery('getSubscriptionHistory', { id }))
  const entries = read.data?.entries.filter(({ action }) => !NOTE_ACTIONS.has(action)) ?? []
  if (read.data && entries.length === 0) return null
  const more = entries.length - MAX_SHOWN
  return (
    <QuerySection
      title="History"
      query={read}
      emptyText={() => null}
      aside={
        maySeeAll && (
          <TextLink href={activityPath({ objectKind: 'subscription', objectId: id })} className="no-print text-xs">
            {more > 0 ? 'Show all in Activity' : 'Show in Activity'}
          </TextLink>
        )
      }
    >
      {() => (
        <>
          <ol aria-label="History" className="divide-y text-sm">
            {entries.slice(0, MAX_SHOWN).map((entry) => (
              <HistoryEntry key={entry.sequence} entry={entry} />
            ))}
          </ol>
          {more > 0 && !maySeeAll && (
            <p className="text-muted px-4 py-2 text-xs">Only the newest {MAX_SHOWN} are shown.</p>
          )}
        </>
      )}
    </QuerySection>
  )
}

function HistoryEntry({ entry }: { entry: ActivityEntry }) {
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{actionLabel(entry.action)}</span>
        <ActivityOutcomePill entry={entry} />
        <span className="text-muted text-xs sm:ml-auto">
          <Instant iso={entry.at} zoned />
        </span>
      </div>
      <p className="text-muted mt-0.5 wrap-anywhere">
        <span className="foreign text-text">{entry.actor}</span>
        {entry.reason !== null && (
          <>
            :{' '}
            <span className="foreign">
              “<VisibleMarks>{entry.reason}</VisibleMarks>”
            </span>
          </>
        )}
        {entry.ticket !== null && (
          <>
            {' '}
            ·{' '}
            <span className="foreign">
              Ticket <VisibleMarks>{entry.ticket}</VisibleMarks>
            </span>
          </>
        )}
      </p>
    </li>
  )
}
