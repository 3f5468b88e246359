import 'server-only'
import type { ConsoleInput } from '@/contract/console/operations'
import { readProblem } from './answer-problem'
import { readBillingText } from './billing-client'
import type { BillingTarget } from './billing-request'
import { indentJson } from './indent-json'
import { transactionsTarget } from './list-transactions'
import type { OperationContext } from './operation-context'

/** A subscription's answer as the billing API sent it, re-indented. Throws as `getSubscription`. */
export function getRawSubscription(_context: OperationContext, { id }: ConsoleInput<'getRawSubscription'>) {
  return readRaw({ operation: 'getSubscription', params: { id } })
}

/** An invoice's answer as the billing API sent it, re-indented. Throws as `getInvoice`. */
export function getRawInvoice(_context: OperationContext, { invoiceId }: ConsoleInput<'getRawInvoice'>) {
  return readRaw({ operation: 'getInvoice', params: { invoiceId } })
}

/** A ledger page's answer as the billing API sent it, re-indented. Throws as `listTransactions`. */
export function listRawTransactions(_context: OperationContext, input: ConsoleInput<'listRawTransactions'>) {
  return readRaw(transactionsTarget(input))
}

async function readRaw(target: BillingTarget): Promise<string> {
  const answer = await readBillingText(target)
  const text = indentJson(answer.text)
  if (text === undefined) throw readProblem(answer, target.operation)
  return text
}
