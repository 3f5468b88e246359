import type { FindResult } from '@/contract/console/find'
import type { RecentPage } from '@/lib/browser/recent-page'
import { type Candidates, candidateIds } from '@/lib/domain/find/candidate-ids'
import { oneId } from '@/lib/domain/find/one-id'
import { destinationOf } from './destination'
import { type FindOutcome, findOutcome, isFound, MOST_PASTED_BYTES, refusalOf } from './find-outcome'
import { askInTurn, type Lookups, lookupsInWords, onlyPlace, stateOf } from './lookups'
import { seenAs } from './seen-as'

/** The result of a search, as the Find box shows it. */
export interface Answer extends FindOutcome {
  /** True when the hits come from this browser's recents: the text is not their ID. */
  isSeen?: boolean
  /** The candidate IDs in the text and their results. */
  lookups?: Lookups
  /** The text, when it could be an ID and was not searched for as a whole. */
  unasked?: string
}

interface Asking {
  /** Looks up an ID; never rejects. */
  ask: (id: string) => Promise<FindResult>
  /** The pages opened in this browser. */
  pages: RecentPage[]
  onProgress: (answer: Answer) => unknown
  /** Stops the search between two lookups. */
  signal: AbortSignal
}

const NO_IDS = 'No ID found in this text.'

/**
 * Finds what a text leads to: as one ID, where it can be one (`oneId`); else by name among the pages opened in this
 * browser; else by its candidate IDs. Nothing else of it is sent. An empty ledger counts only when nothing else is found.
 */
export async function answerTo(text: string, asking: Asking): Promise<Answer> {
  if (new Blob([text]).size > MOST_PASTED_BYTES) return said('This text is longer than 64 KiB. Paste less of it.')
  const whole = oneId(text)
  if (whole === null) return ofText(text, asking)
  const result = await asking.ask(whole)
  if (isFound(result)) return findOutcome(result, whole)
  const seen = seenAs(asking.pages, whole).map(destinationOf)
  const emptyLedgers = result.hits
  if (result.unanswered.length > 0) {
    if (seen.length === 0 && emptyLedgers.length > 0) return findOutcome(result, whole)
    return { ...findOutcome({ ...result, hits: [] }, whole), hits: seen, isSeen: true }
  }
  if (seen.length > 0) return ofSeen(seen, emptyLedgers.length > 0 ? '' : 'No match for this ID. ')

  const candidates = candidateIds(text)
  const others = candidates.ids.filter((id) => id !== whole.trim())
  if (others.length === 0) return findOutcome(result, whole)
  const answer = await lookUp({ ...candidates, ids: others }, asking)
  // The whole text was searched for, so its parts are shown only when one of them is a hit.
  if (answer.lookups?.rows.every((row) => stateOf(row) === 'none')) return findOutcome(result, whole)
  // Opens nothing when the user may mean the text's own ledger, unless the text is a URL of a customer.
  if (emptyLedgers.length > 0 && candidates.customers.size === 0 && answer.lookups)
    return { ...answer, hits: [...answer.hits, ...emptyLedgers], message: lookupsInWords(answer.lookups) }
  return answer
}

/** Finds the hits for a text that is not an ID as a whole. */
async function ofText(text: string, asking: Asking): Promise<Answer> {
  const refusal = refusalOf(text)
  const seen = seenAs(asking.pages, text).map(destinationOf)
  if (seen.length > 0) return ofSeen(seen, '')
  const unasked = refusal === null ? text : undefined
  const candidates = candidateIds(text)
  if (candidates.ids.length > 0) return { ...(await lookUp(candidates, asking)), unasked }
  const isOneWord = !/\s/u.test(text.trim())
  return { ...said((isOneWord && refusal) || NO_IDS), unasked }
}

const ofSeen = (hits: FindOutcome['hits'], noMatch: string): Answer => ({
  hits,
  isSeen: true,
  message: hits.length > 1 ? `${noMatch}${hits.length} opened in this browser match: choose one.` : null,
})

const said = (message: string): Answer => ({ hits: [], message })

async function lookUp(
  { ids, customers, more }: Candidates,
  { ask, pages, onProgress, signal }: Asking,
): Promise<Answer> {
  const rows = ids.map((id) => ({ id, seen: seenAs(pages, id).map(destinationOf), isCustomer: customers.has(id) }))
  let lookups: Lookups = { rows, more }
  const report = () => onProgress({ hits: [], message: lookupsInWords(lookups), lookups })
  report()
  await askInTurn(
    ids,
    ask,
    (id, result) => {
      lookups = { more, rows: lookups.rows.map((row) => (row.id === id ? { ...row, result } : row)) }
      report()
    },
    signal,
  )
  const only = onlyPlace(lookups)
  return { hits: only ? [only] : [], message: only ? null : lookupsInWords(lookups), lookups }
}
