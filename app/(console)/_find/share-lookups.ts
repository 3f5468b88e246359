import type { FindResult } from '@/contract/console/find'
import { failedLookup } from './find-outcome'

/** Long enough to reuse the lookup that a paste started, too short for a cancel in between. */
const FRESH_MS = 2_000

/**
 * Wraps a lookup so that repeated calls for the same ID within this time share one result. Failed lookups are not
 * shared.
 * @returns a function that never rejects
 */
export function shareLookups(ask: (id: string) => Promise<FindResult>): (id: string) => Promise<FindResult> {
  const asked = new Map<string, Promise<FindResult>>()
  return (id) => {
    const before = asked.get(id)
    if (before) return before
    const asking = ask(id)
      .catch(failedLookup)
      .then((result) => {
        if (result.unanswered.length > 0) asked.delete(id)
        else setTimeout(() => asked.delete(id), FRESH_MS)
        return result
      })
    asked.set(id, asking)
    return asking
  }
}
