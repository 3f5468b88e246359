import type { FindResult } from '@/contract/console/find'
import { formatCount } from '@/lib/format/amount'
import { type Cause, causesOf, isFound, isUnanswered } from './find-outcome'
import { type Destination, keyOf } from './destination'

const MAX_PARALLEL = 3

/** One candidate ID of a text. */
export interface Lookup {
  id: string
  /** Undefined while the lookup runs. */
  result?: FindResult
  /** What the team has seen under this name. */
  seen: Destination[]
  /** True when a customer URL contains the ID: an empty ledger then counts as a hit. */
  isCustomer: boolean
}

/** The candidate IDs of a text, and how many the console left out. */
export interface Lookups {
  rows: Lookup[]
  leftOut: number
}

/**
 * Looks up IDs in order, three at a time. When every lookup so far, at least three, went unanswered, the rest get the first
 * one's result without a request.
 * @param ask never rejects
 * @param signal stops the search between two IDs
 */
export async function lookUpAll(
  ids: readonly string[],
  ask: (id: string) => Promise<FindResult>,
  onResult: (id: string, result: FindResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const results: FindResult[] = []
  const queue = ids.values()
  const lookUpNext = async () => {
    for (const id of queue) {
      if (signal.aborted) return
      const isDown = results.length >= MAX_PARALLEL && results.every(isUnanswered)
      const result = isDown && results[0] ? results[0] : await ask(id)
      if (signal.aborted) return
      results.push(result)
      onResult(id, result)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, lookUpNext))
}

export type LookupState = 'asking' | 'found' | 'seen' | 'none' | 'failed'

/** Returns `none` when nothing was found: an empty ledger counts as nothing, unless a customer URL contains the ID. */
export function lookupState({ result, seen, isCustomer }: Lookup): LookupState {
  if (!result) return 'asking'
  if (isFound(result) || (isCustomer && seen.length === 0 && result.hits.length > 0)) return 'found'
  if (result.unanswered.length > 0) return 'failed'
  return seen.length > 0 ? 'seen' : 'none'
}

/** Returns the only destination of all lookups, when every candidate ID could be looked up. */
export function onlyDestination({ rows, leftOut }: Lookups): Destination | null {
  if (leftOut > 0 || rows.some(({ result }) => !result || result.unanswered.length > 0)) return null
  const places = rows.flatMap((row) => (lookupState(row) === 'found' ? (row.result?.hits ?? []) : row.seen))
  const [only] = places
  return only && places.every((place) => keyOf(place) === keyOf(only)) ? only : null
}

/** The lookups in the order of the table. */
interface ShownLookups {
  /** Found ones first, then those seen before, then failed ones. */
  shown: Lookup[]
  /** The ones without a match, which the table folds. */
  notFound: Lookup[]
}

/**
 * Sorts lookups for the table, so that a row that is shown never moves. While lookups run, returns the found ones before
 * the first that still runs; all others join below when every lookup has ended.
 */
export function shownLookups({ rows }: Lookups): ShownLookups {
  const withState = (state: LookupState, among = rows) => among.filter((row) => lookupState(row) === state)
  const firstRunning = rows.findIndex(({ result }) => !result)
  if (firstRunning >= 0) return { shown: withState('found', rows.slice(0, firstRunning)), notFound: [] }
  return {
    shown: [...withState('found'), ...withState('seen'), ...withState('failed')],
    notFound: withState('none'),
  }
}

/** Returns why lookups failed, each reason once. */
export const lookupCauses = ({ rows }: Lookups): Cause[] =>
  causesOf(rows.flatMap(({ result }) => result?.unanswered ?? []))

/** Returns "Searching for 4 IDs …", then "1 found · 3 not found", and how many were left out. */
export function lookupsLabel({ rows, leftOut }: Lookups): string {
  const counts: Record<LookupState, number> = { asking: 0, found: 0, seen: 0, none: 0, failed: 0 }
  for (const row of rows) counts[lookupState(row)] += 1
  const first = leftOut > 0 ? `the first ${rows.length} of ` : ''
  if (counts.asking > 0) return `Searching for ${first}${formatCount(rows.length + leftOut, 'ID')} …`
  const ended = [
    counts.found > 0 && `${counts.found} found`,
    counts.seen > 0 && `${counts.seen} seen by your team`,
    counts.none > 0 && `${counts.none} not found`,
    counts.failed > 0 && `${counts.failed} could not be searched`,
    leftOut > 0 && `${leftOut} more not searched`,
  ]
  return ended.filter(Boolean).join(' · ')
}
