/** An object of an import, as far as telling which of two is newer goes. */
export interface Versioned {
  updatedAt?: string | null | undefined
}

/** Whether both say when they were updated, and the one later than the other. Instants compare as text. */
export const isNewer = ({ updatedAt: one }: Versioned, { updatedAt: other }: Versioned) =>
  typeof one === 'string' && typeof other === 'string' && one > other

/**
 * Of several objects of one id the newest by `updatedAt`, else the last (gaps.md, Nested objects).
 * @param isForced then it is always the last
 * @param onKept is told of each that gives way to an earlier one
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
 * Items in their order, cut before each whose id is in its run already: written run by run, they leave what they would
 * one by one, wherever a batch ends.
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
