import { PriceTerms, type Price } from '@/contract/billing/price'
import type { Plan } from '@/contract/billing/plan'
import type { BillingCadence } from '@/contract/billing/scalars'
import type { Whole } from '@/contract/billing/whole'
import { z } from 'zod'
import type { DemoBillable } from './billables'

export type DemoPrice = Omit<Whole<Price>, 'billable' | 'billingCadence'> & {
  billable: DemoBillable
  billingCadence: BillingCadence
}
type BasePrices = ReturnType<typeof basePrices>
export type DemoPlan = Omit<Whole<Plan, 'name'>, 'prices' | keyof BasePrices> &
  BasePrices & { prices: { price: DemoPrice }[] }
type PriceOptions = Omit<DemoPrice, 'priceType' | 'rules'>

/** Returns a fixed price that is charged once per cadence. */
export const fixed = (price: string, cadence: string): PriceTerms => ({
  priceType: 'fixed',
  rules: { price, quantity: '1', cadence },
})

/** Returns the base prices of a plan; an archived one has the status `archived`. */
export const basePrices = (monthly: DemoPrice | null, quarterly: DemoPrice | null, annually: DemoPrice | null) => ({
  basePlanPriceId: monthly?.id ?? null,
  basePlanPriceQuarterlyId: quarterly?.id ?? null,
  basePlanPriceAnnuallyId: annually?.id ?? null,
  basePlanPriceMonthlyStatus: monthly?.status ?? null,
  basePlanPriceQuarterlyStatus: quarterly?.status ?? null,
  basePlanPriceAnnuallyStatus: annually?.status ?? null,
  basePlanPrice: monthly,
  basePlanPriceQuarterly: quarterly,
  basePlanPriceAnnually: annually,
})

/** Returns factories of prices and plans that take only the fields that differ. Base prices charge for `platform`. */
export function priceList(dates: { merchantId: string; createdAt: string; updatedAt: string }, platform: DemoBillable) {
  const price = (
    id: string,
    billable: DemoBillable,
    terms: PriceTerms,
    more: Partial<PriceOptions> = {},
  ): DemoPrice => ({
    ...dates,
    id: `price_${id}`,
    billableId: billable.id,
    customPricingUnitId: null,
    name: billable.name,
    billingCadence: 'monthly',
    billingMode: billable.billableType === 'metric' ? 'arrears' : 'advance',
    blockOverage: false,
    entityType: billable.billableType === 'metric' ? 'metric' : 'entitlement',
    status: 'active',
    usesCustomPricingUnit: false,
    billable,
    limit: null,
    maxUsage: null,
    ...more,
    ...z.encode(PriceTerms, terms),
  })

  const base = (id: string, amount: string, cadence: BillingCadence, status: DemoPrice['status'] = 'active') =>
    price(id, platform, fixed(amount, cadence), { name: 'Platform fee', billingCadence: cadence, status })

  const plan = (
    id: string,
    name: string,
    description: string,
    prices: DemoPrice[],
    more: Partial<DemoPlan> = {},
  ): DemoPlan => ({
    ...dates,
    id: `plan_${id}`,
    externalId: id.replaceAll('_', '-'),
    crossEnvironmentId: `xenv_${id}`,
    name,
    description,
    currency: 'USD',
    netTerms: 'net30',
    isPrivate: false,
    purchasable: true,
    requestPricingText: null,
    requestPricingUrl: null,
    status: 'available',
    prices: prices.map((each) => ({ price: each })),
    ...basePrices(null, null, null),
    ...more,
  })

  return { price, base, plan }
}
