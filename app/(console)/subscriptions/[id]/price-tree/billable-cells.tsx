import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { KnownValue } from '@/components/known-value'
import type { BillableView } from '@/contract/console/price'
import { firstUnreadable, readable } from '@/lib/format/unreadable'
import { entityTypeLabel } from '@/lib/format/labels'
import { usageLabel } from './usage-label'
import { Cell, NameCell } from './tree-cell'

/** A billable's row: what is charged for, and how its usage is counted. */
export function BillableCells({
  level,
  billable,
  expanded,
}: {
  level: number
  billable: BillableView
  expanded: boolean | undefined
}) {
  return (
    <>
      <NameCell level={level} expanded={expanded}>
        <span className="foreign line-clamp-3">
          {readable(billable.name) ?? readable(billable.id) ?? (
            <Absent value={firstUnreadable(billable.name, billable.id)}>Billable without a name</Absent>
          )}
        </span>
        <span className="text-muted block text-xs">Billable</span>
      </NameCell>
      <Cell narrow>{usageLabel(billable.eventQueryRules)}</Cell>
      <Cell>
        <KnownValue value={billable.billableType} label={entityTypeLabel} />
      </Cell>
      <Cell />
      <Cell narrow>
        <CatalogStatusPill status={billable.status} />
      </Cell>
    </>
  )
}
