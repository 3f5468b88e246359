import { ActivityOutcomePill } from '@/components/activity-outcome'
import { Instant } from '@/components/instant'
import { VisibleMarks } from '@/components/visible-marks'
import type { ActivityEntry } from '@/contract/console/activity'
import { actionLabel } from '@/lib/format/activity-label'

/** What was done, by whom, why and how it ended. */
export function HistoryEntries({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <ol aria-label="History" className="divide-y text-sm">
      {entries.map((entry) => (
        <HistoryEntry key={entry.sequence} entry={entry} />
      ))}
    </ol>
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
