import { z } from 'zod'
import { Billable } from './billable'
import { BillingCadence, Decimal, Id, openText, Timestamp } from './scalars'

const bounds = { minimum: Decimal.optional(), maximum: Decimal.optional() }

/** `price` for every `quantity` units; `quantity` is 1 when absent. */
const UnitRules = z.strictObject({ quantity: Decimal.optional(), price: Decimal, ...bounds })
/** Each unit from `start` up to and including `end` costs `price`; a null `end` is open. */
const PriceTier = z.strictObject({ start: Decimal, end: Decimal.nullable(), price: Decimal })
const TierRules = z.strictObject({ tiers: z.array(PriceTier).min(1), ...bounds })
/** `price` for `quantity` pieces in each `cadence`. */
const FixedRules = z.strictObject({ price: Decimal, quantity: Decimal, cadence: z.string() })

/** The known price types with the shapes of their rules (gaps.md, Price types). */
export const PriceTerms = z.discriminatedUnion('priceType', [
  z.object({ priceType: z.literal('unit'), rules: UnitRules }),
  z.object({ priceType: z.literal('tier'), rules: TierRules }),
  z.object({ priceType: z.literal('fixed'), rules: FixedRules }),
  z.object({ priceType: z.literal('none'), rules: z.strictObject({}) }),
])

/** Rules as they were sent: JSON of any shape, with numbers as `JsonNumber`. */
export const PriceRules = z.unknown().meta({
  description: [
    'Of any shape, stored and returned as they are. Understood:',
    'of a `unit` price, `price` for every `quantity` units, one where it is absent;',
    'of a `tier` price, `tiers`: from `start` units up to and including `end` (open where null), each unit costs `price`;',
    '`minimum` and `maximum` of both;',
    'of a `fixed` price, `price` for `quantity` pieces, each `cadence`;',
    'of `none`, nothing.',
  ].join(' '),
})

export const PRICE_STATUSES = ['active', 'archived'] as const
export const BILLING_MODES = ['advance', 'arrears'] as const
export const ENTITY_TYPES = ['entitlement', 'metric'] as const

/** A price of a plan (section 2.3). Only `id` is required. The document has no `updatedAt`, but other APIs do. */
export const Price = z.looseObject({
  id: Id,
  merchantId: Id.nullish(),
  billableId: Id.nullish(),
  customPricingUnitId: Id.nullish(),
  name: z.string().nullish(),
  createdAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
  billingCadence: openText(BillingCadence.options).nullish(),
  billingMode: openText(BILLING_MODES).nullish(),
  blockOverage: z.boolean().nullish(),
  entityType: openText(ENTITY_TYPES).nullish(),
  priceType: openText(['unit', 'tier', 'fixed', 'none']).nullish(),
  rules: PriceRules.optional(),
  status: openText(PRICE_STATUSES).nullish(),
  usesCustomPricingUnit: z.boolean().nullish(),
  billable: Billable.nullish(),
  limit: Decimal.nullish(),
  maxUsage: Decimal.nullish(),
})

export type PriceTerms = z.infer<typeof PriceTerms>
export type Price = z.infer<typeof Price>
