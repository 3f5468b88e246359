import { memo, type MouseEvent } from 'react'
import { Absent, Unreadables } from '@/components/text/absent'
import { CatalogStatusPill, KnownValue } from '@/components/fields/values'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import type { BillableView, PriceView } from '@/lib/billing-api/price'
import type { PlanView } from '@/lib/subscriptions/subscription'
import { type PlanPrice, priceCountLabel, priceCurrency, priceName } from '@/lib/subscriptions/plan-prices'
import { billingModeLabel, cadenceLabel, entityTypeLabel } from '@/lib/subscriptions/labels'
import { firstUnreadable, isUnreadable, readable } from '@/lib/billing-api/unreadable'
import type { PriceGroup, TreeRow } from './tree-rows'
import { usageLabel } from './usage-label'
import { chargeLabel } from '@/lib/subscriptions/charge-label'
import { Pill } from '@/components/ui/pill'
import { formatQuantity } from '@/lib/money/amount'
import { OwnText } from '@/components/text/own-text'

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
  /** True when the table has a column for limits. */
  hasLimits: boolean
  /** True when the subscription runs: the base price of its interval is then the current one. */
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

function Cells({ kind, plan, planPrice, group, priceCount, currency, hasLimits, runs }: PriceTreeRowProps) {
  const columns = hasLimits ? 4 : 3
  if (group) return <GroupCells group={group} columns={columns} />
  const billable = planPrice?.price?.billable
  if (kind === 'plan' || !planPrice) return <PlanCells plan={plan} priceCount={priceCount} columns={columns} />
  if (kind === 'price')
    return <PriceCells planPrice={planPrice} currency={currency} hasLimits={hasLimits} runs={runs} />
  if (kind === 'priceDetails')
    return (
      <td colSpan={columns} className="tree-details space-y-4">
        <PriceDetails planPrice={planPrice} currency={currency} />
      </td>
    )
  if (!billable) return null
  return kind === 'billable' ? (
    <BillableCells billable={billable} columns={columns} />
  ) : (
    <td colSpan={columns} className="tree-details space-y-4">
      <BillableDetails billable={billable} />
    </td>
  )
}

/** Empty cells, one for each further column of a row. */
const Blanks = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => <td key={index}>{null}</td>)

/** The status where it is not the usual one. */
const UnusualStatus = ({ status }: { status: PlanView['status'] }) =>
  status !== undefined && status !== 'active' && status !== 'available' && <CatalogStatusPill status={status} />

interface CellsProps {
  /** How many columns the table has. */
  columns: number
}

/** The plan's row. */
function PlanCells({ plan, priceCount, columns }: Pick<PriceTreeRowProps, 'plan' | 'priceCount'> & CellsProps) {
  return (
    <>
      <td>
        <OwnText text={plan.name} missing="Plan without a name" className="foreign line-clamp-3 font-semibold" />
        <UnusualStatus status={plan.status} />
      </td>
      <td>
        {isUnreadable(plan.prices) && <Absent value={plan.prices} />}
        <span className="text-muted block">{priceCountLabel(priceCount, plan.prices)}</span>
      </td>
      <Blanks count={columns - 2} />
    </>
  )
}

/** The row of prices that do not apply here: the reason and their number. */
const GroupCells = ({ group, columns }: { group: PriceGroup } & CellsProps) => (
  <>
    <td>
      <span className="text-muted">{group.label}</span>
    </td>
    <Blanks count={columns - 1} />
  </>
)

/** The row of a billable: its name, and in one line the usage that it counts. */
function BillableCells({ billable, columns }: { billable: BillableView } & CellsProps) {
  const { name, id } = billable
  return (
    <>
      <td>
        <OwnText
          text={readable(name) ?? readable(id) ?? firstUnreadable(name, id)}
          missing="Billable without a name"
          className="foreign line-clamp-3"
        />
        <span className="text-muted block text-xs">
          Billable
          {billable.billableType !== undefined && (
            <>
              {' · '}
              <KnownValue value={billable.billableType} label={entityTypeLabel} />
            </>
          )}
        </span>
        <UnusualStatus status={billable.status} />
      </td>
      <td colSpan={columns - 1} className="tree-usage">
        <span className="foreign line-clamp-3 min-w-0">{usageLabel(billable.eventQueryRules)}</span>
      </td>
    </>
  )
}

interface PriceCellsProps extends Pick<PriceTreeRowProps, 'currency' | 'hasLimits' | 'runs'> {
  planPrice: PlanPrice
}

/** The row of a price: name, charge, interval, and limits where any price has them. */
function PriceCells({ planPrice, currency, hasLimits, runs }: PriceCellsProps) {
  const { price, unreadableList, base, ofCadence } = planPrice
  const of = readable(price?.billable?.name)
  const name = priceName(price)
  const cadence = distinctBy(planPrice)
  const called =
    name !== null && cadence !== null
      ? `${name} · ${cadenceLabel(cadence)}`
      : (name ?? readable(base?.id) ?? readable(price?.id))
  const status = base?.status ?? price?.status
  return (
    <>
      <td>
        <OwnText
          text={called ?? firstUnreadable(price?.name, base?.id, price?.id)}
          missing="Price without a name"
          className="foreign line-clamp-3 font-medium"
        />
        {of && of !== name && <OwnText text={of} className="foreign text-muted line-clamp-2 text-xs" />}
        <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
          {base && <Pill tone="blue">Base price{cadence === null && ` · ${cadenceLabel(base.cadence)}`}</Pill>}
          {base && ofCadence && runs && <Pill tone="green">Current</Pill>}
          <UnusualStatus status={status} />
        </span>
      </td>
      <td>
        {price ? (
          <>
            {chargeLabel(price.rules, priceCurrency(price, currency), price.billable)}
            {price.inCustomUnit && <span className="text-muted block text-xs">in a custom pricing unit</span>}
            {/* The interval column is hidden on a phone. */}
            {price.billingCadence !== undefined && (
              <span className="text-muted block text-xs md:hidden">
                <KnownValue value={price.billingCadence} label={cadenceLabel} />
              </span>
            )}
          </>
        ) : (
          <Absent value={unreadableList}>Price not sent</Absent>
        )}
      </td>
      <td>
        {price && price.billingCadence !== undefined && (
          <KnownValue value={price.billingCadence} label={cadenceLabel} />
        )}
        {price && price.billingMode !== undefined && (
          <span className="text-muted block text-xs">
            <KnownValue value={price.billingMode} label={billingModeLabel} />
          </span>
        )}
      </td>
      {hasLimits && (
        <td>
          {price && (limitLabel(price) || <Unreadables values={[price.limit, price.maxUsage]} />)}
          {price?.blockOverage === true && <span className="text-muted block text-xs">Overage blocked</span>}
        </td>
      )}
    </>
  )
}

/** The cadence, which distinguishes prices of the same name. */
const distinctBy = ({ sharesName, base, price }: PlanPrice) =>
  sharesName ? (base?.cadence ?? readable(price?.billingCadence)) : null

/** True when a price has a limit, readable or not, or blocks overage. */
export const isLimited = ({ limit, maxUsage, blockOverage }: PriceView) =>
  limit !== undefined || maxUsage !== undefined || blockOverage === true

/** Returns `Limit 1,000 · max 5,000` or `Max 5,000`; empty when neither is sent and readable. */
function limitLabel(price: PriceView): string {
  const limit = readable(price.limit)
  const maxUsage = readable(price.maxUsage)
  const parts = [
    limit !== null && `Limit ${formatQuantity(limit)}`,
    maxUsage !== null && `${limit === null ? 'Max' : 'max'} ${formatQuantity(maxUsage)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
