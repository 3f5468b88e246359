import type { OperationContext } from '../operation-context'
import type { BillingTarget } from './billing-request'
import { indentJson } from './indent-json'
import { readProblem } from './response-problem'

/**
 * Returns a response as the billing API sent it, re-indented.
 * @throws ProblemError as `BillingClient.readText`, and `unreadable_response` when the text is not JSON
 */
export async function readRaw(
  { environment, requestId, signal }: OperationContext,
  target: BillingTarget,
): Promise<string> {
  const response = await environment.billing.readText(target, { requestId, signal })
  const text = indentJson(response.text)
  if (text !== undefined) return text
  environment.health.recordUnreadable({ operation: target.operation, status: response.status, requestId })
  throw readProblem(response, target.operation)
}
