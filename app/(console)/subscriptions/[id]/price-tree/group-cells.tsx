import type { PriceGroup } from './grouped-prices'
import { Cell, NameCell } from './tree-cell'

/** The row of prices that do not apply here: the reason and their number. */
export function GroupCells({ group, expanded }: { group: PriceGroup; expanded: boolean | undefined }) {
  return (
    <>
      <NameCell level={2} expanded={expanded}>
        <span className="text-muted">{group.label}</span>
      </NameCell>
      <Cell narrow />
      <Cell />
      <Cell />
      <Cell narrow />
    </>
  )
}
