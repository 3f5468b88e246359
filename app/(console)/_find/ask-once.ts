import type { FindResult } from '@/contract/console/find'
import { couldNotAsk } from './find-outcome'

/** Long enough to use what a paste has asked for already, too short for a cancel to be sent meanwhile. */
const FRESH_MS = 2_000

/**
 * Asks what an id is, once however often it is asked for within moments; what could not be asked is asked again at once.
 * @returns a function that never rejects
 */
export function askOnce(ask: (id: string) => Promise<FindResult>): (id: string) => Promise<FindResult> {
  const asked = new Map<string, Promise<FindResult>>()
  return (id) => {
    const before = asked.get(id)
    if (before) return before
    const asking = ask(id)
      .catch(couldNotAsk)
      .then((result) => {
        if (result.unanswered.length > 0) asked.delete(id)
        else setTimeout(() => asked.delete(id), FRESH_MS)
        return result
      })
    asked.set(id, asking)
    return asking
  }
}
