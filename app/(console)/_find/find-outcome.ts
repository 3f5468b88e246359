import { MAX_ID_CHARS, whyNotAskable } from '@/contract/askable-id'
import type { FindHit, FindResult, UnansweredKind } from '@/contract/console/find'
import { ProblemError } from '@/contract/console/problem-error'
import { type Destination, KIND_LABELS } from './destination'
import { indexedDestination } from './indexed-destination'

/** The maximum size of a pasted text, in UTF-8 bytes. */
export const MAX_PASTED_BYTES = 64 * 1024

const KINDS: FindHit['kind'][] = ['subscription', 'invoice', 'customer']

/** The message and the hits of a search; a single hit without a message is opened. */
export interface FindOutcome {
  hits: Destination[]
  message: string | null
  /** True when the hits only have similar names, so that Enter opens none that is not selected. */
  areSimilar?: boolean
  /** Technical detail for the operator. */
  technicalDetail?: string
}

/** Why lookups failed, stated once for all kinds that it affects. */
export interface Cause {
  text: string
  technicalDetail?: string
}

/** Returns why a text cannot be an ID, with or without the spaces around it; null when it can. */
export function idRejection(typed: string): string | null {
  if (typed.trim() === '') return 'Enter an ID first.'
  const canBeId = [typed.trim(), typed].some((id) => whyNotAskable(id) === null)
  return canBeId ? null : `This can’t be an ID: an ID has 1 to ${MAX_ID_CHARS} printable characters.`
}

/** Returns the outcome of a search that could not run: no kind has a known result. */
export function failedLookup(error: unknown): FindResult {
  const { detail, technicalDetail } =
    error instanceof ProblemError ? error.problem : { detail: 'The console did not respond.' }
  return { hits: [], unanswered: KINDS.map((kind) => ({ kind, detail, technicalDetail })), indexed: null, similar: [] }
}

const INDEX_FAILED = 'What your team has seen could not be searched.'

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

/**
 * Returns the hits of an ID with their message: "No match" only when all three kinds could be searched. Objects with similar names
 * are offered then.
 */
export function findOutcome(
  { hits, unanswered, indexed, similar }: FindResult,
  id: string,
  timeZone: string,
): FindOutcome {
  const causes = causesOf(unanswered)
  const why = causes.map(({ text }) => text).join(' ')
  const technicalDetail = causes.find((cause) => cause.technicalDetail !== undefined)?.technicalDetail
  if (hits.length > 1) return { hits, message: `${hits.length} match: choose one. ${why}`.trim(), technicalDetail }
  if (hits.length === 1) return { hits, message: why || null, technicalDetail }
  if (why) return { hits, message: `Search failed. ${why}`, technicalDetail }
  const noMatch = `No match for "${id.trim()}".`
  if (similar.length === 0) return { hits, message: indexed === null ? `${noMatch} ${INDEX_FAILED}` : noMatch }
  return {
    hits: similar.map((object) => indexedDestination(object, timeZone)),
    message: `${noMatch} Did you mean ${similar.length === 1 ? 'this' : 'one of these'}?`,
    areSimilar: true,
  }
}

/** Returns the destination when exactly one is certain; else null. */
export function onlyHit({ hits, message }: FindOutcome): Destination | null {
  const [only, ...others] = hits
  return only && others.length === 0 && message === null ? only : null
}
