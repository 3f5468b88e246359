import { Absent, Unreadables } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { KnownValue } from '@/components/known-value'
import { chargeLabel } from '@/lib/format/charge-label'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/visible-marks'
import { firstUnreadable, readable } from '@/lib/format/unreadable'
import { billingModeLabel, cadenceLabel } from '@/lib/format/labels'
import { type PlanPrice, priceName } from '@/lib/domain/subscription/plan-prices'
import { limitLabel, priceCurrency } from './price-labels'

interface PriceCellsProps {
  planPrice: PlanPrice
  currency: string | null
  /** True when the subscription runs: the base price of its interval is then the current one. */
  runs: boolean
}

/** The row of a price: name, charge, interval, limits, and status. */
export function PriceCells({ planPrice, currency, runs }: PriceCellsProps) {
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
        <span className="foreign line-clamp-3 font-medium">
          {called === null ? (
            <Absent value={firstUnreadable(price?.name, base?.id, price?.id)}>Price without a name</Absent>
          ) : (
            <VisibleMarks>{called}</VisibleMarks>
          )}
        </span>
        {of && of !== name && (
          <span className="foreign text-muted line-clamp-2 text-xs">
            <VisibleMarks>{of}</VisibleMarks>
          </span>
        )}
        {base && (
          <span className="mt-1 flex flex-wrap gap-1">
            <Pill tone="blue">Base price{cadence === null && ` · ${cadenceLabel(base.cadence)}`}</Pill>
            {ofCadence && runs && <Pill tone="green">Current</Pill>}
          </span>
        )}
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
      <td>
        {price && (limitLabel(price) || <Unreadables values={[price.limit, price.maxUsage]} />)}
        {price?.blockOverage === true && <span className="text-muted block text-xs">Overage blocked</span>}
      </td>
      <td>{status !== undefined && <CatalogStatusPill status={status} />}</td>
    </>
  )
}

/** The cadence, which distinguishes prices of the same name. */
const distinctBy = ({ sharesName, base, price }: PlanPrice) =>
  sharesName ? (base?.cadence ?? readable(price?.billingCadence)) : null
