/** A list or text that was cut, with its place in the data. */
export interface LeftOut {
  /** `data.lineItems`. */
  at: string
  shown: number
  of: number
}

/** The most characters of a result. An assistant reads all of it. */
const MAX_CHARS = 60_000
/** The most characters of each text, the next when one element of each list is still too long. */
const TEXT_LIMITS = [2_000, 200, 20] as const

/** A value with lists and texts cut, and what was cut. */
interface Cut {
  shown: unknown
  leftOut: LeftOut[]
}

/**
 * Returns the value with lists and long texts cut, so that its JSON has at most 60,000 characters: every list keeps as many elements as
 * fit, at least one.
 */
export function bounded(value: unknown): Cut {
  const maxChars = TEXT_LIMITS.find((chars) => fits(cutTo(value, 1, chars)))
  if (maxChars !== undefined) return longestCut(value, maxChars)
  return { ...cutTo(value, 1, Infinity), shown: 'Too long for a tool. Open the link.' }
}

/** Returns the cut with the most elements that fits. It tries few first, because a list may have thousands. */
function longestCut(value: unknown, maxChars: number): Cut {
  let most = 1
  let longest = cutTo(value, most, maxChars)
  for (let step = 1, isGrowing = true; step >= 1 && longest.leftOut.some(({ of }) => of > most);) {
    const longer = cutTo(value, most + step, maxChars)
    if (fits(longer)) [longest, most] = [longer, most + step]
    else isGrowing = false
    step = isGrowing ? step * 2 : Math.floor(step / 2)
  }
  return longest
}

const fits = ({ shown }: Cut) => JSON.stringify(shown).length <= MAX_CHARS

function cutTo(value: unknown, most: number, maxChars: number): Cut {
  const leftOut: LeftOut[] = []
  return { shown: cut(value, 'data', { most, maxChars, leftOut }), leftOut }
}

function cut(value: unknown, at: string, limits: { most: number; maxChars: number; leftOut: LeftOut[] }): unknown {
  const { most, maxChars, leftOut } = limits
  if (typeof value === 'string' && value.length > maxChars) {
    leftOut.push({ at, shown: maxChars, of: value.length })
    // A cut surrogate pair would not be text any more.
    return value.slice(0, maxChars).replaceAll(/\p{Cs}/gu, '\uFFFD')
  }
  if (Array.isArray(value)) {
    if (value.length > most) leftOut.push({ at, shown: most, of: value.length })
    return value.slice(0, most).map((each, index) => cut(each, `${at}[${index}]`, limits))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part, `${at}.${name}`, limits)]))
}
