import { memo, type MouseEvent } from 'react'
import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { KnownValue } from '@/components/known-value'
import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import { VisibleMarks } from '@/components/visible-marks'
import type { BillableView } from '@/contract/console/price'
import type { PlanView } from '@/contract/console/subscription'
import { type PlanPrice, priceCountLabel } from '@/lib/domain/subscription/plan-prices'
import { entityTypeLabel } from '@/lib/format/labels'
import { firstUnreadable, isAbsent, isUnreadable, readable } from '@/lib/format/unreadable'
import type { PriceGroup } from './grouped-prices'
import { PriceCells } from './price-cells'
import { Cell, DetailsCell, NameCell, RestCell } from './tree-cell'
import type { TreeRow } from './tree-rows'
import { usageLabel } from './usage-label'

const LOADING = <Skeleton className="h-72" />
/** Loads when the pointer or the focus reaches a row. */
const PriceDetails = lazyWithRetry(() => import('./price-details').then((module) => module.PriceDetails), LOADING)
const BillableDetails = lazyWithRetry(
  () => import('./billable-details').then((module) => module.BillableDetails),
  LOADING,
)

interface PriceTreeRowProps extends Omit<TreeRow, 'key'> {
  rowKey: string
  /** True for the only row in the tab order. */
  active: boolean
  plan: PlanView
  priceCount: number
  currency: string | null
  runs: boolean
  onToggle: (key: string) => void
}

/** One row of the tree. A click anywhere toggles it, unless it selects text or hits a control. */
export const PriceTreeRow = memo(function PriceTreeRow(props: PriceTreeRowProps) {
  const { rowKey, kind, level, position, setSize, expanded, active, planPrice, onToggle } = props
  const toggle = (event: MouseEvent<HTMLTableRowElement>) => {
    const control = event.target instanceof Element && event.target.closest('button, a, time, summary, pre')
    if (!control && window.getSelection()?.isCollapsed !== false) onToggle(rowKey)
  }
  return (
    <tr
      data-key={rowKey}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-expanded={expanded}
      tabIndex={active ? 0 : -1}
      onClick={expanded === undefined ? undefined : toggle}
      {...(kind === 'billable' ? BillableDetails : PriceDetails).prefetchProps}
      className={classNames(
        'border-b align-top -outline-offset-2 last:border-b-0',
        expanded === undefined ? '' : 'hover:bg-hover cursor-pointer',
        (kind === 'priceDetails' || kind === 'billableDetails') && 'bg-page',
        isArchived(planPrice) && kind === 'price' && 'text-muted',
      )}
    >
      <Cells {...props} />
    </tr>
  )
})

const isArchived = (planPrice?: PlanPrice) => (planPrice?.base?.status ?? planPrice?.price?.status) === 'archived'

function Cells({ kind, level, expanded, plan, planPrice, group, priceCount, currency, runs }: PriceTreeRowProps) {
  if (group) return <GroupCells group={group} expanded={expanded} />
  const billable = planPrice?.price?.billable
  if (kind === 'plan' || !planPrice) return <PlanCells plan={plan} priceCount={priceCount} expanded={expanded} />
  if (kind === 'price')
    return <PriceCells level={level} planPrice={planPrice} currency={currency} runs={runs} expanded={expanded} />
  if (kind === 'priceDetails')
    return (
      <DetailsCell level={level}>
        <PriceDetails planPrice={planPrice} currency={currency} />
      </DetailsCell>
    )
  if (!billable) return null
  return kind === 'billable' ? (
    <BillableCells level={level} billable={billable} expanded={expanded} />
  ) : (
    <DetailsCell level={level}>
      <BillableDetails billable={billable} />
    </DetailsCell>
  )
}

interface PlanCellsProps {
  plan: PlanView
  priceCount: number
  expanded: boolean | undefined
}

/** The plan's row. */
function PlanCells({ plan, priceCount, expanded }: PlanCellsProps) {
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
      <Cell onPhone>
        {isUnreadable(plan.prices) && <Absent value={plan.prices} />}
        <span className="text-muted block">{priceCountLabel(priceCount, plan.prices)}</span>
      </Cell>
      <Cell />
      <Cell />
      <Cell onPhone>{plan.status !== undefined && <CatalogStatusPill status={plan.status} />}</Cell>
    </>
  )
}

/** The row of prices that do not apply here: the reason and their number. */
function GroupCells({ group, expanded }: { group: PriceGroup; expanded: boolean | undefined }) {
  return (
    <>
      <NameCell level={2} expanded={expanded}>
        <span className="text-muted">{group.label}</span>
      </NameCell>
      <Cell onPhone />
      <Cell />
      <Cell />
      <Cell onPhone />
    </>
  )
}

interface BillableCellsProps {
  level: number
  billable: BillableView
  expanded: boolean | undefined
}

/** The row of a billable: its name, and in one line the usage that it counts. */
function BillableCells({ level, billable, expanded }: BillableCellsProps) {
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
          {billable.billableType !== undefined && (
            <>
              {' · '}
              <KnownValue value={billable.billableType} label={entityTypeLabel} />
            </>
          )}
        </span>
      </NameCell>
      <RestCell>
        <span className="foreign line-clamp-3 min-w-0">{usageLabel(billable.eventQueryRules)}</span>
        {billable.status !== undefined && (
          <span className="shrink-0">
            <CatalogStatusPill status={billable.status} />
          </span>
        )}
      </RestCell>
    </>
  )
}
