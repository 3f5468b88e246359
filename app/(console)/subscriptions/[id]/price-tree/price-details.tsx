import { Absent } from '@/components/absent'
import { CatalogStatusPill } from '@/components/catalog-status'
import { Field, Fields } from '@/components/fields'
import { Flag } from '@/components/flag'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { KnownValue } from '@/components/known-value'
import { Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { PriceRules } from '@/components/price-rules'
import { isUnreadable } from '@/lib/format/unreadable'
import { billingModeLabel, cadenceLabel, entityTypeLabel, priceTypeLabel } from '@/lib/format/labels'
import { type PlanPrice, priceCurrency } from '@/lib/domain/subscription/plan-prices'

/** Every field of section 2.3. */
export function PriceDetails({ planPrice, currency }: { planPrice: PlanPrice; currency: string | null }) {
  const { price, unreadableList, base } = planPrice
  if (!price)
    return (
      <>
        <p className="text-muted">
          {unreadableList
            ? 'Only the ID or status of this base price could be read: the list of prices could not.'
            : 'Only the ID or status of this base price was sent.'}
        </p>
        <Fields>
          <Field label="Price ID" of={base?.id}>
            <Identifier id={base?.id} of="price" />
          </Field>
        </Fields>
      </>
    )
  return (
    <>
      <PriceRules rules={price.rules} currency={priceCurrency(price, currency)} billable={price.billable} />
      <Fields>
        <Field label="Price name" of={price.name}>
          <OwnText text={price.name} />
        </Field>
        <Field label="Price type" of={price.priceType}>
          <KnownValue value={price.priceType} label={priceTypeLabel} />
        </Field>
        <Field label="Billing interval" of={price.billingCadence}>
          <KnownValue value={price.billingCadence} label={cadenceLabel} />
        </Field>
        <Field label="Billing mode" of={price.billingMode}>
          <KnownValue value={price.billingMode} label={billingModeLabel} />
        </Field>
        <Field label="Entity type" of={price.entityType}>
          <KnownValue value={price.entityType} label={entityTypeLabel} />
        </Field>
        <Field label="Limit" of={price.limit}>
          <Quantity quantity={price.limit} labels={price.billable} />
        </Field>
        <Field label="Maximum usage" of={price.maxUsage}>
          <Quantity quantity={price.maxUsage} labels={price.billable} />
        </Field>
        <Field label="Overage" of={price.blockOverage}>
          <Flag value={price.blockOverage} yes="Blocked" no="Not blocked" />
        </Field>
        <Field label="Custom pricing unit" of={price.usesCustomPricingUnit}>
          <Flag value={price.usesCustomPricingUnit} yes="Used" no="Not used" />
        </Field>
        <Field label="Custom pricing unit ID" of={price.customPricingUnitId}>
          <Identifier id={price.customPricingUnitId} of="custom pricing unit" />
        </Field>
        {base && isUnreadable(base.id) && (
          <Field label="ID as the base price" of={base.id}>
            <Absent value={base.id} />
          </Field>
        )}
        {base && (
          <Field label="Status as the base price" of={base.status}>
            <CatalogStatusPill status={base.status} />
          </Field>
        )}
        <Field label="Price status" of={price.status}>
          <CatalogStatusPill status={price.status} />
        </Field>
        <Field label="Price created" of={price.createdAt}>
          <Instant iso={price.createdAt} />
        </Field>
        <Field label="Price updated" of={price.updatedAt}>
          <Instant iso={price.updatedAt} />
        </Field>
        <Field label="Price ID" of={price.id}>
          <Identifier id={price.id} of="price" />
        </Field>
        <Field label="Billable ID" of={price.billableId}>
          <Identifier id={price.billableId} of="billable" />
        </Field>
        <Field label="Merchant ID" of={price.merchantId}>
          <Identifier id={price.merchantId} of="merchant" />
        </Field>
      </Fields>
    </>
  )
}
