import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { KnownValue } from '@/components/known-value'
import { VisibleMarks } from '@/components/visible-marks'
import type { BillableView } from '@/contract/console/price'
import { firstUnreadable, readable } from '@/lib/format/unreadable'
import { entityTypeLabel } from '@/lib/format/labels'
import { usageLabel } from './usage-label'
import { NameCell, RestCell } from './tree-cell'

/** The row of a billable: its name, and in one line the usage that it counts. */
export function BillableCells({
  level,
  billable,
  expanded,
}: {
  level: number
  billable: BillableView
  expanded: boolean | undefined
}) {
  const name = readable(billable.name) ?? readable(billable.id)
  return (
    <>
      <NameCell level={level} expanded={expanded}>
        <span className="foreign line-clamp-3">
          {name === null ? (
            <Absent value={firstUnreadable(billable.name, billable.id)}>Billable without a name</Absent>
          ) : (
            <VisibleMarks>{name}</VisibleMarks>
          )}
        </span>
        <span className="text-muted block text-xs">
          Billable
          {billable.billableType !== null && (
            <>
              {' · '}
              <KnownValue value={billable.billableType} label={entityTypeLabel} />
            </>
          )}
        </span>
      </NameCell>
      <RestCell>
        <span className="foreign line-clamp-3 min-w-0">{usageLabel(billable.eventQueryRules)}</span>
        {billable.status !== null && (
          <span className="shrink-0">
            <CatalogStatusPill status={billable.status} />
          </span>
        )}
      </RestCell>
    </>
  )
}
