import type { FindResult } from '@/contract/console/find'
import { failedLookup } from './find-outcome'

/** Long enough to reuse the lookup that a paste started, too short for a cancel in between. */
const FRESH_MS = 2_000

/**
 * Wraps a lookup so that repeated calls for the same ID within this time share one result. Failed lookups are not
 * shared.
 * @returns a function that never rejects
 */
export function shareLookups(lookUp: (id: string) => Promise<FindResult>): (id: string) => Promise<FindResult> {
  const shared = new Map<string, Promise<FindResult>>()
  return (id) => {
    const earlier = shared.get(id)
    if (earlier) return earlier
    const lookup = lookUp(id)
      .catch(failedLookup)
      .then((result) => {
        if (result.unanswered.length > 0) shared.delete(id)
        else setTimeout(() => shared.delete(id), FRESH_MS)
        return result
      })
    shared.set(id, lookup)
    return lookup
  }
}
