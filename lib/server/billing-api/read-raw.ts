import type { OperationContext } from '../operation-context'
import type { BillingTarget } from './billing-request'
import { runInPieces } from '../in-pieces'
import { indentJsonInPieces } from './indent-json'
import { readProblem } from './response-problem'

/**
 * Returns a response as the billing API sent it, re-indented.
 * @throws ProblemError as `BillingClient.readText`, and `unreadable_response` when the text is not JSON
 */
export async function readRaw(
  { environment, requestId, signal }: OperationContext,
  target: BillingTarget,
): Promise<string> {
  const { billing, health } = environment
  return billing.memory.use(async (share) => {
    const response = await billing.readText(target, { requestId, signal, share })
    const text = await runInPieces(indentJsonInPieces(response.text), signal)
    if (text !== undefined) return text
    health.recordUnreadable({ operation: target.operation, status: response.status, requestId })
    throw readProblem(response, target.operation)
  })
}
