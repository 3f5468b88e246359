import { z } from 'zod'
import { Decimal, Id, openText, Timestamp } from './scalars'

/** A condition of an event query: compares the event's `key` with `value` by `rule` (section 2.4). */
export const EventCondition = z.looseObject({
  key: z.string().nullish(),
  rule: z.string().nullish(),
  value: z.string().nullish(),
})

const EventQueryRules = z.looseObject({
  conditions: z
    .array(z.array(EventCondition))
    .meta({ description: 'Groups of conditions, stored and returned as they are' })
    .nullish(),
  calculation: openText(['sum']).nullish(),
  overProperty: z.string().nullish(),
})

export const BILLABLE_STATUSES = ['available', 'draft', 'archived'] as const

/** A metered item or an entitlement that a price charges for (section 2.4). Only `id` is required. */
export const Billable = z.looseObject({
  id: Id,
  name: z.string().nullish(),
  description: z.string().nullish(),
  slug: z.string().nullish(),
  createdAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
  status: openText(BILLABLE_STATUSES).nullish(),
  billableType: openText(['metric', 'entitlement']).nullish(),
  externalFlagId: z.string().nullish(),
  includedLabel: z.string().nullish(),
  singleUnitLabel: z.string().nullish(),
  multipleUnitLabel: z.string().nullish(),
  isPrivate: z.boolean().nullish(),
  showOnInvoice: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
  displayOrder: Decimal.nullish(),
  eventQueryRules: EventQueryRules.nullish(),
})

export type Billable = z.infer<typeof Billable>
