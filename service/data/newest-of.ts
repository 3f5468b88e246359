/** The part of an imported object that decides which of two is newer. */
export interface Versioned {
  updatedAt?: string | null | undefined
}

/** True when both objects have `updatedAt` and the first is later. Instants compare as text. */
export const isNewer = ({ updatedAt: one }: Versioned, { updatedAt: other }: Versioned) =>
  typeof one === 'string' && typeof other === 'string' && one > other

/**
 * Returns for each id the newest object by `updatedAt`, else the last (gaps.md, Nested objects).
 * @param isForced always takes the last
 * @param onKept called with each object that an earlier one supersedes
 */
export function newestOf<Item extends Versioned & { id: string }>(
  items: Iterable<Item>,
  { isForced, onKept }: { isForced: boolean; onKept?: (item: Item) => void },
): Item[] {
  const newest = new Map<string, Item>()
  for (const item of items) {
    const known = newest.get(item.id)
    if (known && !isForced && isNewer(known, item)) onKept?.(item)
    else newest.set(item.id, item)
  }
  return [...newest.values()]
}

/**
 * Splits items, in order, into runs in which each id occurs once. Writing run by run has the same result as writing one
 * by one.
 */
export function runsOfDistinctIds<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[][] {
  const runs: Item[][] = []
  let ids = new Set<string>()
  for (const item of items) {
    const id = idOf(item)
    const run = runs.at(-1)
    if (run && !ids.has(id)) run.push(item)
    else {
      runs.push([item])
      ids = new Set()
    }
    ids.add(id)
  }
  return runs
}
