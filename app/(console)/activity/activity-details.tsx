import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { Fact, Facts } from '@/components/ui/facts'
import { VisibleMarks } from '@/components/visible-marks'
import { ACTIVITY_FILTERS, type ActivityEntry } from '@/contract/console/activity'
import type { ActivityScope } from '@/contract/console/roles'
import { activityPath } from '@/lib/browser/paths'
import { detailLabel, detailText, outcomeLabel } from '@/lib/format/activity-label'

/** Shows all fields of an audit entry, with links to the related entries that the role sees. */
export function ActivityDetails({ scope, entry }: { scope: ActivityScope; entry: ActivityEntry }) {
  const { object } = entry
  const offered = ACTIVITY_FILTERS[scope]
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
            <span className="foreign">
              <VisibleMarks>{detailText(name, value)}</VisibleMarks>
            </span>
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
        {offered.includes('actor') && (
          <ActivityLink filters={{ actor: entry.actor }}>All by {entry.actor}</ActivityLink>
        )}
        {object && offered.includes('objectId') && (
          <ActivityLink filters={{ objectKind: object.kind, objectId: object.id }}>
            {scope === 'own' ? 'Your activity on' : 'All about'} this {object.kind}
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
