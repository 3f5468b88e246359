import type { FindResult } from '@/contract/console/find'
import type { RecentPage } from '@/lib/browser/recent-page'
import { type Candidates, candidateIds } from '@/lib/domain/candidate-ids'
import { MOST_WORDS_OF_ID } from '@/lib/domain/has-few-words'
import { destinationOf } from './destination'
import { type FindOutcome, findOutcome, isFound, isOneId, MOST_PASTED_BYTES, refusalOf } from './find-outcome'
import { askInTurn, type Lookups, lookupsInWords, onlyPlace, stateOf } from './lookups'
import { seenAs } from './seen-as'

/** What Find answers to a text. */
export interface Answer extends FindOutcome {
  /** The hits were opened in this browser: the text is not their id. */
  isSeen?: boolean
  /** What became of the possible ids in the text. */
  lookups?: Lookups
  /** The text, where it could be an id and was not asked for as it stands. */
  unasked?: string
}

interface Asking {
  /** Asks what an id is; never rejects. */
  ask: (id: string) => Promise<FindResult>
  /** Somebody typed it: then it is an id, of however many words. */
  isTyped?: boolean
  /** What was opened in this browser. */
  pages: RecentPage[]
  onProgress: (answer: Answer) => unknown
  /** Ends it between two questions. */
  signal: AbortSignal
}

/**
 * What a text leads to: as an id, exactly as it stands (a pasted one of few words); else as a name of what was opened in this browser; else by the
 * possible ids in it. They alone are sent, never the text. An empty ledger is what it leads to for want of anything better.
 */
export async function answerTo(text: string, asking: Asking): Promise<Answer> {
  if (new Blob([text]).size > MOST_PASTED_BYTES) return said('This is more than 64 KiB of text. Paste less of it.')
  const isAsked = isOneId(text, asking.isTyped)
  const result = isAsked ? await asking.ask(text) : null
  if (result && isFound(result)) return findOutcome(result)
  const seen = seenAs(asking.pages, text).map(destinationOf)
  const emptyLedgers = result?.hits ?? []
  if (result && result.unanswered.length > 0) {
    if (seen.length === 0 && emptyLedgers.length > 0) return findOutcome(result)
    return { ...findOutcome({ ...result, hits: [] }), hits: seen, isSeen: true }
  }
  const noneHasIt = emptyLedgers.length > 0 ? '' : 'None has this id. '
  if (seen.length > 0)
    return {
      hits: seen,
      isSeen: true,
      message: seen.length > 1 ? `${noneHasIt}${seen.length} opened in this browser match: choose one.` : null,
    }

  const candidates = candidateIds(text)
  const others = isAsked ? candidates.ids.filter((id) => id !== text.trim()) : candidates.ids
  const unasked = !isAsked && refusalOf(text) === null ? text : undefined
  if (others.length > 0) {
    const answer = await lookUp({ ...candidates, ids: others }, asking)
    // The text itself was asked for: its parts are told of only where one of them is more.
    if (result && isNothing(answer)) return findOutcome(result)
    // Where its ledger may be meant as well, nothing is opened: an address of a customer means no ledger of its own.
    if (emptyLedgers.length > 0 && candidates.customers.size === 0 && answer.lookups)
      return { ...answer, hits: [...answer.hits, ...emptyLedgers], message: lookupsInWords(answer.lookups) }
    return { ...answer, unasked }
  }
  if (result) return findOutcome(result)
  // Of one word it can be told why it is no id.
  const refusal = /\s/.test(text.trim()) ? null : refusalOf(text)
  return { ...said(refusal ?? NO_IDS), unasked }
}

const NO_IDS = `Nothing in it looks like an id: ids hold a digit, “_”, “-” or “@”, or are ${MOST_WORDS_OF_ID} words at most in quotation marks.`

const isNothing = ({ lookups }: Answer) => lookups?.rows.every((row) => stateOf(row) === 'none') === true

const said = (message: string): Answer => ({ hits: [], message })

async function lookUp(
  { ids, customers, more }: Candidates,
  { ask, pages, onProgress, signal }: Asking,
): Promise<Answer> {
  const rows = ids.map((id) => ({ id, seen: seenAs(pages, id).map(destinationOf), isCustomer: customers.has(id) }))
  let lookups: Lookups = { rows, more }
  const tell = () => onProgress({ hits: [], message: lookupsInWords(lookups), lookups })
  tell()
  await askInTurn(
    ids,
    ask,
    (id, result) => {
      lookups = { more, rows: lookups.rows.map((row) => (row.id === id ? { ...row, result } : row)) }
      tell()
    },
    signal,
  )
  const only = onlyPlace(lookups)
  return { hits: only ? [only] : [], message: only ? null : lookupsInWords(lookups), lookups }
}
