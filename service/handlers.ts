import { BILLING_OPERATIONS, type BillingOperation, type BillingOperationName } from '@/contract/billing/operations'
import type { Context } from 'hono'
import type { z } from 'zod'
import { cancelSubscription } from './operations/cancel-subscription'
import { deleteSubscription } from './operations/delete-subscription'
import { getInvoice } from './operations/get-invoice'
import { getSubscription } from './operations/get-subscription'
import { listTransactions } from './operations/list-transactions'
import type { OperationContext } from './operations/operation-context'
import { readInput } from './read-input'

/** An operation ready for HTTP: reads its input, runs, and answers what its contract says. */
export interface Handler {
  operation: BillingOperation
  respond: (context: Context, operationContext: OperationContext) => Promise<Response>
}

/** `run` answers the JSON text of the operation's output; nothing where it has none. */
function handler<Input extends z.ZodObject, Output extends z.ZodType | null>(
  operation: BillingOperation & { input: Input; output: Output },
  run: (context: OperationContext, input: z.output<Input>) => Promise<Output extends z.ZodType ? string : void>,
): Handler {
  return {
    operation,
    respond: async (context, operationContext) => {
      const body = await run(operationContext, await readInput(operation, context, operationContext.signal))
      if (typeof body !== 'string') return new Response(null, { status: operation.status })
      return new Response(body, { status: operation.status, headers: { 'content-type': 'application/json' } })
    },
  }
}

/** Each operation of the interface and what runs it. */
export const HANDLERS: Record<BillingOperationName, Handler> = {
  cancelSubscription: handler(BILLING_OPERATIONS.cancelSubscription, cancelSubscription),
  deleteSubscription: handler(BILLING_OPERATIONS.deleteSubscription, deleteSubscription),
  getSubscription: handler(BILLING_OPERATIONS.getSubscription, getSubscription),
  getInvoice: handler(BILLING_OPERATIONS.getInvoice, getInvoice),
  listTransactions: handler(BILLING_OPERATIONS.listTransactions, listTransactions),
}
