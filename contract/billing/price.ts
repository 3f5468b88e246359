import { z } from 'zod'
import { Billable } from './billable'
import { BillingCadence, Decimal, Id, Timestamp } from './scalars'

const bounds = { minimum: Decimal.optional(), maximum: Decimal.optional() }

const UnitRules = z
  .strictObject({ quantity: Decimal.optional(), price: Decimal, ...bounds })
  .meta({ description: '`price` for every `quantity` units, one where it is absent' })

const PriceTier = z.strictObject({ start: Decimal, end: Decimal.nullable(), price: Decimal })
const TierRules = z
  .strictObject({ tiers: z.array(PriceTier).min(1), ...bounds })
  .meta({ description: 'From `start` units up to and including `end` (open where null), each unit costs `price`' })
const FixedRules = z
  .strictObject({ price: Decimal, quantity: Decimal, cadence: z.string() })
  .meta({ description: '`price` for `quantity` pieces, each `cadence`' })
const NoRules = z.strictObject({}).meta({ description: 'Costs nothing' })

/** Rules without their price type beside them, as a line item carries them (section 2.5). */
export const PriceRules = z.union([TierRules, FixedRules, UnitRules, NoRules])

export const PriceStatus = z.enum(['active', 'archived'])
export const BillingMode = z.enum(['advance', 'arrears'])
export const EntityType = z.enum(['entitlement', 'metric'])

const priceFields = {
  id: Id,
  merchantId: Id,
  billableId: Id.nullable(),
  customPricingUnitId: Id.nullable(),
  name: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  billingCadence: BillingCadence,
  billingMode: BillingMode,
  blockOverage: z.boolean(),
  entityType: EntityType,
  status: PriceStatus,
  usesCustomPricingUnit: z.boolean(),
  billable: Billable.nullable(),
  limit: Decimal.nullable(),
  maxUsage: Decimal.nullable(),
}

/** A price of a plan (section 2.3). The type decides the shape of `rules`. */
export const Price = z.discriminatedUnion('priceType', [
  z.object({ ...priceFields, priceType: z.literal('unit'), rules: UnitRules }),
  z.object({ ...priceFields, priceType: z.literal('tier'), rules: TierRules }),
  z.object({ ...priceFields, priceType: z.literal('fixed'), rules: FixedRules }),
  z.object({ ...priceFields, priceType: z.literal('none'), rules: NoRules }),
])

export type PriceRules = z.infer<typeof PriceRules>
export type Price = z.infer<typeof Price>
