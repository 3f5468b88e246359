import { sql } from 'drizzle-orm'

/** Kinds of objects of which an import keeps the stored one when that is newer. */
export const KEPT_KINDS = ['customer', 'subscription', 'plan', 'price', 'billable', 'invoice', 'transaction'] as const
export type KeptKind = (typeof KEPT_KINDS)[number]

/** Stored objects that an import kept, because the given ones are older. */
export type KeptObjects = Record<KeptKind, { count: number; firstIds: string[] }>

const NAMED = 5

export const nothingKept = (): KeptObjects => ({
  customer: { count: 0, firstIds: [] },
  subscription: { count: 0, firstIds: [] },
  plan: { count: 0, firstIds: [] },
  price: { count: 0, firstIds: [] },
  billable: { count: 0, firstIds: [] },
  invoice: { count: 0, firstIds: [] },
  transaction: { count: 0, firstIds: [] },
})

/** Counts a kept object and remembers its id if it is among the first. */
export function countKept(kept: KeptObjects, kind: KeptKind, id: string): void {
  const those = kept[kind]
  those.count += 1
  if (those.firstIds.length < NAMED && !those.firstIds.includes(id)) those.firstIds.push(id)
}

/** Adds the kept objects of one batch to the sum. */
export function addKept(sum: KeptObjects, kept: KeptObjects): void {
  for (const kind of KEPT_KINDS) {
    const { count, firstIds } = kept[kind]
    const ids = new Set([...sum[kind].firstIds, ...firstIds])
    sum[kind] = { count: sum[kind].count + count, firstIds: [...ids].slice(0, NAMED) }
  }
}

/** The part of an imported object that decides which of two is newer. */
interface Versioned {
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

/*
 * Conditions for `upsertRows` under which an import keeps the stored row (gaps.md, Importing what is there already).
 */

export const STORED = sql.raw('true')

export const STORED_IS_NEWER = sql.raw('stored.updated_at > excluded.updated_at')

/** Keeps a subscription that was cancelled or deleted here, whatever the date of the given one. */
export const SUBSCRIPTION_IS_NEWER_OR_CHANGED = sql.raw(
  'stored.updated_at > excluded.updated_at or stored.changed_at is not null',
)

/** Replaces a subscription that was cancelled or deleted here only by one with a later `updatedAt`. */
export const SUBSCRIPTION_IS_NEWER = sql.raw(
  `stored.updated_at > excluded.updated_at
  or (stored.changed_at is not null and (excluded.updated_at > stored.updated_at) is not true)`,
)
