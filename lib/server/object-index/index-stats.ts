import { count, max, min } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import { indexedInvoices, indexedLedgers, indexedLinks, indexedSubscriptions } from '../store/index-schema'

/** The rows of one kind and source. */
export interface IndexStats {
  source: string
  kind: 'subscriptions' | 'invoices' | 'ledgers' | 'links'
  rows: number
  /** The instants of the oldest and the newest response. */
  oldest: string
  newest: string
}

const TABLES = {
  subscriptions: indexedSubscriptions,
  invoices: indexedInvoices,
  ledgers: indexedLedgers,
  links: indexedLinks,
} as const
const KINDS = ['subscriptions', 'invoices', 'ledgers', 'links'] as const

/** Returns the number of rows of each kind and source, sorted by source. */
export async function indexStats(db: Database): Promise<IndexStats[]> {
  const stats = await Promise.all(
    KINDS.map(async (kind) => {
      const { source, seenAt } = TABLES[kind]
      const rows = await db
        .select({ source, rows: count(), oldest: min(seenAt), newest: max(seenAt) })
        .from(TABLES[kind])
        .groupBy(source)
      return rows.map(({ oldest, newest, ...rest }) => ({ kind, ...rest, oldest: oldest ?? '', newest: newest ?? '' }))
    }),
  )
  return stats.flat().toSorted((one, other) => one.source.localeCompare(other.source))
}
