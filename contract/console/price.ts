import { z } from 'zod'
import { Amount, Flag, Instant, Text } from './reading'

const TierView = z.object({ start: Amount, end: Amount, price: Amount })

/** Price rules as far as they could be understood; `other` holds rules of a shape we do not know, as JSON text. */
export const RulesView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unit'), quantity: Amount, price: Amount, minimum: Amount, maximum: Amount }),
  z.object({ kind: z.literal('tier'), tiers: z.array(TierView), minimum: Amount, maximum: Amount }),
  z.object({ kind: z.literal('fixed'), price: Amount, quantity: Amount, cadence: Text }),
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
      conditions: z.array(z.array(z.object({ key: Text, rule: Text, value: Text }))),
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
  billable: BillableView.nullable(),
  limit: Amount,
  maxUsage: Amount,
})

export type RulesView = z.infer<typeof RulesView>
export type BillableView = z.infer<typeof BillableView>
export type PriceView = z.infer<typeof PriceView>
