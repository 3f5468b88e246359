import 'server-only'
import type { ConsoleInput } from '@/contract/console/operations'
import { readProblem } from '../billing-api/response-problem'
import type { BillingClient } from '../billing-api/billing-client'
import type { BillingTarget } from '../billing-api/billing-request'
import { indentJson } from '../billing-api/indent-json'
import { transactionsTarget } from './list-transactions'
import type { OperationContext } from './operation-context'

/** A subscription's answer as the billing API sent it, re-indented. Throws as `getSubscription`. */
export function getRawSubscription({ environment }: OperationContext, { id }: ConsoleInput<'getRawSubscription'>) {
  return readRaw(environment.billing, { operation: 'getSubscription', params: { id } })
}

/** An invoice's answer as the billing API sent it, re-indented. Throws as `getInvoice`. */
export function getRawInvoice({ environment }: OperationContext, { invoiceId }: ConsoleInput<'getRawInvoice'>) {
  return readRaw(environment.billing, { operation: 'getInvoice', params: { invoiceId } })
}

/** A ledger page's answer as the billing API sent it, re-indented. Throws as `listTransactions`. */
export function listRawTransactions({ environment }: OperationContext, input: ConsoleInput<'listRawTransactions'>) {
  return readRaw(environment.billing, transactionsTarget(environment.billing.settings, input))
}

async function readRaw(billing: BillingClient, target: BillingTarget): Promise<string> {
  const response = await billing.readText(target)
  const text = indentJson(response.text)
  if (text === undefined) throw readProblem(response, target.operation)
  return text
}
