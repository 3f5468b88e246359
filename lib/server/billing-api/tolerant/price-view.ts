import { BILLING_MODES, ENTITY_TYPES, PRICE_STATUSES } from '@/contract/billing/price'
import { BillingCadence } from '@/contract/billing/scalars'
import type { PriceView } from '@/contract/console/price'
import type { EveryField } from '@/contract/console/view-of'
import { readable } from '../../../format/unreadable'
import { billableView } from './billable-view'
import type { FieldReader } from './field-reader'
import { PRICE_TYPES } from './rules-view'

/** Reads a price (section 2.3). */
export function priceView(price: FieldReader): EveryField<PriceView> {
  const priceType = price.choice('priceType', PRICE_TYPES)
  const inCustomUnit = price.isInCustomUnit()
  return {
    id: price.text('id'),
    merchantId: price.text('merchantId'),
    billableId: price.text('billableId', 'nullable'),
    customPricingUnitId: price.text('customPricingUnitId', 'nullable'),
    name: price.text('name', 'nullable'),
    createdAt: price.instant('createdAt'),
    updatedAt: price.instant('updatedAt', 'optional'),
    billingCadence: price.choice('billingCadence', BillingCadence.options),
    billingMode: price.choice('billingMode', BILLING_MODES),
    blockOverage: price.flag('blockOverage'),
    entityType: price.choice('entityType', ENTITY_TYPES),
    priceType,
    rules: price.rules('rules', readable(priceType), inCustomUnit),
    status: price.choice('status', PRICE_STATUSES),
    usesCustomPricingUnit: price.flag('usesCustomPricingUnit'),
    inCustomUnit,
    billable: price.object('billable', billableView, 'nullable'),
    limit: price.amount('limit', 'nullable'),
    maxUsage: price.amount('maxUsage', 'nullable'),
  }
}
