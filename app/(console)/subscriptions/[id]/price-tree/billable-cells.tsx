import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { KnownWord } from '@/components/known-word'
import type { BillableView } from '@/contract/console/price'
import { firstUnreadable, readable } from '@/lib/format/unreadable'
import { entityTypeWords } from '@/lib/format/words'
import { usageWords } from './event-query-words'
import { Cell, NameCell } from './tree-cell'

/** A billable's row: what is charged for, and how its usage is counted. */
export function BillableCells({ billable, expanded }: { billable: BillableView; expanded: boolean | undefined }) {
  return (
    <>
      <NameCell level={3} expanded={expanded}>
        <span className="foreign line-clamp-3">
          {readable(billable.name) ?? readable(billable.id) ?? (
            <Absent value={firstUnreadable(billable.name, billable.id)}>Billable without a name</Absent>
          )}
        </span>
        <span className="text-muted block text-xs">Billable</span>
      </NameCell>
      <Cell narrow>{usageWords(billable.eventQueryRules)}</Cell>
      <Cell>
        <KnownWord value={billable.billableType} words={entityTypeWords} />
      </Cell>
      <Cell />
      <Cell narrow>
        <CatalogStatusPill status={billable.status} />
      </Cell>
    </>
  )
}
