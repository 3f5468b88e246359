import type { ConsoleInput } from '@/contract/console/operations'
import { readProblem } from '../billing-api/response-problem'
import type { BillingTarget } from '../billing-api/billing-request'
import { indentJson } from '../billing-api/indent-json'
import { transactionsTarget } from './list-transactions'
import type { OperationContext } from './operation-context'

/** A subscription's answer as the billing API sent it, re-indented. Throws as `getSubscription`. */
export function getRawSubscription(context: OperationContext, { id }: ConsoleInput<'getRawSubscription'>) {
  return readRaw(context, { operation: 'getSubscription', params: { id } })
}

/** An invoice's answer as the billing API sent it, re-indented. Throws as `getInvoice`. */
export function getRawInvoice(context: OperationContext, { invoiceId }: ConsoleInput<'getRawInvoice'>) {
  return readRaw(context, { operation: 'getInvoice', params: { invoiceId } })
}

/** A ledger page's answer as the billing API sent it, re-indented. Throws as `listTransactions`. */
export function listRawTransactions(context: OperationContext, input: ConsoleInput<'listRawTransactions'>) {
  return readRaw(context, transactionsTarget(context.environment.billing.settings, input))
}

async function readRaw({ environment, requestId, signal }: OperationContext, target: BillingTarget): Promise<string> {
  const response = await environment.billing.readText(target, { requestId, signal })
  const text = indentJson(response.text)
  if (text !== undefined) return text
  environment.health.recordUnreadable({ operation: target.operation, status: response.status, requestId })
  throw readProblem(response, target.operation)
}
