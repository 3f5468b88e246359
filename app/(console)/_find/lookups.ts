import type { FindResult } from '@/contract/console/find'
import { formatCount } from '@/lib/format/amount'
import { type Cause, causesOf, isFound, isUnanswered } from './find-outcome'
import { type Destination, keyOf } from './destination'

const AT_ONCE = 3

/** One candidate ID of a text. */
export interface Lookup {
  id: string
  /** Undefined while it is asked for. */
  result?: FindResult
  /** What this browser has opened that it names. */
  seen: Destination[]
  /** An address calls it a customer's: then an empty ledger is what it leads to. */
  isCustomer: boolean
}

/** The candidate IDs of a text, and how many more there are than the console searches for. */
export interface Lookups {
  rows: Lookup[]
  more: number
}

/**
 * Asks for ids, three at a time, in their order. Where none of the first three could be asked, nor is any other: they
 * share the result.
 * @param ask never rejects
 * @param signal stops it between two ids
 */
export async function askInTurn(
  ids: readonly string[],
  ask: (id: string) => Promise<FindResult>,
  onResult: (id: string, result: FindResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const results: FindResult[] = []
  const queue = ids.values()
  const askNext = async () => {
    for (const id of queue) {
      if (signal.aborted) return
      const isDown = results.length >= AT_ONCE && results.every(isUnanswered)
      const result = isDown && results[0] ? results[0] : await ask(id)
      if (signal.aborted) return
      results.push(result)
      onResult(id, result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
}

/** How a lookup ended: what could not be asked is not "none", an empty ledger is but for an address of a customer. */
export type LookupState = 'asking' | 'found' | 'seen' | 'none' | 'notAsked'

export function stateOf({ result, seen, isCustomer }: Lookup): LookupState {
  if (!result) return 'asking'
  if (isFound(result) || (isCustomer && seen.length === 0 && result.hits.length > 0)) return 'found'
  if (result.unanswered.length > 0) return 'notAsked'
  return seen.length > 0 ? 'seen' : 'none'
}

/** The one place that all of it leads to, where every possible id could be asked for. */
export function onlyPlace({ rows, more }: Lookups): Destination | null {
  if (more > 0 || rows.some(({ result }) => !result || result.unanswered.length > 0)) return null
  const places = rows.flatMap((row) => (stateOf(row) === 'found' ? (row.result?.hits ?? []) : row.seen))
  const [only] = places
  return only && places.every((place) => keyOf(place) === keyOf(only)) ? only : null
}

/** Why some could not be asked, each reason once. */
export const causesOfAll = ({ rows }: Lookups): Cause[] =>
  causesOf(rows.flatMap(({ result }) => result?.unanswered ?? []))

/** Returns "Searching for 4 IDs …", then "1 found · 3 not found", and how many were left out. */
export function lookupsInWords({ rows, more }: Lookups): string {
  const counts: Record<LookupState, number> = { asking: 0, found: 0, seen: 0, none: 0, notAsked: 0 }
  for (const row of rows) counts[stateOf(row)] += 1
  const first = more > 0 ? `the first ${rows.length} of ` : ''
  if (counts.asking > 0) return `Searching for ${first}${formatCount(rows.length + more, 'ID')} …`
  const ended = [
    counts.found > 0 && `${counts.found} found`,
    counts.seen > 0 && `${counts.seen} opened in this browser`,
    counts.none > 0 && `${counts.none} not found`,
    counts.notAsked > 0 && `${counts.notAsked} could not be searched`,
    more > 0 && `${more} more not searched`,
  ]
  return ended.filter(Boolean).join(' · ')
}
