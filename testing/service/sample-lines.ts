import { Invoice } from '@/contract/billing/invoice'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { Transaction } from '@/contract/billing/transaction'
import { stringifyExactJson } from '@/contract/exact-json'
import { z } from 'zod'
import { BadLine } from '@/service/data/line-reader'
import { readImportLine } from '@/service/data/read-import-line'
import { sampleInvoice } from '@/testing/service/samples/sample-invoice'
import { samplePlan, samplePrices, sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { sampleTransaction } from '@/testing/service/samples/sample-transaction'

/*
 * For tests: the samples as plain JSON lines of an import for merchant `m1`. The subscription has one price and the
 * invoice one line.
 */

const Fields = z.looseObject({ id: z.string() })
const PlainPrice = Fields.extend({ billable: Fields })
const PlainLine = Fields.extend({ price: z.looseObject({}) })
const PlainSubscription = Fields.extend({ plan: Fields.extend({ prices: z.tuple([z.object({ price: PlainPrice })]) }) })
const PlainInvoice = Fields.extend({ invoiceLineItems: z.tuple([PlainLine]) })

const plain = (schema: z.ZodType, resource: unknown): unknown =>
  JSON.parse(stringifyExactJson(z.encode(schema, resource)))

const [, unit] = samplePrices('m1')
const plan = samplePlan('m1', { prices: [{ price: unit }], basePlanPriceId: null, basePlanPrice: null })
const invoiceLineItems = sampleInvoice('m1').invoiceLineItems.slice(0, 1)

export const subscription = PlainSubscription.parse(plain(ExpandedSubscription, sampleSubscription('m1', { plan })))
export const invoice = PlainInvoice.parse(plain(Invoice, sampleInvoice('m1', { invoiceLineItems })))
export const transaction = Fields.parse(plain(Transaction, sampleTransaction('m1')))

export const [{ price }] = subscription.plan.prices
export const { billable } = price
export const [lineItem] = invoice.invoiceLineItems

/** Reads an object as line 7 of an import for merchant `m1`. */
export const readLine = (kind: string, data: object) => readImportLine(JSON.stringify({ kind, data }), 7, 'm1')

/** Returns the reason why an object is refused. */
export function refusal(kind: string, data: object) {
  try {
    readLine(kind, data)
  } catch (error) {
    if (error instanceof BadLine) return error.message
    throw error
  }
  return 'was accepted'
}
