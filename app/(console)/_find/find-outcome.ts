import { MOST_ID_CHARS, whyNotAskable } from '@/contract/askable-id'
import type { FindHit, FindResult, UnansweredKind } from '@/contract/console/find'
import { ProblemError } from '@/contract/console/problem-error'
import { type Destination, KIND_LABELS } from './destination'

/** As many bytes of UTF-8 as a pasted text may have. */
export const MOST_PASTED_BYTES = 64 * 1024

const KINDS: FindHit['kind'][] = ['subscription', 'invoice', 'customer']

/** What Find says and offers after it has asked; a single hit without a message is where to go. */
export interface FindOutcome {
  hits: Destination[]
  message: string | null
  /** What whoever runs the console can use of the message. */
  technicalDetail?: string
}

/** Why something could not be asked, said once for all that it kept from being asked. */
export interface Cause {
  text: string
  technicalDetail?: string
}

/** Returns why a text can't be an ID, with the spaces around it or without; null where it can. */
export function refusalOf(typed: string): string | null {
  if (typed.trim() === '') return 'Enter an ID first.'
  const canBeId = [typed.trim(), typed].some((id) => whyNotAskable(id) === null)
  return canBeId ? null : `This can’t be an ID: an ID has 1 to ${MOST_ID_CHARS} printable characters.`
}

/** The result of asking in vain: nothing is known of any kind. */
export function couldNotAsk(error: unknown): FindResult {
  const { detail, technicalDetail } =
    error instanceof ProblemError ? error.problem : { detail: 'The console did not answer.' }
  return { hits: [], unanswered: KINDS.map((kind) => ({ kind, detail, technicalDetail })) }
}

/** Whether nothing came of a question: no hit, and no kind of which it is known that there is none. */
export const isUnanswered = ({ hits, unanswered }: FindResult) =>
  hits.length === 0 && KINDS.every((kind) => unanswered.some((other) => other.kind === kind))

/** Whether something has the id: an empty ledger is no proof of it. */
export const isFound = ({ hits }: FindResult) => hits.some(({ empty }) => empty !== true)

/** Each reason once, with the kinds that it is about where it is not about all. */
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

/** Returns the hits of an ID with their message: "No match" only where all three kinds could be searched. */
export function findOutcome({ hits, unanswered }: FindResult, id: string): FindOutcome {
  const causes = causesOf(unanswered)
  const why = causes.map(({ text }) => text).join(' ')
  const technicalDetail = causes.find((cause) => cause.technicalDetail !== undefined)?.technicalDetail
  if (hits.length > 1) return { hits, message: `${hits.length} match: choose one. ${why}`.trim(), technicalDetail }
  if (hits.length === 1) return { hits, message: why || null, technicalDetail }
  if (why) return { hits, message: `Search failed. ${why}`, technicalDetail }
  return { hits, message: `No match for "${id.trim()}".` }
}

/** The one place an answer leads to, where there is no doubt. */
export function onlyHit({ hits, message }: FindOutcome): Destination | null {
  const [only, ...others] = hits
  return only && others.length === 0 && message === null ? only : null
}
