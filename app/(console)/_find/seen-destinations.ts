import type { IndexedObject } from '@/contract/console/indexed-object'
import type { RecentPage } from '@/lib/browser/recent-page'
import { type Destination, destinationOf, keyOf } from './destination'
import { indexedDestination } from './indexed-destination'
import { recentsNamed } from './match-recents'

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
