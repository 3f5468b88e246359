import 'server-only'

/** A shorter key would cut words out of what the API really says. */
const MIN_KEY_CHARACTERS = 8

/**
 * A billing API's answer with `[key]` wherever it says our key back, also with JSON escapes in it (`\/`, `\u006b`):
 * read, those would be the key again.
 */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < MIN_KEY_CHARACTERS) return text
  const cut = text.replaceAll(key, '[key]')
  return cut.includes('\\') ? cut.replaceAll(escapedForms(key), '[key]') : cut
}

let latest: { key: string; forms: RegExp } | undefined

function escapedForms(key: string): RegExp {
  if (latest?.key !== key) latest = { key, forms: new RegExp(key.replaceAll(/./g, formsOf), 'g') }
  return latest.forms
}

/** A printable ASCII character as JSON may write it: itself, behind a backslash, or by its number. */
function formsOf(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  const digits = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  return `(?:\\\\?\\x${code}|\\\\u00${digits})`
}
