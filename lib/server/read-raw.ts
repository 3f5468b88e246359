import 'server-only'
import { readProblem } from './answer-problem'
import { readBillingText } from './billing-client'
import type { BillingTarget } from './billing-request'
import { indentJson } from './indent-json'
import { pathId } from './path-id'
import { transactionPageTarget, type TransactionPageRequest } from './read-transaction-page'

/** A subscription's answer as the billing API sent it, re-indented. Throws as `readSubscription`. */
export function readRawSubscription(id: string): Promise<string> {
  return readRaw({ operation: 'getSubscription', params: { id: pathId(id) } })
}

/** An invoice's answer as the billing API sent it, re-indented. Throws as `readInvoice`. */
export function readRawInvoice(invoiceId: string): Promise<string> {
  return readRaw({ operation: 'getInvoice', params: { invoiceId: pathId(invoiceId) } })
}

/** A ledger page's answer as the billing API sent it, re-indented. Throws as `readTransactionPage`. */
export function readRawTransactionPage(request: TransactionPageRequest): Promise<string> {
  return readRaw(transactionPageTarget(request))
}

async function readRaw(target: BillingTarget): Promise<string> {
  const answer = await readBillingText(target)
  const text = indentJson(answer.text)
  if (text === undefined) throw readProblem(answer, target.operation)
  return text
}
