import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { KnownValue } from '@/components/known-value'
import { chargeLabel } from '@/components/charge-label'
import { Pill } from '@/components/ui/pill'
import { firstUnreadable, readable } from '@/lib/format/unreadable'
import { billingModeLabel, cadenceLabel } from '@/lib/format/labels'
import type { PlanPrice } from '@/lib/domain/plan-prices'
import { limitLabel, priceCurrency } from './price-labels'
import { Cell, NameCell } from './tree-cell'

interface PriceCellsProps {
  level: number
  planPrice: PlanPrice
  currency: string | null
  expanded: boolean | undefined
}

/** A price's row: what it is called, what it charges, when, how much at most, and whether it is in use. */
export function PriceCells({ level, planPrice, currency, expanded }: PriceCellsProps) {
  const { price, unreadableList, base, inForce } = planPrice
  const of = readable(price?.billable?.name)
  const name = readable(price?.name) ?? of
  return (
    <>
      <NameCell level={level} expanded={expanded}>
        <span className="foreign line-clamp-3 font-medium">
          {name ?? readable(base?.id) ?? readable(price?.id) ?? (
            <Absent value={firstUnreadable(price?.name, base?.id, price?.id)}>Price without a name</Absent>
          )}
        </span>
        {of && of !== name && <span className="foreign text-muted line-clamp-2 text-xs">{of}</span>}
        {base && (
          <span className="mt-1 flex flex-wrap gap-1">
            <Pill tone="blue">Base price · {cadenceLabel(base.cadence)}</Pill>
            {inForce && <Pill tone="green">In force</Pill>}
          </span>
        )}
      </NameCell>
      <Cell narrow>
        {price ? (
          <>
            {chargeLabel(price.rules, priceCurrency(price, currency), price.billable)}
            {price.inCustomUnit && <span className="text-muted block text-xs">in a custom pricing unit</span>}
          </>
        ) : (
          <Absent value={unreadableList}>Price not sent</Absent>
        )}
      </Cell>
      <Cell>
        {price && (
          <>
            <KnownValue value={price.billingCadence} label={cadenceLabel} />
            <span className="text-muted block text-xs">
              <KnownValue value={price.billingMode} label={billingModeLabel} />
            </span>
          </>
        )}
      </Cell>
      <Cell>
        {price &&
          (limitLabel(price) || <Absent value={firstUnreadable(price.limit, price.maxUsage)}>None sent</Absent>)}
        {price?.blockOverage === true && <span className="text-muted block text-xs">Overage blocked</span>}
      </Cell>
      <Cell narrow>
        <CatalogStatusPill status={base?.status ?? price?.status ?? null} />
      </Cell>
    </>
  )
}
