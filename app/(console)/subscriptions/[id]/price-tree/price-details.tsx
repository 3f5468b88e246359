import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { PriceRules } from '@/components/price-rules'
import { Fact, Facts } from '@/components/ui/facts'
import { isUnreadable } from '@/lib/format/unreadable'
import { billingModeLabel, cadenceLabel, entityTypeLabel, priceTypeLabel } from '@/lib/format/labels'
import type { PlanPrice } from '@/lib/domain/plan-prices'
import { priceCurrency } from './price-labels'
import { DetailsCell } from './tree-cell'

/** Every field of section 2.3. */
export function PriceDetails({
  level,
  planPrice,
  currency,
}: {
  level: number
  planPrice: PlanPrice
  currency: string | null
}) {
  const { price, unreadableList, base } = planPrice
  if (!price)
    return (
      <DetailsCell level={level}>
        <p className="text-muted">
          {unreadableList
            ? 'Of this base price only its id or its status could be read: the list of prices could not.'
            : 'Of this base price only its id or its status was sent.'}
        </p>
        <Facts>
          <Fact label="Price id">
            <Identifier id={base?.id ?? null} of="price" />
          </Fact>
        </Facts>
      </DetailsCell>
    )
  const one = price.billable?.singleUnitLabel
  const many = price.billable?.multipleUnitLabel
  return (
    <DetailsCell level={level}>
      <PriceRules rules={price.rules} currency={priceCurrency(price, currency)} billable={price.billable} />
      <Facts>
        <Fact label="Price name">
          <OwnText text={price.name} />
        </Fact>
        <Fact label="Price type">
          <KnownValue value={price.priceType} label={priceTypeLabel} />
        </Fact>
        <Fact label="Billing cadence">
          <KnownValue value={price.billingCadence} label={cadenceLabel} />
        </Fact>
        <Fact label="Billing mode">
          <KnownValue value={price.billingMode} label={billingModeLabel} />
        </Fact>
        <Fact label="Entity type">
          <KnownValue value={price.entityType} label={entityTypeLabel} />
        </Fact>
        <Fact label="Limit">
          <Quantity quantity={price.limit} one={one} many={many} />
        </Fact>
        <Fact label="Maximum usage">
          <Quantity quantity={price.maxUsage} one={one} many={many} />
        </Fact>
        <Fact label="Overage">
          <Flag value={price.blockOverage} yes="Blocked" no="Not blocked" />
        </Fact>
        <Fact label="Custom pricing unit">
          <Flag value={price.usesCustomPricingUnit} yes="Counts in one" no="Not used" />
        </Fact>
        <Fact label="Custom pricing unit id">
          <Identifier id={price.customPricingUnitId} of="custom pricing unit" />
        </Fact>
        {base && isUnreadable(base.id) && (
          <Fact label="Id as the base price">
            <Absent value={base.id} />
          </Fact>
        )}
        {base && (
          <Fact label="Status as the base price">
            <CatalogStatusPill status={base.status} />
          </Fact>
        )}
        <Fact label="Price status">
          <CatalogStatusPill status={price.status} />
        </Fact>
        <Fact label="Price created">
          <Instant iso={price.createdAt} shape="dateTime" />
        </Fact>
        <Fact label="Price updated">
          <Instant iso={price.updatedAt} shape="dateTime" />
        </Fact>
        <Fact label="Price id">
          <Identifier id={price.id} of="price" />
        </Fact>
        <Fact label="Billable id">
          <Identifier id={price.billableId} of="billable" />
        </Fact>
        <Fact label="Merchant id">
          <Identifier id={price.merchantId} of="merchant" />
        </Fact>
      </Facts>
    </DetailsCell>
  )
}
