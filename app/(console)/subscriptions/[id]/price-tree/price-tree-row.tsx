import { memo, type MouseEvent, type ReactNode } from 'react'
import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { KnownValue } from '@/components/known-value'
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
      className={isArchived(planPrice) && kind === 'price' ? 'text-muted' : undefined}
    >
      <Cells {...props} />
    </tr>
  )
})

const isArchived = (planPrice?: PlanPrice) => (planPrice?.base?.status ?? planPrice?.price?.status) === 'archived'

function Cells({ kind, plan, planPrice, group, priceCount, currency, runs }: PriceTreeRowProps) {
  if (group) return <GroupCells group={group} />
  const billable = planPrice?.price?.billable
  if (kind === 'plan' || !planPrice) return <PlanCells plan={plan} priceCount={priceCount} />
  if (kind === 'price') return <PriceCells planPrice={planPrice} currency={currency} runs={runs} />
  if (kind === 'priceDetails')
    return (
      <td colSpan={5} className="space-y-4">
        <PriceDetails planPrice={planPrice} currency={currency} />
      </td>
    )
  if (!billable) return null
  return kind === 'billable' ? (
    <BillableCells billable={billable} />
  ) : (
    <td colSpan={5} className="space-y-4">
      <BillableDetails billable={billable} />
    </td>
  )
}

/** A cell that may be empty. */
const Cell = ({ children }: { children?: ReactNode }) => <td>{children}</td>

/** The plan's row. */
function PlanCells({ plan, priceCount }: Pick<PriceTreeRowProps, 'plan' | 'priceCount'>) {
  return (
    <>
      <td>
        <span className="foreign line-clamp-3 font-semibold">
          {isAbsent(plan.name) ? (
            <Absent value={plan.name}>Plan without a name</Absent>
          ) : (
            <VisibleMarks>{plan.name}</VisibleMarks>
          )}
        </span>
      </td>
      <td>
        {isUnreadable(plan.prices) && <Absent value={plan.prices} />}
        <span className="text-muted block">{priceCountLabel(priceCount, plan.prices)}</span>
      </td>
      <Cell />
      <Cell />
      <td>{plan.status !== undefined && <CatalogStatusPill status={plan.status} />}</td>
    </>
  )
}

/** The row of prices that do not apply here: the reason and their number. */
function GroupCells({ group }: { group: PriceGroup }) {
  return (
    <>
      <td>
        <span className="text-muted">{group.label}</span>
      </td>
      <Cell />
      <Cell />
      <Cell />
      <Cell />
    </>
  )
}

/** The row of a billable: its name, and in one line the usage that it counts. */
function BillableCells({ billable }: { billable: BillableView }) {
  const name = readable(billable.name) ?? readable(billable.id)
  return (
    <>
      <td>
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
      </td>
      <td colSpan={4}>
        <div className="flex items-start justify-between gap-3">
          <span className="foreign line-clamp-3 min-w-0">{usageLabel(billable.eventQueryRules)}</span>
          {billable.status !== undefined && (
            <span className="shrink-0">
              <CatalogStatusPill status={billable.status} />
            </span>
          )}
        </div>
      </td>
    </>
  )
}
