import { parseExactJson } from '@/contract/exact-json'
import type { TransactionView } from '@/contract/console/transaction'
import { objectOf } from '@/lib/server/billing-api/tolerant/scalars'
import { FieldReader } from '@/lib/server/billing-api/tolerant/field-reader'
import { transactionView } from '@/lib/server/billing-api/tolerant/transaction-view'

/** Returns a ledger entry that has only the given fields. */
export function bareTransaction(sent: Record<string, unknown> = {}): TransactionView {
  const json = objectOf(parseExactJson(JSON.stringify(sent))) ?? {}
  return transactionView(new FieldReader(json, { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' }), new Map())
}
