import { Billable } from '@/contract/billing/billable'
import { Invoice } from '@/contract/billing/invoice'
import { Plan } from '@/contract/billing/plan'
import { Price } from '@/contract/billing/price'
import { Id } from '@/contract/billing/scalars'
import { Transaction } from '@/contract/billing/transaction'
import { Subscription, type ExpandedSubscription } from '@/contract/billing/subscription'
import * as fc from 'fast-check'
import { ImportCustomer } from '@/service/data/import-line'
import { arbitraryOf } from './arbitrary-of'

/*
 * For tests: generates valid resources of one merchant. Redundant ids agree, such as a plan's id and `planId`, or a
 * line's invoice.
 */

/** Generates a reference: none, a known or unknown id alone, or an id with its object. */
function reference<Named extends { id: string }>(named: Named[]) {
  const given = fc.constantFrom(...named)
  return fc.oneof(
    fc.constant({ id: null, object: null }),
    arbitraryOf(Id).map((id) => ({ id, object: null })),
    given.map(({ id }) => ({ id, object: null })),
    given.map((object) => ({ id: object.id, object })),
  )
}

/** Generates few objects with distinct ids, so that several places often share one. */
const few = <Named extends { id: string }>(arbitrary: fc.Arbitrary<Named>) =>
  fc.uniqueArray(arbitrary, { selector: ({ id }) => id, minLength: 1, maxLength: 3 })

function prices(merchantId: string): fc.Arbitrary<Price[]> {
  return few(arbitraryOf(Billable)).chain((billables) =>
    few(
      fc.tuple(arbitraryOf(Price), reference(billables)).map(([price, { id, object }]) => ({
        ...price,
        merchantId,
        billableId: id,
        billable: object,
      })),
    ),
  )
}

/** Generates subscriptions. Objects with the same id are equal; an id may be of an object sent elsewhere or never. */
export function subscriptions(merchantId: string): fc.Arbitrary<ExpandedSubscription> {
  const plans = prices(merchantId).chain((all) =>
    fc
      .record({
        plan: arbitraryOf(Plan),
        listed: fc.array(fc.constantFrom(...all), { maxLength: 4 }),
        monthly: reference(all),
        quarterly: reference(all),
        annually: reference(all),
      })
      .map(({ plan, listed, monthly, quarterly, annually }) => ({
        ...plan,
        merchantId,
        prices: listed.map((price) => ({ price })),
        basePlanPriceId: monthly.id,
        basePlanPrice: monthly.object,
        basePlanPriceQuarterlyId: quarterly.id,
        basePlanPriceQuarterly: quarterly.object,
        basePlanPriceAnnuallyId: annually.id,
        basePlanPriceAnnually: annually.object,
      })),
  )
  return fc
    .tuple(arbitraryOf(Subscription), plans)
    .map(([subscription, plan]) => ({ ...subscription, merchantId, planId: plan.id, plan }))
}

/** Unique ids of line items; an invoice has fewer than six. */
const sixIds = fc.uniqueArray(arbitraryOf(Id), { minLength: 6, maxLength: 6 })

export function invoices(merchantId: string): fc.Arbitrary<Invoice> {
  return fc.tuple(arbitraryOf(Invoice), sixIds).map(([invoice, ids]) => ({
    ...invoice,
    merchantId,
    invoiceLineItems: invoice.invoiceLineItems?.map((item, index) => ({
      ...item,
      merchantId,
      id: ids[index] ?? '',
      invoiceId: invoice.id,
    })),
  }))
}

export function customers(): fc.Arbitrary<ImportCustomer> {
  return arbitraryOf(ImportCustomer.omit({ merchantId: true }))
}

/** Generates entries of these customers with distinct ids. */
export function transactions(
  merchantId: string,
  customerIds: string[],
  maxLength: number,
): fc.Arbitrary<Transaction[]> {
  const entry = fc
    .tuple(arbitraryOf(Transaction), fc.constantFrom(...customerIds))
    .map(([transaction, customerId]) => ({ ...transaction, merchantId, customerId }))
  return fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength })
}
