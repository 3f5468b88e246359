import { z } from 'zod'
import { Amount, Flag, Instant, list, Text } from './reading'

/** A number of the rules, as `Amount`: one that cannot be read makes the rules `other`. */
const RuleNumber = z.string().nullable()
const TierView = z.object({ start: RuleNumber, end: RuleNumber, price: RuleNumber })

/** Price rules as far as they could be understood; `other` holds rules of a shape we do not know, as JSON text. */
export const RulesView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('unit'),
    quantity: RuleNumber,
    price: RuleNumber,
    minimum: RuleNumber,
    maximum: RuleNumber,
  }),
  z.object({ kind: z.literal('tier'), tiers: z.array(TierView), minimum: RuleNumber, maximum: RuleNumber }),
  z.object({ kind: z.literal('fixed'), price: RuleNumber, quantity: RuleNumber, cadence: z.string().nullable() }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('missing') }),
  z.object({ kind: z.literal('other'), json: z.string() }),
])

export const BillableView = z.object({
  id: Text,
  name: Text,
  description: Text,
  slug: Text,
  createdAt: Instant,
  updatedAt: Instant,
  status: Text,
  billableType: Text,
  externalFlagId: Text,
  includedLabel: Text,
  singleUnitLabel: Text,
  multipleUnitLabel: Text,
  isPrivate: Flag,
  showOnInvoice: Flag,
  hidden: Flag,
  displayOrder: Amount,
  eventQueryRules: z
    .object({
      /** Groups of conditions; how groups combine is not stated by the interface document. */
      conditions: list(list(z.object({ key: Text, rule: Text, value: Text }))),
      calculation: Text,
      overProperty: Text,
    })
    .nullable(),
})

export const PriceView = z.object({
  id: Text,
  merchantId: Text,
  billableId: Text,
  customPricingUnitId: Text,
  name: Text,
  createdAt: Instant,
  updatedAt: Instant,
  billingCadence: Text,
  billingMode: Text,
  blockOverage: Flag,
  entityType: Text,
  priceType: Text,
  rules: RulesView,
  status: Text,
  usesCustomPricingUnit: Flag,
  /** Whether its prices are counted in a custom pricing unit, and so are no money. */
  inCustomUnit: z.boolean(),
  billable: BillableView.nullable(),
  limit: Amount,
  maxUsage: Amount,
})

export type RulesView = z.infer<typeof RulesView>
export type BillableView = z.infer<typeof BillableView>
export type PriceView = z.infer<typeof PriceView>
