import { idProblem } from '@/contract/requestable-id'
import type { FindResult } from '@/lib/find/find-result'
import type { Ticket, TicketCandidate } from '@/components/ticket/ticket'
import { candidateIds } from '@/lib/find/candidate-ids'
import { asksAboutTwice } from '@/lib/find/asks-about-twice'
import { canBeExactId, isCardNumber, MAX_PASTED_BYTES, oneId } from '@/lib/find/one-id'
import { languageOf } from '@/lib/find/text-language'
import { ticketNumbers } from '@/lib/find/ticket-number'
import type { ReplyLanguage } from '@/lib/text/reply'
import type { Destination } from './destination'
import { idRejection, isFound } from './find-outcome'
import { certainHit, type Lookup, lookupOf, lookupState, withoutRepeats } from './lookups'

/** What a text leads to: an object, its candidate IDs, or a message. */
export interface FoundText {
  /** The one object that the text names as it is. */
  open?: Destination
  /** The candidate IDs of a text that was searched for, also when it has none. */
  ticket?: Ticket
  /** The language of the text; null when it is not known. */
  language?: ReplyLanguage | null
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

const CARD_NUMBER = 'Not searched: this looks like a payment card number.'
const TOO_LONG = 'This text is longer than 64 KiB. Paste less of it.'
const ADDRESS = /^\s*https?:\/\//iu

/** Finds what a text names, and its language. */
export const findByText = async (text: string, search: TextSearch): Promise<FoundText> => ({
  ...(await findIds(text, search)),
  language: languageOf(text),
})

/**
 * Opens an object only when the text has one candidate ID and that is found as it is (`certainHit`); numbers beside an invoice's ID may be
 * its own, and an ID may be there in two cases. A text that can be one ID (`oneId`) is searched for as a whole first. Sends only IDs to
 * the billing API.
 */
async function findIds(text: string, search: TextSearch): Promise<FoundText> {
  if (new Blob([text]).size > MAX_PASTED_BYTES) return { message: TOO_LONG }
  const whole = oneId(text)
  const exactText = whole === null && canBeExactId(text) ? text : undefined
  const { candidates, leftOut, number, hasEmail } = await candidatesOf(text, search)
  const ticket: Ticket = {
    candidates,
    leftOut,
    number,
    found: [],
    ...(candidates.length === 0 && { hasEmail }),
    ...(asksAboutTwice(text) && { asksAboutTwice: true }),
  }
  const single = (lookup: Lookup): FoundText => {
    const open = certainHit(lookup)
    const { id, written, isCustomer } = lookup
    const candidate = { id, ...(written !== undefined && { written }), ...(isCustomer && { isCustomer }) }
    const found = open ? [{ kind: open.kind, id: open.id, isApiCustomer: open.isApiCustomer }] : []
    return { ...(open && { open }), ticket: { ...ticket, candidates: [candidate], found }, exactText }
  }
  const [first, ...others] = candidates
  if (whole === null || (ADDRESS.test(whole) && first)) {
    const message = reasonFor(text)
    if (!first) return message === null ? { ticket, exactText } : { message, exactText }
    if (leftOut > 0) return { ticket, exactText }
    if (others.length === 0) return single(await lookUpCandidate(first, search))
    const only = await onlyObject(candidates, search)
    return only ? single(only) : { ticket, exactText }
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

/** Returns the candidate IDs of a text. The ticket's own number is none, unless the text has it again. */
async function candidatesOf(text: string, { isSeenCustomer }: TextSearch) {
  const { ids, customers, emails, written, more: leftOut } = candidateIds(text)
  const numbers = ticketNumbers(text)
  // No other address in a text is sent to the billing API than those of known customers.
  const areSeen = await Promise.all(emails.map(isSeenCustomer))
  const all = [...ids, ...emails.filter((_, index) => areSeen[index])]
  const isOwnNumber = (id: string) => numbers.includes(id) && text.split(id).length === 2
  const candidates = all
    .filter((id) => !isOwnNumber(id))
    .map((id): TicketCandidate => {
      const spelling = written.get(id)
      return {
        id,
        at: text.indexOf(spelling ?? id),
        ...(spelling !== undefined && { written: spelling }),
        ...(customers.has(id) && { isCustomer: true }),
      }
    })
  return { candidates, leftOut, number: numbers[0] ?? null, hasEmail: emails.length > 0 }
}

const NUMBER = /^\d{1,12}$/u

/**
 * Looks up the only ID among numbers, in all its spellings by case, and returns it when everything else repeats it: the numbers are those
 * of the invoice that it names; else null.
 */
async function onlyObject(candidates: readonly TicketCandidate[], search: TextSearch): Promise<Lookup | null> {
  const ids = candidates.filter(({ id }) => !NUMBER.test(id))
  if (new Set(ids.map(({ id }) => id.toLowerCase())).size !== 1) return null
  const found = await Promise.all(ids.map((each) => lookUpCandidate(each, search)))
  const numbers = candidates.filter(({ id }) => NUMBER.test(id))
  const left = withoutRepeats([...found, ...numbers.map((each) => lookupOf(each, undefined, search.timeZone))])
  return left.length === 1 ? (left[0] ?? null) : null
}

const lookUpCandidate = async (candidate: TicketCandidate, { lookUpId, timeZone }: TextSearch): Promise<Lookup> =>
  lookupOf(candidate, await lookUpId(candidate.id), timeZone)

/** Looks up a text as one ID: an empty ledger counts as found, unless similar names are more likely. */
async function lookUpWhole(id: string, { lookUpId, timeZone }: TextSearch): Promise<Lookup & { result: FindResult }> {
  const result = await lookUpId(id)
  return { ...lookupOf({ id, isCustomer: result.similar.length === 0 }, result, timeZone), result }
}

/** Returns why a text was not searched for; null for a text without an ID. */
function reasonFor(text: string): string | null {
  const isOneWord = !/\s/u.test(text.trim())
  return isCardNumber(text) ? CARD_NUMBER : isOneWord ? idRejection(text) : null
}
