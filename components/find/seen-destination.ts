import type { IndexedObject, OpenedObject } from '@/lib/objects/indexed-objects'
import { isCredit } from '@/lib/invoices/owed-statuses'
import { formatMoney, shortName } from '@/lib/money/amount'
import { formatDate } from '@/lib/time/instant'
import { statusInSentence } from '@/lib/objects/status-names'
import { type Destination, keyOf } from './destination'

/** Returns the name of an object: its plan, "Invoice 1042", or the external ID of a customer. */
export function objectName({ kind, id, name }: Pick<IndexedObject, 'kind' | 'id' | 'name'>): string {
  if (kind === 'subscription') return name ?? 'Subscription'
  return kind === 'invoice' ? `Invoice ${shortName(name ?? '')}`.trim() : id
}

/** Describes an object of the index by its last response: "Invoice 1042 · paid · $20.00 · as of 24 Nov 2026". */
export function indexedDestination(object: IndexedObject, timeZone: string): Destination {
  const { kind, id, status, amount, currency, asOf, goneAt, deletedAt } = object
  const on = (at: string) => formatDate(at, timeZone)
  const labelParts = [objectName(object)]
  if (goneAt !== null)
    labelParts.push(deletedAt === null ? `gone since ${on(goneAt)}` : `deleted here on ${on(deletedAt)}`)
  else {
    if (kind === 'invoice' && isCredit(amount))
      labelParts.push(`credit, status ${status === null ? 'unknown' : statusInSentence(kind, status)}`)
    else if (kind !== 'customer') labelParts.push(statusInSentence(kind, status ?? ''))
    if (amount !== null) labelParts.push(formatMoney(amount, currency))
    labelParts.push(`as of ${on(asOf)}`)
  }
  const label = labelParts.filter(Boolean).join(' · ')
  return { kind, id, label, object, isFromIndex: true, isApiCustomer: object.isApiCustomer }
}

const MAX_OFFERS = 8

/**
 * Returns what the Find box offers for a text: what the user opened, each with the state that the team saw last, then what else the
 * team has seen.
 */
export function offersFor(
  text: string,
  opened: OpenedObject[],
  byTeam: IndexedObject[],
  timeZone: string,
): Destination[] {
  const own = openedContaining(opened, text)
    .slice(0, MAX_OFFERS)
    .map((object) => indexedDestination(object, timeZone))
  const ofTeam = byTeam.map((object) => indexedDestination(object, timeZone))
  const seen = new Map(ofTeam.map((each) => [keyOf(each), each]))
  const latest = [...own.map((each) => seen.get(keyOf(each)) ?? each), ...ofTeam]
  // The first of those that lead to the same page.
  return [...new Map(latest.toReversed().map((each) => [keyOf(each), each])).values()].toReversed().slice(0, MAX_OFFERS)
}

/** Returns the opened objects whose name, ID or customer contains the text, ignoring case. */
export function openedContaining(opened: OpenedObject[], text: string): OpenedObject[] {
  const wanted = text.trim().toLowerCase()
  return opened.filter((object) =>
    [objectName(object), object.id, object.customerId ?? ''].some((name) => name.toLowerCase().includes(wanted)),
  )
}
