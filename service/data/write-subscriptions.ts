import type { DatabaseTransaction } from '@/database/open-database'
import {
  countKept,
  type KeptObjects,
  newestOf,
  runsOfDistinctIds,
  STORED,
  STORED_IS_NEWER,
  SUBSCRIPTION_IS_NEWER,
  SUBSCRIPTION_IS_NEWER_OR_CHANGED,
} from './kept-objects'
import { upsertRows } from '@/database/recordset'
import { billables, plans, prices, subscriptions } from '../store/schema'
import type { SharedRow, StorableLine } from './storable-line'

type SubscriptionLine = Extract<StorableLine, { kind: 'subscription' }>

const TABLES = { plan: plans, price: prices, billable: billables } as const

/**
 * Writes subscriptions with their plans, prices and billables, which are shared and stored once per merchant and id.
 * Stored objects that are newer stay, unless `replace`; with `isDemo`, subscriptions changed here stay too. A nested
 * object without `updatedAt` counts as old as its subscription, when that stays.
 */
export async function writeSubscriptions(
  tx: DatabaseTransaction,
  lines: readonly SubscriptionLine[],
  options: { replace: boolean; isDemo: boolean; kept: KeptObjects },
): Promise<void> {
  for (const run of runsOfDistinctIds(lines, ({ row }) => row.id)) await writeRun(tx, run, options)
}

async function writeRun(
  tx: DatabaseTransaction,
  lines: readonly SubscriptionLine[],
  { replace, isDemo, kept }: { replace: boolean; isDemo: boolean; kept: KeptObjects },
): Promise<void> {
  const staying = new Set<SubscriptionLine>()
  const rows = lines.map(({ row }) => row)
  const stays = isDemo ? SUBSCRIPTION_IS_NEWER_OR_CHANGED : SUBSCRIPTION_IS_NEWER
  const written = await upsertRows(tx, subscriptions, rows, replace ? undefined : stays)
  for (const line of lines)
    if (!written.has(line.row.id)) {
      staying.add(line)
      countKept(kept, 'subscription', line.row.id)
    }

  for (const kind of ['billable', 'price', 'plan'] as const) {
    const isOld = (row: SharedRow, line: SubscriptionLine) => staying.has(line) && row.updatedAt == null
    const given = lines.flatMap((line) => line.shared[kind].map((row) => ({ row, isOld: isOld(row, line) })))
    const rowsOf = (old: boolean) => given.filter((each) => each.isOld === old).map(({ row }) => row)
    await upsertRows(tx, TABLES[kind], newestOf(rowsOf(true), { isForced: replace }), STORED)
    const onKept = ({ id }: SharedRow) => countKept(kept, kind, id)
    const current = newestOf(rowsOf(false), { isForced: replace, onKept })
    const stored = await upsertRows(tx, TABLES[kind], current, replace ? undefined : STORED_IS_NEWER)
    for (const row of current) if (!stored.has(row.id)) onKept(row)
  }
}
