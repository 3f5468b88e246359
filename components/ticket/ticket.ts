import { useSyncExternalStore } from 'react'
import type { FindHit } from '@/lib/find/find-result'
import type { LinkedObject } from '@/lib/core/paths'
import { useSignedIn } from '@/components/page/signed-in'
import type { ReplyLanguage } from '@/lib/text/reply'
import { setTicketLanguage } from './reply-language'
import { storedTicket, storeTicket } from './ticket-storage'

/*
 * The IDs of the text that a user pasted last, kept in this tab while they open one after the other. The text itself is never
 * stored. Only the same user gets them back; sign-out removes them.
 */

/** A possible ID of the text. */
export interface TicketCandidate {
  id: string
  /** The spelling in the text, when the console changed characters to make the ID. */
  written?: string
  /** Where the text has it, for the order of the reply: likely IDs are searched for first. */
  at?: number
  /** True when the text calls it a customer: an empty ledger then counts as found. */
  isCustomer?: boolean
}

export interface Ticket {
  candidates: TicketCandidate[]
  /** How many further candidates the console left out. */
  leftOut: number
  /** The ticket's own number. */
  number: string | null
  /** The objects that were found exactly as written, or were chosen. */
  found: LinkedObject[]
  /** True for a text without an ID that has an email. */
  hasEmail?: boolean
  /** True when the text asks whether something is charged twice. */
  asksAboutTwice?: boolean
  /** True for the sample of "Try this", whose text the results show. */
  isSample?: boolean
}

/** What was typed into the dialog of a change. */
export interface TypedInTicket {
  reason: string
  ticket: string
}

interface Kept extends Ticket {
  who: string
}

const MAX_CHARACTERS = 50_000

let kept: Kept | null | undefined
/** The searched text when it can be an ID, for "Search for this exact text". In memory only. */
let exactText: string | undefined
/** The reason and ticket of the last dialog that was sent in this ticket, for the next one. In memory only. */
let lastTyped: TypedInTicket | undefined
const listeners = new Set<() => void>()

/** Returns the ticket of this tab, and null on the server. */
export function useTicket(): Ticket | null {
  const { name } = useSignedIn()
  return useSyncExternalStore(
    subscribe,
    () => ticketOf(name),
    () => null,
  )
}

/** Returns this user's ticket; null without one. Discards another user's. */
export function ticketOf(who: string): Ticket | null {
  const ticket = read()
  if (ticket === null || ticket.who === who) return ticket
  kept = null
  store(null)
  return null
}

/** Returns the searched text when it can be searched for as one ID; undefined after a reload. */
export const exactTextOfTicket = (): string | undefined => exactText

/** Returns what was typed into the last dialog of this ticket; undefined without a ticket. */
export const typedInTicket = (): TypedInTicket | undefined => lastTyped

/** Keeps what was typed into a dialog that was sent, while there is a ticket. */
export function keepTypedInTicket(typed: TypedInTicket): void {
  if (read()) lastTyped = typed
}

/**
 * Keeps a user's ticket in place of the one before.
 * @param exact the text, when it can be searched for as one ID
 * @param language of the text; null when it is not known
 */
export function keepTicket(who: string, ticket: Ticket, exact?: string, language: ReplyLanguage | null = null): void {
  exactText = exact
  lastTyped = undefined
  write({ who, ...ticket })
  setTicketLanguage(language)
}

/** Keeps a text that is searched for as it is. */
export function keepExactText(who: string, text: string): void {
  exactText = undefined
  write({ who, candidates: [{ id: text.trim(), isCustomer: true }], leftOut: 0, number: null, found: [] })
}

/** Puts these objects first in the ticket, in their order, each once. */
export function addFound(objects: readonly LinkedObject[]): void {
  const now = read()
  if (!now) return
  const all = [...objects, ...now.found]
  const isFirst = ({ kind, id }: LinkedObject, index: number) =>
    all.findIndex((other) => other.kind === kind && other.id === id) === index
  const found = all.filter(isFirst).map(({ kind, id, isApiCustomer }) => ({ kind, id, isApiCustomer }))
  write({ ...now, found })
}

/** Adds an object that the user chose, after the others. */
export const addChosen = (object: LinkedObject) => addFound([...(read()?.found ?? []), object])

/** Removes the ticket from this tab. */
export function forgetTicket(): void {
  exactText = undefined
  lastTyped = undefined
  write(null)
  setTicketLanguage(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function write(ticket: Kept | null): void {
  kept = ticket
  store(ticket)
  for (const listener of listeners) listener()
}

function store(ticket: Kept | null): void {
  const text = JSON.stringify(ticket)
  storeTicket(ticket === null || text.length > MAX_CHARACTERS ? null : text)
}

function read(): Kept | null {
  if (kept === undefined) kept = parseStored()
  return kept
}

function parseStored(): Kept | null {
  try {
    const ticket: unknown = JSON.parse(storedTicket() ?? 'null')
    return isTicket(ticket) ? ticket : null
  } catch {
    return null
  }
}

/** Checks the stored value, which another version of the console may have written. */
function isTicket(value: unknown): value is Kept {
  const { who, candidates, leftOut, number, found }: Partial<Record<keyof Kept, unknown>> = Object(value)
  return (
    typeof who === 'string' &&
    typeof leftOut === 'number' &&
    (number === null || typeof number === 'string') &&
    isListOf(candidates, ({ id }) => typeof id === 'string') &&
    isListOf(found, ({ id, kind }) => typeof id === 'string' && KINDS.has(String(kind)))
  )
}

const KINDS: ReadonlySet<string> = new Set(['subscription', 'invoice', 'customer'] satisfies FindHit['kind'][])

const isListOf = (value: unknown, isOne: (fields: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.every((each) => isOne(Object(each)))
