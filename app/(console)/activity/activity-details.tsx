import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { Fact, Facts } from '@/components/ui/facts'
import { VisibleMarks } from '@/components/visible-marks'
import type { ActivityEntry } from '@/contract/console/activity'
import { activityPath } from '@/lib/browser/paths'
import { detailLabel, detailText, outcomeLabel } from '@/lib/format/activity-label'

/** Shows all fields of an audit entry, with links to related entries. */
export function ActivityDetails({ entry }: { entry: ActivityEntry }) {
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
        <Fact label="Role at the time">{entry.role}</Fact>
        {Object.entries(entry.detail).map(([name, value]) => (
          <Fact key={name} label={detailLabel(name)}>
            <span className="foreign">
              <VisibleMarks>{detailText(name, value)}</VisibleMarks>
            </span>
          </Fact>
        ))}
        <Fact label="Request ID">
          <Identifier id={entry.requestId} of="request" />
        </Fact>
        <Fact label="Audit entry">{entry.sequence}</Fact>
      </Facts>
      <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <ActivityLink filters={{ actor: entry.actor }}>All by {entry.actor}</ActivityLink>
        {object && (
          <ActivityLink filters={{ objectKind: object.kind, objectId: object.id }}>
            All about this {object.kind}
          </ActivityLink>
        )}
      </p>
    </>
  )
}

function ActivityLink({ filters, children }: { filters: Record<string, string>; children: ReactNode }) {
  return (
    <Link href={activityPath(filters)} prefetch={false} className="foreign text-accent hover:underline">
      {children}
    </Link>
  )
}
