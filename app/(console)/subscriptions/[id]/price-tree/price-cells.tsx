import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { KnownWord } from '@/components/known-word'
import { chargeWords } from '@/components/price-words'
import { Pill } from '@/components/ui/pill'
import { firstUnreadable, readable } from '@/lib/format/unreadable'
import { cadenceWords } from '@/lib/format/words'
import type { PlanPrice } from './plan-prices'
import { billingModeWords, limitWords, priceCurrency } from './price-words'
import { Cell, NameCell } from './tree-cell'

interface PriceCellsProps {
  planPrice: PlanPrice
  currency: string | null
  expanded: boolean | undefined
}

/** A price's row: what it is called, what it charges, when, how much at most, and whether it is in use. */
export function PriceCells({ planPrice, currency, expanded }: PriceCellsProps) {
  const { price, unreadableList, base, inForce } = planPrice
  const of = readable(price?.billable?.name)
  const name = readable(price?.name) ?? of
  return (
    <>
      <NameCell level={2} expanded={expanded}>
        <span className="foreign line-clamp-3 font-medium">
          {name ?? readable(base?.id) ?? readable(price?.id) ?? (
            <Absent value={firstUnreadable(price?.name, base?.id, price?.id)}>Price without a name</Absent>
          )}
        </span>
        {of && of !== name && <span className="foreign text-muted line-clamp-2 text-xs">{of}</span>}
        {base && (
          <span className="mt-1 flex flex-wrap gap-1">
            <Pill tone="blue">Base price · {cadenceWords(base.cadence)}</Pill>
            {inForce && <Pill tone="green">In force</Pill>}
          </span>
        )}
      </NameCell>
      <Cell narrow>
        {price ? (
          <>
            {chargeWords(price.rules, priceCurrency(price, currency), price.billable)}
            {price.inCustomUnit && <span className="text-muted block text-xs">in a custom pricing unit</span>}
          </>
        ) : (
          <Absent value={unreadableList}>Price not sent</Absent>
        )}
      </Cell>
      <Cell>
        {price && (
          <>
            <KnownWord value={price.billingCadence} words={cadenceWords} />
            <span className="text-muted block text-xs">
              <KnownWord value={price.billingMode} words={billingModeWords} />
            </span>
          </>
        )}
      </Cell>
      <Cell>
        {price &&
          (limitWords(price) || <Absent value={firstUnreadable(price.limit, price.maxUsage)}>None sent</Absent>)}
        {price?.blockOverage === true && <span className="text-muted block text-xs">Overage blocked</span>}
      </Cell>
      <Cell narrow>
        <CatalogStatusPill status={base?.status ?? price?.status ?? null} />
      </Cell>
    </>
  )
}
