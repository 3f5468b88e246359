import { Absent } from '@/components/absent'
import { VisibleMarks } from '@/components/visible-marks'
import { CatalogStatusPill } from '@/components/catalog-status'
import type { PlanView } from '@/contract/console/subscription'
import { isAbsent, isUnreadable } from '@/lib/format/unreadable'
import { priceCountLabel } from '@/lib/domain/subscription/plan-prices'
import { Cell, NameCell } from './tree-cell'

interface PlanCellsProps {
  plan: PlanView
  priceCount: number
  expanded: boolean | undefined
}

/** The plan's row. */
export function PlanCells({ plan, priceCount, expanded }: PlanCellsProps) {
  return (
    <>
      <NameCell level={1} expanded={expanded}>
        <span className="foreign line-clamp-3 font-semibold">
          {isAbsent(plan.name) ? (
            <Absent value={plan.name}>Plan without a name</Absent>
          ) : (
            <VisibleMarks>{plan.name}</VisibleMarks>
          )}
        </span>
      </NameCell>
      <Cell narrow>
        {isUnreadable(plan.prices) && <Absent value={plan.prices} />}
        <span className="text-muted block">{priceCountLabel(priceCount, plan.prices)}</span>
      </Cell>
      <Cell />
      <Cell />
      <Cell narrow>{plan.status !== null && <CatalogStatusPill status={plan.status} />}</Cell>
    </>
  )
}
