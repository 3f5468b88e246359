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
