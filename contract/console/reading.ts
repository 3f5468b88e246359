import { z } from 'zod'

/** What a tolerant reader noticed: the billing API sent something other than its interface document says. */
export const Finding = z.object({
  /** Where, as in the answer: `plan.prices[3].price.status`. */
  path: z.string(),
  kind: z.enum(['missing', 'unreadable', 'unknownValue', 'unknownField', 'repeated']),
  /** What was sent, shortened to 200 characters; null where nothing was. */
  received: z.string().nullable(),
})

/** At most `FINDINGS_SHOWN` findings travel; `total` counts all of them. */
export const FINDINGS_SHOWN = 200
export const Findings = z.object({ items: z.array(Finding).max(FINDINGS_SHOWN), total: z.int() })

/** Text as it was sent; null where it was absent, null or not text. */
export const Text = z.string().nullable()
/** A UTC instant, normalised to `YYYY-MM-DDTHH:mm:ss.sssZ`; null where absent or not a date. */
export const Instant = z.string().nullable()
/** An exact decimal in major units, digits as sent; null where absent or not a number. */
export const Amount = z.string().nullable()
export const Flag = z.boolean().nullable()

export type Finding = z.infer<typeof Finding>
export type Findings = z.infer<typeof Findings>
