import { memo, type MouseEvent } from 'react'
import type { PlanView } from '@/contract/console/subscription'
import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import { BillableCells } from './billable-cells'
import { GroupCells } from './group-cells'
import { PlanCells } from './plan-cells'
import type { PlanPrice } from '@/lib/domain/subscription/plan-prices'
import { PriceCells } from './price-cells'
import { DetailsCell } from './tree-cell'
import type { TreeRow } from './tree-rows'

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
