import type { InvoiceLineItem } from '@/contract/billing/invoice'
import { PriceTerms } from '@/contract/billing/price'
import type { Whole } from '@/contract/billing/whole'
import { MONTHS } from '../../domain/billing-period'
import type { Account } from './account'
import { plusMonths } from './calendar'
import { type Charge, chargesFor } from './charges'
import type { DemoPrice } from './price-list'
import type { Random } from './random'

type LineItemDraft = Omit<Whole<InvoiceLineItem>, 'id' | 'invoiceId' | 'merchantId' | 'createdAt' | 'updatedAt'>

interface Interval {
  start: string
  end: string
}

/** `count` months of a subscription from month `first`, counted from its start. */
export interface Months {
  first: number
  count: number
}

/**
 * Returns the line items of an invoice for these months: a line for each price interval that starts in them, charged by
 * the rules of the price. A yearly price is on one invoice a year, a monthly price on every invoice.
 */
export function lineItemsFor(account: Account, months: Months, random: Random): LineItemDraft[] {
  const { plan } = account.offer
  const base = account.isTrial ? null : basePriceOf(account)
  const active = plan.prices.map(({ price }) => price).filter((price) => price.status === 'active')
  const charged = active.filter(
    (price) => !price.usesCustomPricingUnit && (price.billableId !== 'bil_credit_pack' || random.chance(0.4)),
  )
  const items = [...(base ? [base] : []), ...charged].flatMap((price) =>
    intervalsOf(price, account, months).flatMap((interval) =>
      chargesFor(PriceTerms.parse(price), usageOf(price, account, random)).map((charge) =>
        lineItem(price, charge, interval),
      ),
    ),
  )
  const [first] = base ? [base] : charged
  if (first && !account.isTrial && random.chance(0.15)) {
    const amount = random.pick(['-25', '-12.50', '-99.99'])
    const credit = { quantity: '1', unitPrice: amount, amount, note: 'service credit' }
    for (const interval of intervalsOf(first, account, months).slice(0, 1))
      items.push(lineItem(first, credit, interval))
  }
  return items
}

/** Returns the intervals of a price that start in these months; for a one-time price, the months themselves. */
function intervalsOf({ billingCadence }: DemoPrice, { startDate }: Account, { first, count }: Months): Interval[] {
  const length = MONTHS[billingCadence]
  const interval = (from: number, months: number) => ({
    start: plusMonths(startDate, from),
    end: plusMonths(startDate, from + months),
  })
  if (length === null) return [interval(first, count)]
  return Array.from({ length: count }, (_, index) => first + index)
    .filter((month) => month % length === 0)
    .map((month) => interval(month, length))
}

function basePriceOf({ offer, cadence }: Account): DemoPrice | null {
  const { basePlanPrice: monthly, basePlanPriceQuarterly: quarterly, basePlanPriceAnnually: annually } = offer.plan
  return { monthly, quarterly, annually, oneTime: null }[cadence]
}

function usageOf(price: DemoPrice, account: Account, random: Random): string {
  const [min, max] = account.offer.usage[price.id] ?? [1, 1]
  return String(random.int(min, max))
}

function lineItem(price: DemoPrice, { quantity, unitPrice, amount, note }: Charge, period: Interval): LineItemDraft {
  const { billable } = price
  const name = price.name ?? billable.name
  return {
    priceId: price.id,
    amount,
    description: note === null ? name : `${name}, ${note}`,
    details: { quantity, unitPrice },
    startDate: period.start,
    endDate: period.end,
    price: {
      id: price.id,
      entityType: price.entityType,
      rules: price.rules,
      billable: {
        id: billable.id,
        showOnInvoice: billable.showOnInvoice,
        hidden: billable.hidden,
        singleUnitLabel: billable.singleUnitLabel,
        multipleUnitLabel: billable.multipleUnitLabel,
      },
    },
  }
}
