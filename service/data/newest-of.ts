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
