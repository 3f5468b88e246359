import { type Destination, keyOf } from './destination'

/** Returns what the user opened, each with the state that the team saw last, then what else the team has seen. */
export function latestOf(opened: Destination[], byTeam: Destination[]): Destination[] {
  const seen = new Map(byTeam.map((each) => [keyOf(each), each]))
  const latest = [...opened.map((each) => seen.get(keyOf(each)) ?? each), ...byTeam]
  // The first of those that lead to the same page.
  return [...new Map(latest.toReversed().map((each) => [keyOf(each), each])).values()].toReversed()
}
