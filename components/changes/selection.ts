import { MAX_GROUP } from '@/lib/changes/change'

/** Returns the selected IDs, in the order in which they were selected, with these, up to 200 in all, or without these. */
export const withSelected = (selected: readonly string[], ids: readonly string[], isOn: boolean): readonly string[] =>
  isOn ? [...new Set([...selected, ...ids])].slice(0, MAX_GROUP) : selected.filter((id) => !ids.includes(id))

/** Returns the rows from the one that was pressed before to this one; this one alone when the other is not shown. */
export function pressedRange(shown: readonly string[], before: string, id: string): readonly string[] {
  const [from = -1, to = -1] = [shown.indexOf(before), shown.indexOf(id)].toSorted((one, other) => one - other)
  return from < 0 ? [id] : shown.slice(from, to + 1)
}
