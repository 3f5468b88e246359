import { MAX_ID_CHARS, idProblem } from '@/contract/requestable-id'
import type { FindHit, FindResult, UnansweredKind } from '@/lib/find/find-result'
import { ProblemError } from '@/lib/core/problem-error'
import { formatCount } from '@/lib/money/amount'
import { type Destination, KIND_LABELS } from './destination'
import { indexedDestination } from './seen-destination'

const KINDS: FindHit['kind'][] = ['subscription', 'invoice', 'customer']

/** Why lookups failed, stated once for all kinds that it affects. */
export interface Cause {
  text: string
  technicalDetail?: string
}

/** Returns why a text cannot be an ID, with or without the spaces around it; null when it can. */
export function idRejection(typed: string): string | null {
  if (typed.trim() === '') return 'Enter an ID first.'
  const canBeId = [typed.trim(), typed].some((id) => idProblem(id) === null)
  return canBeId ? null : `This can’t be an ID: an ID has 1 to ${MAX_ID_CHARS} printable characters.`
}

/** Returns the outcome of a search that could not run: no kind has a known result. */
export function failedLookup(error: unknown): FindResult {
  const { detail, technicalDetail } =
    error instanceof ProblemError ? error.problem : { detail: 'The console did not respond.' }
  return { hits: [], unanswered: KINDS.map((kind) => ({ kind, detail, technicalDetail })), indexed: null, similar: [] }
}

/** The message when the index could not be searched. */
export const INDEX_FAILED = 'What your team has opened could not be searched.'
/** The message above similar objects. */
export const SIMILAR = 'Nothing has exactly this ID. Similar, opened by your team:'

/** True when a lookup has no hit and no kind with a confirmed "not found". */
export const isUnanswered = ({ hits, unanswered }: FindResult) =>
  hits.length === 0 && KINDS.every((kind) => unanswered.some((other) => other.kind === kind))

/** True when an object with the ID exists; an empty ledger does not prove it. */
export const isFound = ({ hits }: FindResult) => hits.some(({ empty }) => empty !== true)

/** Merges equal reasons, each with the kinds it affects unless it affects all. */
export function causesOf(unanswered: readonly UnansweredKind[]): Cause[] {
  return [...new Set(unanswered.map(({ detail }) => detail))].map((detail) => {
    const same = unanswered.filter((other) => other.detail === detail)
    const kinds = KINDS.filter((kind) => same.some((other) => other.kind === kind))
    const names = kinds.map((kind) => `${KIND_LABELS[kind]}s`).join(' and ')
    return {
      text: kinds.length === KINDS.length ? detail : `${names} could not be searched: ${detail}`,
      technicalDetail: same[0]?.technicalDetail,
    }
  })
}

/** Returns what the team has seen under this name. */
export const seenByTeam = ({ indexed }: Pick<FindResult, 'indexed'>, timeZone: string): Destination[] =>
  (indexed ?? []).map((object) => indexedDestination(object, timeZone))

/** Returns "2 invoices have this number" when several of the found invoices have the same one; else null. */
export function sharedNumberLabel(places: readonly Destination[]): string | null {
  const numbers = places.flatMap(({ kind, object }) => (kind === 'invoice' ? (object?.name ?? []) : []))
  const most = Math.max(0, ...numbers.map((number) => numbers.filter((other) => other === number).length))
  return most > 1 ? `${formatCount(most, 'invoice')} have this number` : null
}
