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
type BasePrices = ReturnType<typeof basePricesOf>
export type DemoPlan = Omit<Whole<Plan, 'name'>, 'prices' | keyof BasePrices> &
  BasePrices & { prices: { price: DemoPrice }[] }

type RulesOf<Type extends PriceTerms['priceType']> = Extract<PriceTerms, { priceType: Type }>['rules']

/** Returns the terms of a price for each unit, or for every `quantity` units. */
export const unit = (price: string, more: Omit<RulesOf<'unit'>, 'price'> = {}): PriceTerms => ({
  priceType: 'unit',
  rules: { price, ...more },
})

/** The end of a tier and the price in it. The last one has no end. */
export const upTo = (end: string, price: string) => ({ end, price })
export const above = (price: string) => ({ end: null, price })

/** Returns the terms of a price by tiers: each begins where the one before ends. */
export const tiers = (
  given: { end: string | null; price: string }[],
  bounds: Omit<RulesOf<'tier'>, 'tiers'> = {},
): PriceTerms => ({
  priceType: 'tier',
  rules: {
    tiers: given.map((tier, index) => ({ start: given[index - 1]?.end ?? '0', ...tier })),
    ...bounds,
  },
})

/** Returns the terms of a price that is charged once per cadence. */
export const fixed = (price: string, cadence: string): PriceTerms => ({
  priceType: 'fixed',
  rules: { price, quantity: '1', cadence },
})

export const NO_CHARGE: PriceTerms = { priceType: 'none', rules: {} }

const basePricesOf = (monthly: DemoPrice | null, quarterly: DemoPrice | null, annually: DemoPrice | null) => ({
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
  const price = (id: string, billable: DemoBillable, terms: PriceTerms, more: Partial<DemoPrice> = {}): DemoPrice => ({
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

  /** Returns the base prices of a plan; only the `archived` one is not active. */
  const basePrices = (
    plan: string,
    amounts: { monthly?: string; quarterly?: string; annually?: string },
    archived?: BillingCadence,
  ) => {
    const base = (cadence: keyof typeof amounts) => {
      const amount = amounts[cadence]
      const status = cadence === archived ? 'archived' : 'active'
      const more = { name: 'Platform fee', billingCadence: cadence, status }
      return amount === undefined ? null : price(`${plan}_${cadence}`, platform, fixed(amount, cadence), more)
    }
    return basePricesOf(base('monthly'), base('quarterly'), base('annually'))
  }

  const plan = (id: string, name: string, prices: DemoPrice[], more: Partial<DemoPlan>): DemoPlan => ({
    ...dates,
    id: `plan_${id}`,
    externalId: id.replaceAll('_', '-'),
    crossEnvironmentId: `xenv_${id}`,
    name,
    description: null,
    currency: 'USD',
    netTerms: 'net30',
    isPrivate: false,
    purchasable: true,
    requestPricingText: null,
    requestPricingUrl: null,
    status: 'available',
    prices: prices.map((each) => ({ price: each })),
    ...basePricesOf(null, null, null),
    ...more,
  })

  return { price, basePrices, plan }
}
