import type { TransactionPageView } from '@/contract/console/transaction'
import type { RecentCustomer } from '@/lib/browser/recent-page'
import type { LedgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { readable } from '@/lib/format/unreadable'

/** What the browser remembers of a ledger: the invoices that a page names, and its newest state where that was read. */
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

/** An older balance is not the one there is now. */
const knownNow = ({ pool, balance, newer }: LedgerBalances['pools'][number]) =>
  balance === null || newer > 0 ? [] : [{ unit: pool.unitName, balance }]
