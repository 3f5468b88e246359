import { z } from 'zod'
import { Price, PRICE_STATUSES } from './price'
import { Id, NetTerms, openText, Timestamp } from './scalars'

export const PLAN_STATUSES = ['available', 'draft', 'archived', 'deleted'] as const

/** A plan with its prices and their billables (section 2.2). Only `id` is required. */
export const Plan = z.looseObject({
  id: Id,
  merchantId: Id.nullish(),
  externalId: z.string().nullish(),
  crossEnvironmentId: z.string().nullish(),
  createdAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  currency: openText(['USD']).nullish(),
  netTerms: openText(NetTerms.options).nullish(),
  isPrivate: z.boolean().nullish(),
  purchasable: z.boolean().nullish(),
  requestPricingText: z.string().nullish(),
  requestPricingUrl: z.string().nullish(),
  status: openText(PLAN_STATUSES).nullish(),
  prices: z.array(z.looseObject({ price: Price.nullish() })).nullish(),
  basePlanPriceId: Id.nullish(),
  basePlanPriceQuarterlyId: Id.nullish(),
  basePlanPriceAnnuallyId: Id.nullish(),
  basePlanPriceMonthlyStatus: openText(PRICE_STATUSES).nullish(),
  basePlanPriceQuarterlyStatus: openText(PRICE_STATUSES).nullish(),
  basePlanPriceAnnuallyStatus: openText(PRICE_STATUSES).nullish(),
  basePlanPrice: Price.nullish(),
  basePlanPriceQuarterly: Price.nullish(),
  basePlanPriceAnnually: Price.nullish(),
})

export type Plan = z.infer<typeof Plan>
