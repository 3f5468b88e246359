import { runToEnd } from '@/contract/pieces'
import type { ReadingContext } from '@/lib/billing-api/server/tolerant/field-reader'
import { invoiceViewInPieces } from '@/lib/billing-api/server/tolerant/invoice-view'
import { parseResponseInPieces } from '@/lib/billing-api/server/tolerant/parse-response'
import { subscriptionViewInPieces } from '@/lib/billing-api/server/tolerant/subscription-view'
import { transactionPageViewInPieces } from '@/lib/billing-api/server/tolerant/transaction-view'

/*
 * The readers of responses without interruption. The console itself reads in pieces.
 */

export const parseResponse = (text: string) => runToEnd(parseResponseInPieces(text))

export const subscriptionView = (json: unknown, context: ReadingContext) =>
  runToEnd(subscriptionViewInPieces(json, context))

export const invoiceView = (json: unknown, context: ReadingContext) => runToEnd(invoiceViewInPieces(json, context))

export const transactionPageView = (
  json: unknown,
  requested: Parameters<typeof transactionPageViewInPieces>[1],
  context: ReadingContext,
) => runToEnd(transactionPageViewInPieces(json, requested, context))
