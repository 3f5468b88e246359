import { MOST_ID_CHARS, whyNotAskable } from '@/contract/askable-id'
import type { FindHit, FindResult, UnansweredKind } from '@/contract/console/find'
import { ProblemError } from '@/contract/console/problem-error'
import { hasFewWords } from '@/lib/domain/has-few-words'
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

/** Why a typed text cannot be an id, with the spaces around it or without; null where it can. */
export function refusalOf(typed: string): string | null {
  if (typed.trim() === '') return 'Paste or type an id first.'
  const canBeId = [typed.trim(), typed].some((id) => whyNotAskable(id) === null)
  return canBeId ? null : `This cannot be an id: ids are 1 to ${MOST_ID_CHARS} printable characters.`
}

/** Whether a text is asked for as it stands, before anything is looked for in it: one that was typed, or of few words. */
export const isOneId = (text: string, isTyped = false) => refusalOf(text) === null && (isTyped || hasFewWords(text))

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
      text: kinds.length === KINDS.length ? detail : `${names} could not be asked: ${detail}`,
      technicalDetail: same[0]?.technicalDetail,
    }
  })
}

/** The hits with what must be said: that none matches only where all three could be asked. */
export function findOutcome({ hits, unanswered }: FindResult): FindOutcome {
  const causes = causesOf(unanswered)
  const why = causes.map(({ text }) => text).join(' ')
  const technicalDetail = causes.find((cause) => cause.technicalDetail !== undefined)?.technicalDetail
  if (hits.length > 1) return { hits, message: `${hits.length} match: choose one. ${why}`.trim(), technicalDetail }
  if (hits.length === 1) return { hits, message: why || null, technicalDetail }
  if (why) return { hits, message: `Not known whether anything matches. ${why}`, technicalDetail }
  return { hits, message: 'None matches: no subscription, invoice or customer has exactly this id.' }
}

/** The one place an answer leads to, where there is no doubt. */
export function onlyHit({ hits, message }: FindOutcome): Destination | null {
  const [only, ...others] = hits
  return only && others.length === 0 && message === null ? only : null
}
