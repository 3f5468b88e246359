import { z } from 'zod'
import { Decimal, Id, Timestamp } from './scalars'

/** One condition of an event query: the event's `key` compared by `rule` with `value` (section 2.4). */
const EventCondition = z.object({ key: z.string(), rule: z.string(), value: z.string() })

export const EventQueryRules = z.object({
  conditions: z
    .array(z.array(EventCondition))
    .meta({ description: 'Groups of conditions, stored and returned as they are' }),
  calculation: z.string().meta({ description: 'Any text, such as `sum`' }),
  overProperty: z.string().nullable(),
})

export const BillableStatus = z.enum(['available', 'draft', 'archived'])

/** What a price charges for: a metered item or an entitlement (section 2.4). */
export const Billable = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  slug: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  status: BillableStatus,
  billableType: z.string().meta({ description: 'Any text, such as `metric` or `entitlement`' }),
  externalFlagId: z.string().nullable(),
  includedLabel: z.string().nullable(),
  singleUnitLabel: z.string().nullable(),
  multipleUnitLabel: z.string().nullable(),
  isPrivate: z.boolean(),
  showOnInvoice: z.boolean(),
  hidden: z.boolean(),
  displayOrder: Decimal.nullable(),
  eventQueryRules: EventQueryRules.nullable(),
})

export type EventQueryRules = z.infer<typeof EventQueryRules>
export type Billable = z.infer<typeof Billable>
