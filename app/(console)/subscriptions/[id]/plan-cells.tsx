import { CatalogStatusPill } from '@/components/catalog-status'
import { NotSent } from '@/components/ui/facts'
import type { PlanView } from '@/contract/console/subscription'
import { formatCount } from '@/lib/format/amount'
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
          {plan.name ?? <NotSent>Plan without a name</NotSent>}
        </span>
      </NameCell>
      <Cell narrow>
        <span className="text-muted">{priceCount === 0 ? 'No prices sent' : formatCount(priceCount, 'price')}</span>
      </Cell>
      <Cell />
      <Cell />
      <Cell narrow>
        <CatalogStatusPill status={plan.status} />
      </Cell>
    </>
  )
}
