import type { IndexedObject } from '@/contract/console/indexed-object'
import type { RecentPage } from '@/lib/browser/recent-page'
import { formatMoney, shortName } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'
import { type Destination, destinationOf, keyOf } from './destination'
import { recentsNamed } from './match-recents'

/** Describes an object of the index by its last response: "Invoice 1042 · paid · $20.00 · as of 24 Nov 2026". */
export function indexedDestination(
  { kind, id, name, status, amount, currency, asOf, goneAt, deletedAt }: IndexedObject,
  timeZone: string,
): Destination {
  const on = (at: string) => formatDate(at, timeZone)
  const title = {
    subscription: name ?? 'Subscription',
    invoice: `Invoice ${shortName(name ?? '')}`.trim(),
    customer: id,
  }
  const money = amount === null ? null : formatMoney(amount, currency)
  const seen = [status, money, `as of ${on(asOf)}`]
  const gone = deletedAt === null ? [`gone since ${on(goneAt ?? asOf)}`] : [`deleted here on ${on(deletedAt)}`]
  const label = [title[kind], ...(goneAt === null ? seen : gone)]
  return { kind, id, label: label.filter(Boolean).join(' · ') }
}

/** Returns the indexed objects with this name, then the pages of that name opened in this browser. */
export function seenAs(
  name: string,
  { indexed, pages, timeZone }: { indexed: IndexedObject[] | null; pages: RecentPage[]; timeZone: string },
): Destination[] {
  const byTeam = (indexed ?? []).map((object) => indexedDestination(object, timeZone))
  return withoutRepeats([...byTeam, ...recentsNamed(pages, name).map(destinationOf)])
}

/** Returns what this browser opened, each with the state that the team saw last, then what else the team has seen. */
export function latestOf(recent: Destination[], byTeam: Destination[]): Destination[] {
  const seen = new Map(byTeam.map((each) => [keyOf(each), each]))
  return withoutRepeats([...recent.map((each) => seen.get(keyOf(each)) ?? each), ...byTeam])
}

/** Returns the destinations, each once: the first of those that lead to the same page. */
const withoutRepeats = (destinations: Destination[]): Destination[] =>
  [...new Map(destinations.toReversed().map((each) => [keyOf(each), each])).values()].toReversed()
