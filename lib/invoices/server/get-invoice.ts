import type { InvoiceView } from '../invoice'
import type { SubscriptionTerms } from '../finding'
import { wrongRecordProblem } from '@/lib/billing-api/server/response-problem'
import type { ReadContext } from '@/lib/core/server/operation-context'
import { invoiceViewInPieces } from '@/lib/billing-api/server/tolerant/invoice-view'
import { termsOf } from '@/lib/objects/server/subscription-terms'
import type { LongTurn } from '@/lib/billing-api/server/long-responses'
import { readRaw } from '@/lib/billing-api/server/raw-response'
import type { BillingResponse } from '@/lib/billing-api/server/billing-response'
import { FieldReader, type ReadingContext } from '@/lib/billing-api/server/tolerant/field-reader'
import { objectOf } from '@/lib/billing-api/server/tolerant/scalars'
import { readSubscription } from '@/lib/subscriptions/server/read-subscription'
import { idProblem } from '@/contract/requestable-id'
import { ProblemError } from '@/lib/core/problem-error'
import { readable } from '@/lib/billing-api/unreadable'
import { takeInvoice } from './page-invoices'
import { Instant, InvoiceInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

/**
 * Returns an invoice with all line items and their totals (section 4.4). With `asOf` returns the response that a page
 * was made from, while it is kept.
 * @throws ProblemError as `BillingClient.read`, and `unreadable_response` when the response is about another invoice
 */
export const getInvoice = operation('getInvoice', {
  input: InvoiceInput.extend({
    asOf: Instant.describe(
      'Only for pages of this console. Leave it out: it does not show an earlier state',
    ).optional(),
  }),
  describe:
    'An invoice with its lines and the findings of its own checks: sums, prices and periods. The list of invoices and the tool’s `inWords` also compare it with other invoices.',
  tool: {},
  async run(
    { environment, readStart = environment.index.startRead(), requestId, signal, isBackground }: ReadContext,
    { invoiceId, asOf },
  ): Promise<InvoiceView> {
    const kept = asOf === undefined ? undefined : takeInvoice(environment.pageInvoices, invoiceId, asOf)
    if (kept) return kept
    const { billing, drift, index } = environment
    const source = { resource: 'invoice', exampleId: invoiceId } as const
    return billing.withLongTurn(async (turn) => {
      const response = await index.readOrMarkGone(readStart, 'invoice', invoiceId, () =>
        billing.read({ operation: 'getInvoice', params: { invoiceId } }, { requestId, signal, isBackground, turn }),
      )
      const terms = await termsOfInvoice({ environment, readStart, requestId, signal, isBackground }, response, turn)
      const read = function* (json: unknown, reading: ReadingContext) {
        const view = yield* invoiceViewInPieces(json, { ...reading, ...terms })
        if (view.id === invoiceId) return view
        throw wrongRecordProblem('invoice', invoiceId, view.id, response.status)
      }
      const invoice = await drift.read(source, response, read, signal)
      const contentDigest = index.recordInvoice({ ...readStart, sentAt: response.sentAt }, invoice)
      return { ...invoice, contentDigest }
    })
  },
})

/** How long a person's invoice in major units waits for its subscription, which only decides how its checks round and prorate. */
const TERMS_WAIT_MS = 1_500

/**
 * Returns the terms of the invoice's subscription; none when it cannot be read. In major units, the last known terms are
 * enough; in minor units, they are always read.
 */
async function termsOfInvoice(
  { environment, readStart, requestId, signal, isBackground }: ReadContext,
  { json, amountUnit, asOf }: BillingResponse,
  turn: LongTurn,
): Promise<Partial<SubscriptionTerms>> {
  const id = readable(new FieldReader(objectOf(json) ?? {}, { amountUnit, asOf }).text('subscriptionId'))
  if (id === null || idProblem(id) !== null) return {}
  const isMinor = amountUnit === 'minor'
  const known = isMinor ? undefined : environment.index.termsOf(id)
  if (known !== undefined) return known
  const waited = AbortSignal.any([
    ...(signal ? [signal] : []),
    ...(isMinor || isBackground ? [] : [AbortSignal.timeout(TERMS_WAIT_MS)]),
  ])
  try {
    return termsOf(
      await readSubscription(environment, id, { readStart, requestId, signal: waited, isBackground, turn }),
    )
  } catch (error) {
    if (error instanceof ProblemError || (waited.aborted && !signal?.aborted)) return {}
    throw error
  }
}

/** Returns the response of an invoice, re-indented. Throws as `readRaw`. */
export const getRawInvoice = operation('getRawInvoice', {
  input: InvoiceInput,
  describe: 'The billing API’s response for an invoice, with each number as sent.',
  run(context, { invoiceId }) {
    return readRaw(context, { operation: 'getInvoice', params: { invoiceId } })
  },
})
