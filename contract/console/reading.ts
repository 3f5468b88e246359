import { z } from 'zod'

/** What a tolerant reader noticed: the billing API sent something other than its interface document says. */
export const DriftItem = z.object({
  /** Where, as in the answer: `plan.prices[3].price.status`. */
  path: z.string(),
  kind: z.enum(['missing', 'unreadable', 'unknownValue', 'unknownField', 'repeated']),
  /** What was sent, shortened to 200 characters; null where nothing was. */
  received: z.string().nullable(),
})

/** At most `DRIFT_SHOWN` drift travel; `total` counts all of them. */
export const DRIFT_SHOWN = 200
export const Drift = z.object({ items: z.array(DriftItem).max(DRIFT_SHOWN), total: z.int() })

/** Stands in the place of a value that was sent and could not be read: what was sent, shortened to 80 characters. */
export const Unreadable = z.object({ unreadable: z.string() })

/** A field as it was read: null where it was absent or null. */
const field = <T extends z.ZodType>(value: T) => z.union([value, Unreadable]).nullable()

/** Text as it was sent. */
export const Text = field(z.string())
/** A UTC instant, normalised to `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const Instant = field(z.string())
/**
 * An exact number in major units: a plain decimal, digits as sent, of any length; one with an exponent that is too far
 * to be written out as it was sent, `1e400`. What is to be computed with passes `lib/domain/decimal.ts` first.
 */
export const Amount = field(z.string())
export const Flag = field(z.boolean())
/** A list; unreadable where something else was sent in its place, empty where nothing was. */
export const list = <T extends z.ZodType>(item: T) => z.union([z.array(item), Unreadable])

export type DriftItem = z.infer<typeof DriftItem>
export type Unreadable = z.infer<typeof Unreadable>
export type Drift = z.infer<typeof Drift>
