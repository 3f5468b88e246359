import { BILLING_OPERATIONS, type BillingOperation, type BillingOperationName } from '@/contract/billing/operations'
import type { Context } from 'hono'
import type { z } from 'zod'
import { authenticate } from './authenticate'
import { cancelSubscription } from './operations/cancel-subscription'
import { deleteSubscription } from './operations/delete-subscription'
import { getInvoice } from './operations/get-invoice'
import { getSubscription } from './operations/get-subscription'
import { listTransactions } from './operations/list-transactions'
import type { KeyedContext, OperationContext } from './operations/operation-context'
import { readInput } from './read-input'

/** What an operation over HTTP stands on: the key that was sent, the clock, and what bounds the long answers. */
type Asking = KeyedContext & Pick<OperationContext, 'now'> & { hold: (bytes: number) => void }

/** An operation ready for HTTP: finds whose key it is, reads its input, runs, and answers what its contract says. */
export interface Handler {
  operation: BillingOperation
  respond: (context: Context, asking: Asking) => Promise<Response>
}

/** The JSON text of an operation's output, a long one as its bytes in parts; nothing where it has none. */
type Body<Output> = Promise<Output extends z.ZodType ? string | Buffer[] : void>
type Answers<Input extends z.ZodObject, Output> = BillingOperation & { input: Input; output: Output }

function handler<Input extends z.ZodObject, Output extends z.ZodType | null>(
  operation: Answers<Input, Output>,
  run: (context: OperationContext, input: z.output<Input>) => Body<Output>,
): Handler {
  return {
    operation,
    respond: async (context, { keyHash, hold, ...asked }) => {
      const merchantId = await authenticate(asked, keyHash)
      const input = await readInput(operation, context, asked.signal)
      return respondWith(context, operation, await run({ ...asked, merchantId }, input), hold)
    },
  }
}

/** Of an operation that finds the key itself. Who may not ask hears that, not what is wrong with the input. */
function keyedHandler<Input extends z.ZodObject, Output extends z.ZodType | null>(
  operation: Answers<Input, Output>,
  run: (context: KeyedContext, input: z.output<Input>) => Body<Output>,
): Handler {
  return {
    operation,
    respond: async (context, asking) => {
      const input = await readInput(operation, context, asking.signal).catch(async (error: unknown) => {
        await authenticate(asking, asking.keyHash)
        throw error
      })
      return respondWith(context, operation, await run(asking, input), asking.hold)
    },
  }
}

function respondWith(
  context: Context,
  { status }: BillingOperation,
  body: string | Buffer[] | void,
  hold: Asking['hold'],
): Response {
  if (body === undefined) return context.newResponse(null, status)
  const headers = { 'content-type': 'application/json' }
  if (typeof body === 'string') return context.newResponse(body, status, headers)
  const length = body.reduce((bytes, part) => bytes + part.length, 0)
  hold(length)
  return context.newResponse(sentInParts(body), status, { ...headers, 'content-length': String(length) })
}

/** As fast as they are read, each forgotten when it is sent: a long answer stands in memory once, and less and less of it. */
function sentInParts(parts: Buffer[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })
}

/** Each operation of the interface and what runs it. */
export const HANDLERS: Record<BillingOperationName, Handler> = {
  cancelSubscription: handler(BILLING_OPERATIONS.cancelSubscription, cancelSubscription),
  deleteSubscription: handler(BILLING_OPERATIONS.deleteSubscription, deleteSubscription),
  getSubscription: handler(BILLING_OPERATIONS.getSubscription, getSubscription),
  getInvoice: handler(BILLING_OPERATIONS.getInvoice, getInvoice),
  listTransactions: keyedHandler(BILLING_OPERATIONS.listTransactions, listTransactions),
}
