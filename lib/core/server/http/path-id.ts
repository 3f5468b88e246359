import 'server-only'
import { problemError } from '../problem'

/**
 * Returns the id in a *page's* route parameter, which Next passes percent-encoded. Route handlers and
 * `generateMetadata` get it decoded (Next 16.4.5): decoding twice would turn `%25` into `%`.
 * @throws ProblemError `invalid_id`
 */
export function decodePathId(param: string): string {
  try {
    return decodeURIComponent(param)
  } catch {
    throw problemError('invalid_id', 'The address contains an invalid % sequence. Check it.')
  }
}
