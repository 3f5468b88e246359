/** As many UTF-16 units as an id may have (gaps.md, Ids). */
export const MOST_ID_CHARS = 256

/**
 * Why nobody can ask for an id, or null: it travels as one percent-encoded segment of a path, which cannot be `.` or
 * `..`, nor hold half of a surrogate pair; and control characters are what nobody can type or see (gaps.md, Ids). The
 * service refuses such an id of a resource on import, the console before it asks.
 */
export function whyNotAskable(id: string): string | null {
  if (id === '') return 'must not be empty'
  if (id.length > MOST_ID_CHARS) return `must have at most ${MOST_ID_CHARS} characters`
  if (id === '.' || id === '..') return `must not be "${id}", which is no segment of a path`
  if (/\p{Cc}/u.test(id)) return 'must not hold control characters'
  return /\p{Cs}/u.test(id) ? 'must not hold half of a surrogate pair' : null
}
