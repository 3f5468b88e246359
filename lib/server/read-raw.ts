import 'server-only'
import { readBilling } from './billing-client'
import { indentJson } from './indent-json'
import { pathId } from './path-id'
import { transactionPageTarget, type TransactionPageRequest } from './read-transaction-page'

/** A subscription's answer as the billing API sent it, re-indented. Throws as `readSubscription`. */
export async function readRawSubscription(id: string): Promise<string> {
  return indentJson((await readBilling({ operation: 'getSubscription', params: { id: pathId(id) } })).text)
}

/** An invoice's answer as the billing API sent it, re-indented. Throws as `readInvoice`. */
export async function readRawInvoice(invoiceId: string): Promise<string> {
  return indentJson((await readBilling({ operation: 'getInvoice', params: { invoiceId: pathId(invoiceId) } })).text)
}

/** A ledger page's answer as the billing API sent it, re-indented. Throws as `readTransactionPage`. */
export async function readRawTransactionPage(request: TransactionPageRequest): Promise<string> {
  return indentJson((await readBilling(transactionPageTarget(request))).text)
}
