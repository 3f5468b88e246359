import { parseExactJson } from '@/contract/exact-json'
import type { TransactionView } from '@/lib/ledger/transaction'
import { objectOf } from '@/lib/billing-api/server/tolerant/scalars'
import { FieldReader } from '@/lib/billing-api/server/tolerant/field-reader'
import { transactionView } from '@/lib/billing-api/server/tolerant/transaction-view'

/** Returns a ledger entry that has only the given fields. */
export function bareTransaction(sent: Record<string, unknown> = {}): TransactionView {
  const json = objectOf(parseExactJson(JSON.stringify(sent))) ?? {}
  return transactionView(new FieldReader(json, { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' }), new Map())
}
