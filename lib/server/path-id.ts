import 'server-only'
import { PathId } from '@/contract/console/operations'
import { problemError } from './problem'

/**
 * An id that may be sent to the billing API as one path segment (gaps.md, Ids).
 * @throws ProblemError `invalid_id`, before anything is asked
 */
export function pathId(id: unknown): string {
  if (isPathId(id)) return id
  throw problemError(
    'invalid_id',
    'An id has 1 to 256 characters, is not "." or "..", and holds no control characters. Check what was pasted.',
  )
}

/** Whether `pathId` would take it. */
export function isPathId(id: unknown): id is string {
  return PathId.safeParse(id).success
}

/**
 * The id in a *page's* route parameter, which Next hands over still percent-encoded. Route handlers and
 * `generateMetadata` get theirs decoded (16.4.5): those take `pathId`, for decoding twice would turn `%25` into `%`.
 * @throws ProblemError `invalid_id`
 */
export function decodePathId(param: string): string {
  try {
    return pathId(decodeURIComponent(param))
  } catch (error) {
    if (error instanceof URIError) throw problemError('invalid_id', 'The address holds a malformed % sequence.')
    throw error
  }
}
