/** Longest id in UTF-16 units (gaps.md, Ids). */
export const MAX_ID_CHARS = 256

/**
 * Returns why an id cannot be requested, or null (gaps.md, Ids). An id is one percent-encoded path segment, which cannot
 * be `.` or `..` or hold half a surrogate pair; control characters cannot be typed or seen. The service refuses such ids
 * on import, the console before it sends a request.
 */
export function idProblem(id: string): string | null {
  if (id === '') return 'must not be empty'
  if (id.length > MAX_ID_CHARS) return `must have at most ${MAX_ID_CHARS} characters`
  if (id === '.' || id === '..') return `must not be "${id}", which cannot be part of a path`
  if (/\p{Cc}/u.test(id)) return 'must not contain control characters'
  return /\p{Cs}/u.test(id) ? 'must not contain half of a surrogate pair' : null
}
