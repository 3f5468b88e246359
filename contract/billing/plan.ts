import { z } from 'zod'
import { Price, PriceStatus } from './price'
import { Id, NetTerms, Timestamp } from './scalars'

export const PlanStatus = z.enum(['available', 'draft', 'archived', 'deleted'])

/** A plan with its prices and their billables (section 2.2). */
export const Plan = z.object({
  id: Id,
  merchantId: Id,
  externalId: z.string().nullable(),
  crossEnvironmentId: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  name: z.string(),
  description: z.string().nullable(),
  currency: z.string(),
  netTerms: NetTerms.nullable(),
  isPrivate: z.boolean(),
  purchasable: z.boolean(),
  requestPricingText: z.string().nullable(),
  requestPricingUrl: z.string().nullable(),
  status: PlanStatus,
  prices: z.array(z.object({ price: Price })),
  basePlanPriceId: Id.nullable(),
  basePlanPriceQuarterlyId: Id.nullable(),
  basePlanPriceAnnuallyId: Id.nullable(),
  basePlanPriceMonthlyStatus: PriceStatus.nullable(),
  basePlanPriceQuarterlyStatus: PriceStatus.nullable(),
  basePlanPriceAnnuallyStatus: PriceStatus.nullable(),
  basePlanPrice: Price.nullable(),
  basePlanPriceQuarterly: Price.nullable(),
  basePlanPriceAnnually: Price.nullable(),
})

export type Plan = z.infer<typeof Plan>
