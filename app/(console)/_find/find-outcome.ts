import type { FindResult } from '@/contract/console/find'
import { type Destination, KIND_LABELS } from './destination'

const NOT_AN_ID = /^\.{1,2}$|\p{Cc}/u
const LONGEST_ID = 256

/** What Find says and offers after it has asked; a single hit without a message is where to go. */
export interface FindOutcome {
  hits: Destination[]
  message: string | null
}

/** Why a typed text cannot be an id, with the spaces around it or without; null where it can. */
export function refusalOf(typed: string): string | null {
  const trimmed = typed.trim()
  if (trimmed === '') return 'Paste or type an id first.'
  return isId(trimmed) || isId(typed) ? null : 'This cannot be an id: ids are 1 to 256 printable characters.'
}

function isId(text: string): boolean {
  return !NOT_AN_ID.test(text) && text.length <= LONGEST_ID
}

/** The hits with what must be said: that none matches only where all three could be asked. */
export function findOutcome({ hits, unanswered }: FindResult): FindOutcome {
  const silent = unanswered.map(({ kind, detail }) => `${KIND_LABELS[kind]}s could not be asked: ${detail}`).join(' ')
  if (hits.length > 1) return { hits, message: `${hits.length} match: choose one. ${silent}`.trim() }
  if (hits.length === 1) return { hits, message: silent || null }
  if (silent) return { hits, message: `Not known whether anything matches. ${silent}` }
  return { hits, message: 'None matches: no subscription, invoice or customer has exactly this id.' }
}

/** The one place an answer leads to, where there is no doubt. */
export function onlyHit({ hits, message }: FindOutcome): Destination | null {
  const [only, ...others] = hits
  return only && others.length === 0 && message === null ? only : null
}
