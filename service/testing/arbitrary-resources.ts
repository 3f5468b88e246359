import { Invoice } from '@/contract/billing/invoice'
import type { Price } from '@/contract/billing/price'
import { Id } from '@/contract/billing/scalars'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import * as fc from 'fast-check'
import { ImportCustomer, ImportTransaction } from '../data/import-line'
import { arbitraryOf } from './arbitrary-of'

/*
 * For tests: any resources the contract allows, of one merchant, with the ids agreeing that name the same thing: a plan's
 * id and `planId`, a line's invoice. Ids of one kind differ, as two prices with one id would be one price.
 */

/** More than the prices, or billables, of a subscription: three in its plan, three base prices. */
const sixIds = fc.uniqueArray(arbitraryOf(Id), { minLength: 6, maxLength: 6 })

export function subscriptions(merchantId: string): fc.Arbitrary<ExpandedSubscription> {
  return fc.tuple(arbitraryOf(ExpandedSubscription), sixIds, sixIds).map(([subscription, priceIds, billableIds]) => {
    const settled = <P extends Price | null>(price: P, index: number): P => {
      if (!price) return price
      const billable = price.billable && { ...price.billable, id: billableIds[index] ?? '' }
      return { ...price, merchantId, id: priceIds[index] ?? '', billable, billableId: billable?.id ?? null }
    }
    const { plan } = subscription
    const [basePlanPrice, basePlanPriceQuarterly, basePlanPriceAnnually] = [
      settled(plan.basePlanPrice, 3),
      settled(plan.basePlanPriceQuarterly, 4),
      settled(plan.basePlanPriceAnnually, 5),
    ]
    return {
      ...subscription,
      merchantId,
      planId: plan.id,
      plan: {
        ...plan,
        merchantId,
        prices: plan.prices.map(({ price }, index) => ({ price: settled(price, index) })),
        basePlanPrice,
        basePlanPriceId: basePlanPrice?.id ?? null,
        basePlanPriceQuarterly,
        basePlanPriceQuarterlyId: basePlanPriceQuarterly?.id ?? null,
        basePlanPriceAnnually,
        basePlanPriceAnnuallyId: basePlanPriceAnnually?.id ?? null,
      },
    }
  })
}

export function invoices(merchantId: string): fc.Arbitrary<Invoice> {
  return fc.tuple(arbitraryOf(Invoice), sixIds).map(([invoice, ids]) => ({
    ...invoice,
    merchantId,
    invoiceLineItems: invoice.invoiceLineItems.map((item, index) => ({
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

/** Entries of these customers, of distinct ids. */
export function transactions(
  merchantId: string,
  customerIds: string[],
  maxLength: number,
): fc.Arbitrary<ImportTransaction[]> {
  const entry = fc
    .tuple(arbitraryOf(ImportTransaction), fc.constantFrom(...customerIds))
    .map(([transaction, customerId]) => ({ ...transaction, merchantId, customerId }))
  return fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength })
}
