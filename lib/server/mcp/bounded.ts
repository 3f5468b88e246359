/** A list or text that was cut, with its place in the data. */
export interface LeftOut {
  /** `data.lineItems`. */
  at: string
  shown: number
  of: number
}

/** The most characters of a result. An assistant reads all of it. */
const MAX_CHARS = 60_000
const MAX_TEXT_CHARS = 2_000
/** The most elements of each list, the next when the result is still too long. */
const LIST_LIMITS = [100, 30, 10, 3, 1] as const

/**
 * Returns the value with long lists and texts cut, so that its JSON has at most 60,000 characters.
 * @param leftOut receives what was cut
 */
export function bounded(value: unknown, leftOut: LeftOut[]): unknown {
  for (const most of LIST_LIMITS) {
    const cuts: LeftOut[] = []
    const shown = cut(value, 'data', most, cuts)
    if (JSON.stringify(shown).length > MAX_CHARS && most > 1) continue
    leftOut.push(...cuts)
    if (JSON.stringify(shown).length <= MAX_CHARS) return shown
    break
  }
  return 'Too long for a tool. Open the link.'
}

function cut(value: unknown, at: string, most: number, cuts: LeftOut[]): unknown {
  if (typeof value === 'string' && value.length > MAX_TEXT_CHARS) {
    cuts.push({ at, shown: MAX_TEXT_CHARS, of: value.length })
    // A cut surrogate pair would not be text any more.
    return value.slice(0, MAX_TEXT_CHARS).replaceAll(/\p{Cs}/gu, '\uFFFD')
  }
  if (Array.isArray(value)) {
    if (value.length > most) cuts.push({ at, shown: most, of: value.length })
    return value.slice(0, most).map((each, index) => cut(each, `${at}[${index}]`, most, cuts))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part, `${at}.${name}`, most, cuts)]))
}
