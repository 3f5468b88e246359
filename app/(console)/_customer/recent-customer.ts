import type { TransactionPageView } from '@/contract/console/transaction'
import type { RecentCustomer } from '@/lib/browser/recent-page'
import type { LedgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { readable } from '@/lib/format/unreadable'

/** Builds the recents entry of a ledger: the invoices that a page names, and the newest state when it was read. */
export const recentCustomer = (
  { externalId, results, asOf }: TransactionPageView,
  balances: LedgerBalances | undefined,
): RecentCustomer => ({
  kind: 'customer',
  id: externalId,
  label: externalId,
  asOf: balances?.asOf ?? asOf,
  balances: balances?.isNewestFirst === true ? balances.pools.flatMap(knownNow) : [],
  lastEntry: balances?.lastEntry ?? null,
  invoiceIds: results.flatMap(({ allocationBlock }) => readable(allocationBlock?.invoiceId) ?? []),
})

/** Only the newest rows show the current balance. */
const knownNow = ({ pool, balance, newer }: LedgerBalances['pools'][number]) =>
  balance === null || newer > 0 ? [] : [{ unit: pool.unitName, balance }]
