import type { FindResult } from '@/contract/console/find'
import { type Candidates, candidateIds } from '@/lib/domain/find/candidate-ids'
import { isCardNumber, oneId } from '@/lib/domain/find/one-id'
import { type FindOutcome, findOutcome, isFound, MAX_PASTED_BYTES, idRejection, seenByTeam } from './find-outcome'
import { lookUpAll, type Lookups, lookupsLabel, onlyDestination, lookupState } from './lookups'

/** The result of a search, as the Find box shows it. */
export interface TextSearchResult extends FindOutcome {
  /** The candidate IDs in the text and their results. */
  lookups?: Lookups
  /** The text, when it could be an ID and was not searched for as a whole. */
  unsearchedText?: string
}

interface TextSearch {
  /** Looks up an ID; never rejects. */
  ask: (id: string) => Promise<FindResult>
  /** True when the team has seen a customer with this ID; asks the index only. Never rejects. */
  isSeenCustomer: (id: string) => Promise<boolean>
  timeZone: string
  onProgress: (found: TextSearchResult) => unknown
  /** Stops the search between two lookups. */
  signal: AbortSignal
}

const NO_IDS = 'No ID found in this text.'
const CARD_NUMBER = 'Not searched: this looks like a payment card number.'

/**
 * Finds the hits for a text: as one ID when it can be one (`oneId`), else by name among the objects that the team has seen, else by
 * its candidate IDs. Sends only IDs to the billing API. Returns an empty ledger when there is no other hit.
 */
export async function findByText(text: string, search: TextSearch): Promise<TextSearchResult> {
  if (new Blob([text]).size > MAX_PASTED_BYTES) return messageOnly('This text is longer than 64 KiB. Paste less of it.')
  const whole = oneId(text)
  if (whole === null) return findByFreeText(text, search)
  const result = await search.ask(whole)
  const outcome = findOutcome(result, whole, search.timeZone)
  const emptyLedgers = result.hits
  if (isFound(result) || result.unanswered.length > 0 || outcome.wereSeen) return outcome

  const candidates = await withSeenEmails(candidateIds(text), search)
  const others = candidates.ids.filter((id) => id !== whole.trim())
  if (others.length === 0) return outcome
  const found = await lookUp({ ...candidates, ids: others }, search)
  // The whole text was searched for, so its parts are shown only when one of them is a hit.
  if (found.lookups?.rows.every((row) => lookupState(row) === 'none')) return outcome
  // Opens nothing when the user may mean the text's own ledger, unless the text is a URL of a customer.
  if (emptyLedgers.length > 0 && candidates.customers.size === 0 && found.lookups)
    return { ...found, hits: [...found.hits, ...emptyLedgers], message: lookupsLabel(found.lookups) }
  return found
}

/** Finds the hits for a text that is not an ID as a whole. */
async function findByFreeText(text: string, search: TextSearch): Promise<TextSearchResult> {
  const rejection = idRejection(text)
  const unsearchedText = rejection === null ? text : undefined
  const candidates = await withSeenEmails(candidateIds(text), search)
  if (candidates.ids.length > 0) return { ...(await lookUp(candidates, search)), unsearchedText }
  const isOneWord = !/\s/u.test(text.trim())
  const message = isCardNumber(text) ? CARD_NUMBER : (isOneWord && rejection) || NO_IDS
  return { ...messageOnly(message), unsearchedText }
}

/** Adds the email addresses of known customers. No other address in a text is sent to the billing API. */
async function withSeenEmails(candidates: Candidates, { isSeenCustomer }: TextSearch): Promise<Candidates> {
  const areSeen = await Promise.all(candidates.emails.map(isSeenCustomer))
  return { ...candidates, ids: [...candidates.ids, ...candidates.emails.filter((_, index) => areSeen[index])] }
}

const messageOnly = (message: string): TextSearchResult => ({ hits: [], message })

async function lookUp(
  { ids, customers, more }: Candidates,
  { ask, timeZone, onProgress, signal }: TextSearch,
): Promise<TextSearchResult> {
  const rows = ids.map((id) => ({ id, seen: [], isCustomer: customers.has(id) }))
  let lookups: Lookups = { rows, leftOut: more }
  const report = () => onProgress({ hits: [], message: lookupsLabel(lookups), lookups })
  report()
  await lookUpAll(
    ids,
    ask,
    (id, result) => {
      const seen = seenByTeam(result, timeZone)
      lookups = { ...lookups, rows: lookups.rows.map((row) => (row.id === id ? { ...row, result, seen } : row)) }
      report()
    },
    signal,
  )
  const only = onlyDestination(lookups)
  return { hits: only ? [only] : [], message: only ? null : lookupsLabel(lookups), lookups }
}
