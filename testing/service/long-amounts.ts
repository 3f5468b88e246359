import type { Transaction } from '@/contract/billing/transaction'
import type { Whole } from '@/contract/billing/whole'
import { sampleInvoice, type SampleInvoice } from '@/testing/service/samples/sample-invoice'
import {
  samplePlan,
  samplePrices,
  sampleSubscription,
  type SampleSubscription,
} from '@/testing/service/samples/sample-subscription'
import { sampleTransaction } from '@/testing/service/samples/sample-transaction'

/** For tests: the samples with an amount of more digits than a float can represent. */

const LONG_AMOUNT = '12345678901234567890.123456789012'

export function longSubscription(merchantId: string, fields: Partial<SampleSubscription> = {}): SampleSubscription {
  const [tier, ...others] = samplePrices(merchantId)
  const prices = [{ ...tier, limit: LONG_AMOUNT }, ...others].map((price) => ({ price }))
  return sampleSubscription(merchantId, { plan: samplePlan(merchantId, { prices }), ...fields })
}

export function longInvoice(merchantId: string): SampleInvoice {
  const [tokens, ...others] = sampleInvoice(merchantId).invoiceLineItems
  if (!tokens) throw new TypeError('the sample has lines')
  const details = { quantity: LONG_AMOUNT, unitPrice: '0' }
  return sampleInvoice(merchantId, { invoiceLineItems: [{ ...tokens, details }, ...others] })
}

export const longTransaction = (merchantId: string): Whole<Transaction> =>
  sampleTransaction(merchantId, { amount: LONG_AMOUNT, newBalance: '19.990' })
