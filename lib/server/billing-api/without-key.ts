/** A shorter key would cut words out of what the API really says. */
const MIN_KEY_CHARACTERS = 8
/** How often a percent sign may be encoded again, as in an address inside an address. */
const MOST_ENCODED = 8

/**
 * A billing API's answer with `[key]` wherever it says our key back: as it is, with JSON escapes in it (`\/`, `\u006b`)
 * or percent-encoded, and in base64 or base64url, by itself or in a longer text such as `x-api-key: …` or `name:key`.
 * Read, those would be the key again. Takes time in proportion to the text.
 */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < MIN_KEY_CHARACTERS) return text
  const { literals, escaped } = formsOf(key)
  let cut = text
  for (const literal of literals) cut = cut.replaceAll(literal, '[key]')
  return /[\\%]/.test(cut) ? cut.replaceAll(escaped, '[key]') : cut
}

interface KeyForms {
  /** The key, and what base64 makes of it. */
  literals: readonly string[]
  /** Any of them with escapes in it. */
  escaped: RegExp
}

let latest: { key: string; forms: KeyForms } | undefined

function formsOf(key: string): KeyForms {
  if (latest?.key !== key) {
    const literals = [key, ...new Set(encodings(key))]
    const pattern = literals.map(escapedForm).filter(Boolean).join('|')
    latest = { key, forms: { literals, escaped: new RegExp(pattern, 'g') } }
  }
  return latest.forms
}

/**
 * The key in base64, at each of the three places where its first byte can lie in a group of three: the characters that
 * hold bits of the key alone, whatever stands before and behind it.
 */
function encodings(key: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)])
    const [first, last] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)]
    return (['base64', 'base64url'] as const).map((alphabet) => bytes.toString(alphabet).slice(first, last))
  })
}

/**
 * A pattern of printable ASCII as JSON or an address may write it, character by character: itself, by its number, or
 * behind backslashes. Those of the key count as such. No text fits in two ways, and a run of backslashes is gone through
 * from its beginning only: the time stays in proportion to the text.
 */
function escapedForm(literal: string): string {
  return Array.from(literal.matchAll(/(\\*)([^\\])/g), ([, ownBackslashes, character = ''], index) => {
    const code = character.charCodeAt(0).toString(16)
    const digits = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    const backslashes = index === 0 ? String.raw`(?<!\\)\\+` : String.raw`\\+`
    const encoded = String.raw`(?:%|${backslashes}u0025)(?:25){0,${MOST_ENCODED}}`
    const own = ownBackslashes && index > 0 ? String.raw`(?:\\+u005[cC]|${encoded}5[cC])*` : ''
    const plain = own || /\W/.test(character) ? `(?:${backslashes})?` : ''
    return String.raw`${own}(?:${plain}\x${code}|${backslashes}u00${digits}|${encoded}${digits})`
  }).join('')
}
