import { idProblem } from '@/contract/requestable-id'
import type { FindResult } from '@/lib/find/find-result'
import type { Ticket, TicketCandidate } from '@/components/ticket/ticket'
import { candidateIds } from '@/lib/find/candidate-ids'
import { canBeExactId, isCardNumber, MAX_PASTED_BYTES, oneId } from '@/lib/find/one-id'
import { ticketNumber } from '@/lib/find/ticket-number'
import type { Destination } from './destination'
import { idRejection, isFound } from './find-outcome'
import { certainHit, type Lookup, lookupOf, lookupState } from './lookups'

/** What a text leads to: an object, its candidate IDs, or a message. */
export interface FoundText {
  /** The one object that the text names as it is. */
  open?: Destination
  /** The candidate IDs; undefined when the text has none. */
  ticket?: Ticket
  message?: string
  /** The text, when it was not searched for as a whole and can be an ID. */
  exactText?: string | undefined
}

interface TextSearch {
  /** Looks up an ID; never rejects. */
  lookUpId: (id: string) => Promise<FindResult>
  /** True when the team has seen a customer with this ID; asks the index only. Never rejects. */
  isSeenCustomer: (id: string) => Promise<boolean>
  timeZone: string
}

const NO_IDS = 'No ID found in this text.'
const CARD_NUMBER = 'Not searched: this looks like a payment card number.'
const TOO_LONG = 'This text is longer than 64 KiB. Paste less of it.'
const ADDRESS = /^\s*https?:\/\//iu

/**
 * Finds what a text names. Opens an object only when the text has one candidate ID and that is found as it is (`certainHit`). A text
 * that can be one ID (`oneId`) is searched for as a whole first. Sends only IDs to the billing API.
 */
export async function findByText(text: string, search: TextSearch): Promise<FoundText> {
  if (new Blob([text]).size > MAX_PASTED_BYTES) return { message: TOO_LONG }
  const whole = oneId(text)
  const exactText = whole === null && canBeExactId(text) ? text : undefined
  const { candidates, leftOut, number } = await candidatesOf(text, search)
  const ticket: Ticket = { candidates, leftOut, number, found: [] }
  const single = (lookup: Lookup): FoundText => {
    const open = certainHit(lookup)
    const { id, written, isCustomer } = lookup
    const candidate = { id, ...(written !== undefined && { written }), ...(isCustomer && { isCustomer }) }
    const found = open ? [{ kind: open.kind, id: open.id, isApiCustomer: open.isApiCustomer }] : []
    return { ...(open && { open }), ticket: { ...ticket, candidates: [candidate], found }, exactText }
  }
  const [first, ...others] = candidates
  if (whole === null || (ADDRESS.test(whole) && first)) {
    if (!first) return { message: reasonFor(text), exactText }
    if (others.length > 0 || leftOut > 0) return { ticket, exactText }
    return single(await lookUpCandidate(first, search))
  }

  const id = idProblem(whole) === null ? whole : whole.trim()
  const parts = candidates.filter((candidate) => candidate.id !== id.trim())
  const ofWhole = await lookUpWhole(id, search)
  const [part, ...more] = parts
  const isKnown = isFound(ofWhole.result) || ofWhole.result.unanswered.length > 0 || ofWhole.seen.length > 0
  if (isKnown || !part) return single(ofWhole)
  // With one part, either the whole or the part is meant.
  const ofPart = more.length === 0 && leftOut === 0 ? await lookUpCandidate(part, search) : null
  if (ofPart && lookupState(ofPart) === 'none') return single(ofWhole)
  const isOwnLedger = ofWhole.result.hits.length > 0
  if (ofPart && !isOwnLedger) return single(ofPart)
  const { id: ofLedger, isCustomer } = ofWhole
  return {
    ticket: {
      ...ticket,
      candidates: isOwnLedger ? [...parts, { id: ofLedger, isCustomer: isCustomer === true }] : parts,
    },
  }
}

/** Returns the candidate IDs of a text. The ticket's own number is a candidate only when it is alone. */
async function candidatesOf(text: string, { isSeenCustomer }: TextSearch) {
  const { ids, customers, emails, written, more: leftOut } = candidateIds(text)
  const number = ticketNumber(text)
  // No other address in a text is sent to the billing API than those of known customers.
  const areSeen = await Promise.all(emails.map(isSeenCustomer))
  const all = [...ids, ...emails.filter((_, index) => areSeen[index])]
  const isOwnNumber = (id: string) => id === number && text.split(id).length === 2 && all.length > 1
  const candidates = all
    .filter((id) => !isOwnNumber(id))
    .map((id): TicketCandidate => {
      const spelling = written.get(id)
      return {
        id,
        ...(spelling !== undefined && { written: spelling }),
        ...(customers.has(id) && { isCustomer: true }),
      }
    })
  return { candidates, leftOut, number }
}

const lookUpCandidate = async (candidate: TicketCandidate, { lookUpId, timeZone }: TextSearch): Promise<Lookup> =>
  lookupOf(candidate, await lookUpId(candidate.id), timeZone)

/** Looks up a text as one ID: an empty ledger counts as found, unless similar names are more likely. */
async function lookUpWhole(id: string, { lookUpId, timeZone }: TextSearch): Promise<Lookup & { result: FindResult }> {
  const result = await lookUpId(id)
  return { ...lookupOf({ id, isCustomer: result.similar.length === 0 }, result, timeZone), result }
}

function reasonFor(text: string): string {
  const isOneWord = !/\s/u.test(text.trim())
  return isCardNumber(text) ? CARD_NUMBER : (isOneWord && idRejection(text)) || NO_IDS
}
