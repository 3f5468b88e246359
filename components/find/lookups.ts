import { MAX_NAMED } from '@/lib/objects/indexed-objects'
import type { FindResult } from '@/lib/find/find-result'
import type { IndexedObject } from '@/lib/objects/indexed-objects'
import type { TicketCandidate } from '@/components/ticket/ticket'
import { formatCount } from '@/lib/money/amount'
import { withPlainHyphens } from '@/lib/find/id-words'
import {
  type Cause,
  causesOf,
  INDEX_FAILED,
  isFound,
  isUnanswered,
  seenByTeam,
  sharedNumberLabel,
  SIMILAR,
} from './find-outcome'
import { type Destination, keyOf } from './destination'

const MAX_PARALLEL = 3

/** One candidate ID of a text. */
export interface Lookup extends TicketCandidate {
  /** Undefined while the lookup runs. */
  result?: FindResult | undefined
  /** What the team has seen under this name. */
  seen: Destination[]
}

/** Returns a candidate with its result. */
export const lookupOf = (candidate: TicketCandidate, result: FindResult | undefined, timeZone: string): Lookup => ({
  ...candidate,
  result,
  seen: result ? seenByTeam(result, timeZone) : [],
})

/**
 * Looks up IDs in order, three at a time. When every lookup so far, at least three, went unanswered, the rest get the first
 * one's result without a request.
 * @param ask never rejects
 * @param signal stops the search between two IDs
 */
export async function lookUpAll(
  ids: readonly string[],
  lookUpId: (id: string) => Promise<FindResult>,
  onResult: (id: string, result: FindResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const results: FindResult[] = []
  const queue = ids.values()
  const lookUpNext = async () => {
    for (const id of queue) {
      if (signal.aborted) return
      const isDown = results.length >= MAX_PARALLEL && results.every(isUnanswered)
      const result = isDown && results[0] ? results[0] : await lookUpId(id)
      if (signal.aborted) return
      results.push(result)
      onResult(id, result)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, lookUpNext))
}

/** Returns the lookups in the order of the text. */
export const inOrderOfText = (lookups: readonly Lookup[]): Lookup[] =>
  lookups.toSorted(({ at: one = 0 }, { at: other = 0 }) => one - other)

export type LookupState = 'asking' | 'found' | 'seen' | 'none' | 'failed'

/** Returns `none` when nothing was found: an empty ledger counts as nothing, unless the text calls the ID a customer's. */
export function lookupState({ result, seen, isCustomer = false }: Lookup): LookupState {
  if (!result) return 'asking'
  if (isFound(result) || (isCustomer && seen.length === 0 && result.hits.length > 0)) return 'found'
  if (result.unanswered.length > 0) return 'failed'
  return seen.length > 0 ? 'seen' : 'none'
}

/**
 * True when the text has the ID of the object, its plan or its number as they are, or the ID of a customer in the billing API, so that
 * it may open without a choice. IDs are opaque: another case, other separators or joined lines make another ID. Names ignore case.
 */
function isAsWritten({ id, object }: Destination, { id: typed, written = typed }: TicketCandidate): boolean {
  // Programs replace hyphens with dashes of the same look.
  if (withPlainHyphens(written) !== withPlainHyphens(typed)) return false
  if (id === typed || id === withPlainHyphens(typed.trim())) return true
  if (object?.kind === 'customer') return object.customerId === typed.trim()
  return isNumberOf(object, typed) || (!!object?.name && object.name.toLowerCase() === typed.trim().toLowerCase())
}

/** True for the number of an invoice: `INV-1042` is the number 1042 as the payment gateway writes it. */
function isNumberOf(object: IndexedObject | undefined, typed: string): boolean {
  const name = object?.kind === 'invoice' ? (object.name?.toLowerCase() ?? '') : ''
  const number = typed
    .trim()
    .toLowerCase()
    .replace(/^(?:invoice\s+)?#?/u, '')
  return name !== '' && (name === number || /(?<!\d)\d+$/u.exec(name)?.[0] === number)
}

/**
 * Returns the lookups without those that only repeat another one: the number of an invoice that another lookup has found by its ID, or
 * before, and the ID of another one in another case. IDs are case-sensitive: such a spelling stays when it was found as it is.
 */
export const withoutRepeats = (lookups: readonly Lookup[]): Lookup[] =>
  lookups.filter(
    (lookup, index) =>
      !lookups.some(
        (other, at) =>
          at !== index && (isNumberOfOther(lookup, other, at < index) || isOtherSpelling(lookup, other, at < index)),
      ),
  )

const isNumberOfOther = ({ id: number }: Lookup, other: Lookup, isAfter: boolean): boolean =>
  placesOf(other).some(({ id, object }) => isNumberOf(object, number) && (id === other.id || isAfter))

/** True when a lookup found nothing, or nothing else than another one of the same letters. Of two equal ones the first stays. */
function isOtherSpelling(lookup: Lookup, other: Lookup, isAfter: boolean): boolean {
  const known = objectsAsWritten([other])
  if (known.length === 0 || lookup.id.toLowerCase() !== other.id.toLowerCase()) return false
  const state = lookupState(lookup)
  if (state !== 'found' && state !== 'seen') return state === 'none'
  const hasOnlyKnown = placesOf(lookup).every((place) => known.some((each) => keyOf(each) === keyOf(place)))
  return hasOnlyKnown && (isAfter || objectsAsWritten([lookup]).length === 0)
}

/** Returns the only object that a candidate names as it is, when the search is complete; else null. */
export function certainHit(lookup: Lookup): Destination | null {
  const places = placesOf(lookup)
  const [only] = places
  const isFoundOrSeen = ['found', 'seen'].includes(lookupState(lookup))
  const isSure = isFoundOrSeen && lookup.result?.unanswered.length === 0
  return only && places.length === 1 && isSure && isAsWritten(only, lookup) ? only : null
}

/** Returns what was found for a candidate; an empty ledger only without anything better. */
function placesOf(lookup: Lookup): Destination[] {
  const hits = lookup.result?.hits ?? []
  return lookupState(lookup) === 'found' || lookup.seen.length === 0 ? hits : lookup.seen.slice(0, MAX_NAMED)
}

/** Returns the objects that the text has as they are, each once, in the order of the text. */
export function objectsAsWritten(lookups: readonly Lookup[]): Destination[] {
  const places = lookups.flatMap((lookup) =>
    ['found', 'seen'].includes(lookupState(lookup))
      ? placesOf(lookup).filter((place) => isAsWritten(place, lookup))
      : [],
  )
  return eachOnce(places)
}

const eachOnce = (places: readonly Destination[]): Destination[] =>
  places.filter((place, index) => places.findIndex((other) => keyOf(other) === keyOf(place)) === index)

/** True when the text means this ID and spells it differently, not when it names the object by a customer or plan. */
const isRespelled = (place: Destination, lookup: Lookup) =>
  !isAsWritten(place, lookup) && (lookupState(lookup) === 'found' || folded(place.id) === folded(lookup.id))

const folded = (id: string) => id.trim().toLowerCase().replaceAll(/[_-]/gu, '')

/** A row of the results. */
export interface ResultRow {
  lookup: Lookup
  /** False for a further object of the same candidate. */
  isFirst: boolean
  /** The object that the row opens. */
  place?: Destination
  /** True when the text spells the object differently. */
  isRespelled?: boolean
  /** The text in place of an object. */
  text?: string
}

const NUMBER = /^\d{1,12}$/u
const EMAIL = /^[^\s@]+@[^\s@]+$/u
/** A text that people write as a name: words of letters, more than one or with a capital letter. */
const NAME = /^(?:\p{Lu}[\p{L}.'’&,-]*|\p{L}[\p{L}.'’&,-]*(?: [\p{L}.'’&,-]+)+)(?: [\p{L}.'’&,-]+)*$/u
const NUMBERS = 'An invoice is found by its number once your team has opened it; until then by its ID.'

const MAX_SIMILAR_OF_MANY = 3
const MORE_THAN_SHOWN = `The newest ${MAX_NAMED}. The lists under Subscriptions and Invoices have all.`

/**
 * Returns the rows of all candidates, in the order of the candidates: the objects that were found, or "Not found" with similar ones.
 * No candidate is left out, and no row changes its place while others are searched for.
 */
export function resultRows(lookups: readonly Lookup[], timeZone: string): ResultRow[] {
  return lookups.flatMap((lookup) => {
    const state = lookupState(lookup)
    const places = placesOf(lookup)
    const similar = state === 'none' ? (lookup.result?.similar ?? []) : []
    const offered = seenByTeam(
      { indexed: similar.slice(0, lookups.length > 1 ? MAX_SIMILAR_OF_MANY : undefined) },
      timeZone,
    )
    const rows = [
      textOf(lookup, places, offered.length),
      ...places.map((place) => ({ place, isRespelled: isRespelled(place, lookup) })),
      ...offered.map((place) => ({ place })),
      lookup.seen.length > MAX_NAMED && state !== 'found' && { text: MORE_THAN_SHOWN },
    ].filter((row) => row !== false)
    return rows.map((row, index) => ({ lookup, isFirst: index === 0, ...row }))
  })
}

function textOf(lookup: Lookup, places: readonly Destination[], offered: number): { text: string } | false {
  const state = lookupState(lookup)
  if (state === 'asking') return { text: 'Searching…' }
  if (state === 'failed') return { text: 'Search failed' }
  if (offered > 0) return { text: SIMILAR }
  const shared = sharedNumberLabel(places)
  if (shared !== null) return { text: shared }
  if (state !== 'none' || places.length > 0) return false
  if (lookup.result?.indexed === null) return { text: `Not found. ${INDEX_FAILED}` }
  return { text: ['Not found', whyNotFound(lookup.id.trim())].filter(Boolean).join('. ') }
}

function whyNotFound(id: string): string | undefined {
  if (NUMBER.test(id)) return NUMBERS
  if (EMAIL.test(id)) return 'This is only an email: ask for the ID or the number on the invoice.'
  return NAME.test(id) ? 'This is only a name: ask for the ID or the number on the invoice.' : undefined
}

/**
 * Returns the IDs that a reply says were not found. Leaves out emails and names, which are no IDs, and a customer without transactions,
 * who may exist.
 */
export const missingIds = (lookups: readonly Lookup[]): string[] =>
  lookups
    .filter((lookup) => lookupState(lookup) === 'none' && lookup.result?.hits.length === 0)
    .map(({ id }) => id.trim())
    .filter((id) => !EMAIL.test(id) && !NAME.test(id))

/** Returns why lookups failed, each reason once. */
export const lookupCauses = (lookups: readonly Lookup[]): Cause[] =>
  causesOf(lookups.flatMap(({ result }) => result?.unanswered ?? []))

/** Returns "Searching for 4 IDs …", then "16 found · 3 not found" (objects of the rows, IDs without one), and how many were left out. */
export function lookupsLabel(lookups: readonly Lookup[], leftOut: number): string {
  const counts: Record<LookupState, number> = { asking: 0, found: 0, seen: 0, none: 0, failed: 0 }
  for (const lookup of lookups) counts[lookupState(lookup)] += 1
  const shown = lookups.filter((each) => ['found', 'seen'].includes(lookupState(each)))
  const found = eachOnce(shown.flatMap(placesOf)).length
  const hasMore = shown.some((each) => lookupState(each) === 'seen' && each.seen.length > MAX_NAMED)
  // A customer whose ledger is empty exists, or the API answers so for any ID.
  const empty = lookups.filter((each) => lookupState(each) === 'none' && each.result?.hits.length).length
  const first = leftOut > 0 ? `the first ${lookups.length} of ` : ''
  if (counts.asking > 0) return `Searching for ${first}${formatCount(lookups.length + leftOut, 'ID')} …`
  const ended = [
    found > 0 && `${hasMore ? 'At least ' : ''}${found} found`,
    empty > 0 && `${empty} without transactions`,
    counts.none > empty && `${counts.none - empty} not found`,
    counts.failed > 0 && `${counts.failed} could not be searched`,
    leftOut > 0 && `${leftOut} more not searched`,
  ]
  return ended.filter(Boolean).join(' · ')
}
