import { PLAN_STATUSES } from '@/contract/billing/plan'
import { PRICE_STATUSES } from '@/contract/billing/price'
import { Currency, NetTerms } from '@/contract/billing/scalars'
import type { PriceView } from '@/contract/console/price'
import type { BasePlanPriceView, PlanView } from '@/contract/console/subscription'
import type { EveryField } from '@/contract/console/view-of'
import type { FieldReader } from './field-reader'
import { priceView } from './price-view'

/** The fields of the three base prices of a plan (section 2.2). */
const BASE_PLAN_PRICES = [
  {
    cadence: 'monthly',
    id: 'basePlanPriceId',
    status: 'basePlanPriceMonthlyStatus',
    price: 'basePlanPrice',
  },
  {
    cadence: 'quarterly',
    id: 'basePlanPriceQuarterlyId',
    status: 'basePlanPriceQuarterlyStatus',
    price: 'basePlanPriceQuarterly',
  },
  {
    cadence: 'annually',
    id: 'basePlanPriceAnnuallyId',
    status: 'basePlanPriceAnnuallyStatus',
    price: 'basePlanPriceAnnually',
  },
] as const

/** Reads a plan (section 2.2). */
export function planView(plan: FieldReader): EveryField<PlanView> {
  return {
    id: plan.text('id'),
    merchantId: plan.text('merchantId'),
    externalId: plan.text('externalId', 'nullable'),
    crossEnvironmentId: plan.text('crossEnvironmentId', 'nullable'),
    createdAt: plan.instant('createdAt'),
    updatedAt: plan.instant('updatedAt'),
    name: plan.text('name'),
    description: plan.text('description', 'nullable'),
    currency: plan.choice('currency', Currency.options),
    netTerms: plan.choice('netTerms', NetTerms.options, 'nullable'),
    isPrivate: plan.flag('isPrivate'),
    purchasable: plan.flag('purchasable'),
    requestPricingText: plan.text('requestPricingText', 'nullable'),
    requestPricingUrl: plan.text('requestPricingUrl', 'nullable'),
    status: plan.choice('status', PLAN_STATUSES),
    prices: plan.list('prices', listedPrice),
    basePlanPrices: plan.unreadable
      ? []
      : BASE_PLAN_PRICES.map((names) => basePlanPrice(plan, names)).filter(
          ({ id, status, price }) => id !== undefined || status !== undefined || price !== undefined,
        ),
  }
}

/** Reads an item of `prices`: `{ price: {…} }` as documented, or the bare price (gaps.md). */
function listedPrice(item: FieldReader): PriceView {
  return item.has('price') ? (item.object('price', priceView) ?? priceView(item)) : priceView(item)
}

function basePlanPrice(plan: FieldReader, names: (typeof BASE_PLAN_PRICES)[number]): EveryField<BasePlanPriceView> {
  return {
    cadence: names.cadence,
    id: plan.text(names.id, 'nullable'),
    status: plan.choice(names.status, PRICE_STATUSES, 'nullable'),
    price: plan.object(names.price, priceView, 'nullable'),
  }
}
