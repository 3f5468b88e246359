import type { FindResult } from '@/contract/console/operations'
import { type Destination, KIND_WORDS } from './destination'

const NOT_AN_ID = /^\.{1,2}$|\p{Cc}/u
const LONGEST_ID = 256

/** What Find says and offers after it has asked; a single hit without a message is where to go. */
export interface Answer {
  hits: Destination[]
  message: string | null
}

/** Why a text cannot be an id; null where it can. */
export function refusalOf(id: string): string | null {
  if (id === '') return 'Paste or type an id first.'
  if (NOT_AN_ID.test(id) || id.length > LONGEST_ID)
    return 'This cannot be an id: ids are 1 to 256 printable characters.'
  return null
}

/** The hits with what must be said: that none matches only where all three could be asked. */
export function answerOf({ hits, unanswered }: FindResult): Answer {
  const silent = unanswered.map(({ kind, detail }) => `${KIND_WORDS[kind]}s could not be asked: ${detail}`).join(' ')
  if (hits.length > 1) return { hits, message: `${hits.length} match: choose one. ${silent}`.trim() }
  if (hits.length === 1) return { hits, message: silent || null }
  if (silent) return { hits, message: `Not known whether anything matches. ${silent}` }
  return { hits, message: 'None matches: no subscription, invoice or customer has exactly this id.' }
}

/** The one place an answer leads to, where there is no doubt. */
export function onlyHit({ hits, message }: Answer): Destination | null {
  const [only, ...others] = hits
  return only && others.length === 0 && message === null ? only : null
}
