import { BILLING_OPERATIONS, type BillingOperation, type BillingOperationName } from '@/contract/billing/operations'
import type { Context } from 'hono'
import type { z } from 'zod'
import { authenticate } from './api-keys'
import { cancelSubscription } from './operations/cancel-subscription'
import { deleteSubscription } from './operations/delete-subscription'
import { getInvoice } from './operations/get-invoice'
import { getSubscription } from './operations/get-subscription'
import { listTransactions } from './operations/list-transactions'
import type { KeyedContext, OperationContext } from './operations/operation-context'
import { readInput } from './read-input'

/** Context of an operation over HTTP: the key that was sent, the clock, and `hold`, which limits long responses. */
type RequestContext = KeyedContext & Pick<OperationContext, 'now'> & { hold: (bytes: number) => void }

/** An operation over HTTP: authenticates, reads the input, runs the operation and sends what its contract says. */
interface Handler {
  operation: BillingOperation
  respond: (context: Context, requestContext: RequestContext) => Promise<Response>
}

/** JSON text of an operation's output, in parts when it is long; void when the operation has no output. */
type Body<Output> = Promise<Output extends z.ZodType ? string | Buffer[] : void>
type HandlerContract<Input extends z.ZodObject, Output> = BillingOperation & { input: Input; output: Output }

function handler<Input extends z.ZodObject, Output extends z.ZodType | null>(
  operation: HandlerContract<Input, Output>,
  run: (context: OperationContext, input: z.output<Input>) => Body<Output>,
): Handler {
  return {
    operation,
    respond: async (context, { keyHash, hold, ...rest }) => {
      const merchantId = await authenticate(rest, keyHash)
      const input = await readInput(operation, context, rest.signal)
      return respondWith(context, operation, await run({ ...rest, merchantId }, input), hold)
    },
  }
}

/** Handler of an operation that checks the key itself. A bad key is reported before bad input. */
function keyedHandler<Input extends z.ZodObject, Output extends z.ZodType | null>(
  operation: HandlerContract<Input, Output>,
  run: (context: KeyedContext & Pick<OperationContext, 'now'>, input: z.output<Input>) => Body<Output>,
): Handler {
  return {
    operation,
    respond: async (context, requestContext) => {
      const input = await readInput(operation, context, requestContext.signal).catch(async (error: unknown) => {
        await authenticate(requestContext, requestContext.keyHash)
        throw error
      })
      return respondWith(context, operation, await run(requestContext, input), requestContext.hold)
    },
  }
}

function respondWith(
  context: Context,
  { status }: BillingOperation,
  body: string | Buffer[] | void,
  hold: RequestContext['hold'],
): Response {
  if (body === undefined) return context.newResponse(null, status)
  const headers = { 'content-type': 'application/json' }
  if (typeof body === 'string') return context.newResponse(body, status, headers)
  const length = body.reduce((bytes, part) => bytes + part.length, 0)
  hold(length)
  return context.newResponse(sentInParts(body), status, { ...headers, 'content-length': String(length) })
}

/** Streams parts as the client reads them and frees each part once it is sent, so that memory shrinks as it goes. */
function sentInParts(parts: Buffer[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })
}

/** The handler of each operation of the interface. */
export const HANDLERS: Record<BillingOperationName, Handler> = {
  cancelSubscription: handler(BILLING_OPERATIONS.cancelSubscription, cancelSubscription),
  deleteSubscription: handler(BILLING_OPERATIONS.deleteSubscription, deleteSubscription),
  getSubscription: keyedHandler(BILLING_OPERATIONS.getSubscription, getSubscription),
  getInvoice: keyedHandler(BILLING_OPERATIONS.getInvoice, getInvoice),
  listTransactions: keyedHandler(BILLING_OPERATIONS.listTransactions, listTransactions),
}
