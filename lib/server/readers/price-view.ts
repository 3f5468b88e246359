import 'server-only'
import { BillingMode, EntityType, PriceStatus } from '@/contract/billing/price'
import { BillingCadence } from '@/contract/billing/scalars'
import type { PriceView } from '@/contract/console/price'
import { billableView } from './billable-view'
import type { FieldReader } from './field-reader'
import { PRICE_TYPES } from './rules-view'

/** Section 2.3. Prices in a custom pricing unit are counted in that unit, so they are never minor units of money. */
export function priceView(price: FieldReader): PriceView {
  const priceType = price.choice('priceType', PRICE_TYPES)
  const usesCustomPricingUnit = price.flag('usesCustomPricingUnit')
  return {
    id: price.text('id'),
    merchantId: price.text('merchantId'),
    billableId: price.text('billableId', 'nullable'),
    customPricingUnitId: price.text('customPricingUnitId', 'nullable'),
    name: price.text('name', 'nullable'),
    createdAt: price.instant('createdAt'),
    updatedAt: price.instant('updatedAt', 'optional'),
    billingCadence: price.choice('billingCadence', BillingCadence.options),
    billingMode: price.choice('billingMode', BillingMode.options),
    blockOverage: price.flag('blockOverage'),
    entityType: price.choice('entityType', EntityType.options),
    priceType,
    rules: price.rules('rules', priceType, usesCustomPricingUnit === true),
    status: price.choice('status', PriceStatus.options),
    usesCustomPricingUnit,
    billable: price.object('billable', billableView, 'nullable'),
    limit: price.amount('limit', 'nullable'),
    maxUsage: price.amount('maxUsage', 'nullable'),
  }
}
