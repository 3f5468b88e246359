import { MAX_ID_CHARS, idProblem } from '@/contract/requestable-id'
import { MAX_NAMED } from '@/contract/console/indexed-objects'
import type { FindHit, FindResult, UnansweredKind } from '@/contract/console/find'
import { ProblemError } from '@/contract/console/problem-error'
import { type Destination, indexedDestination, KIND_LABELS } from './destination'

/** The maximum size of a pasted text, in UTF-8 bytes. */
export const MAX_PASTED_BYTES = 64 * 1024

const KINDS: FindHit['kind'][] = ['subscription', 'invoice', 'customer']

/** The message and the hits of a search; a single hit without a message is opened. */
export interface FindOutcome {
  hits: Destination[]
  message: string | null
  /** True when the team has seen the hits under this name: the text is not their ID. */
  wereSeen?: boolean
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
  const canBeId = [typed.trim(), typed].some((id) => idProblem(id) === null)
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

/** Returns what the team has seen under this name. */
export const seenByTeam = ({ indexed }: FindResult, timeZone: string): Destination[] =>
  (indexed ?? []).map((object) => indexedDestination(object, timeZone))

/**
 * Returns the hits of an ID with their message. Without a hit, returns what the team has seen under this name, else objects with
 * similar names. An empty ledger comes after what was seen. The message is "No match" when all three kinds could be searched.
 */
export function findOutcome(result: FindResult, id: string, timeZone: string): FindOutcome {
  const { hits, unanswered, indexed, similar } = result
  const causes = causesOf(unanswered)
  const why = causes.map(({ text }) => text).join(' ')
  const technicalDetail = causes.find((cause) => cause.technicalDetail !== undefined)?.technicalDetail
  const noMatch = `No match for "${id.trim()}".`
  const seen = seenByTeam(result, timeZone)
  if (!isFound(result) && seen.length > 0) {
    if (why) return { hits: seen, wereSeen: true, message: `Search failed. ${why}`, technicalDetail }
    return outcomeOfSeen(seen, hits.length > 0 ? '' : `Nothing has the ID "${id.trim()}". `)
  }
  if (!isFound(result) && similar.length > 0) {
    const meant = similar.map((object) => indexedDestination(object, timeZone))
    const [emptyLedger] = hits
    const found = emptyLedger ? `"${emptyLedger.id}" has no transactions.` : noMatch
    return {
      hits: [...hits, ...meant],
      message: `${found} Did you mean ${meant.length === 1 && !emptyLedger ? 'this' : 'one of these'}?`,
      areSimilar: true,
    }
  }
  if (hits.length > 1) return { hits, message: `${hits.length} match: choose one. ${why}`.trim(), technicalDetail }
  if (hits.length === 1) return { hits, message: why || null, technicalDetail }
  if (why) return { hits, message: `Search failed. ${why}`, technicalDetail }
  return { hits, message: indexed === null ? `${noMatch} ${INDEX_FAILED}` : noMatch }
}

function outcomeOfSeen(hits: Destination[], why: string): FindOutcome {
  const isCut = hits.length > MAX_NAMED
  const count = isCut ? `More than ${MAX_NAMED}` : hits.length
  const where = isCut ? ' The newest are below; the lists under Subscriptions and Invoices hold all.' : ''
  return {
    hits: hits.slice(0, MAX_NAMED),
    wereSeen: true,
    message: hits.length > 1 ? `${why}${count} seen by your team match: choose one.${where}` : null,
  }
}

/** Returns the destination when exactly one is certain; else null. */
export function onlyHit({ hits, message }: FindOutcome): Destination | null {
  const [only, ...others] = hits
  return only && others.length === 0 && message === null ? only : null
}
