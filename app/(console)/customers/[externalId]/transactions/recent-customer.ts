import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import type { RecentCustomer } from '@/lib/browser/recent-page'
import { newestEntries } from '@/lib/domain/newest-entries'
import { readable } from '@/lib/format/unreadable'

/** What the browser remembers of a ledger, from one page of it. */
export const recentCustomer = (
  { externalId, results, asOf }: TransactionPageView,
  order: ConsoleInput<'listTransactions'>['order'],
): RecentCustomer => ({
  kind: 'customer',
  id: externalId,
  label: externalId,
  asOf,
  ...newestEntries(results, order),
  invoiceIds: results.flatMap(({ allocationBlock }) => readable(allocationBlock?.invoiceId) ?? []),
})
