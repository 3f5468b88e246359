import type { InvoiceLineItem } from '@/contract/billing/invoice'
import type { Whole } from '@/contract/billing/whole'
import { chargesFor, knownTerms, type Charge } from '../../domain/price-amount'
import type { Account } from './account'
import { MONTHS } from './calendar'
import type { DemoPrice } from './price-list'
import type { Random } from './random'

export type LineItemDraft = Omit<Whole<InvoiceLineItem>, 'id' | 'invoiceId' | 'merchantId' | 'createdAt' | 'updatedAt'>

/** The line items of one period: what the rules of each price make of the units used. */
export function lineItemsFor(
  account: Account,
  period: { start: string; end: string },
  random: Random,
): LineItemDraft[] {
  const { plan } = account.offer
  const base = account.isTrial ? null : basePriceOf(account)
  const active = plan.prices.map(({ price }) => price).filter((price) => price.status === 'active')
  const charged = active.filter(
    (price) => !price.usesCustomPricingUnit && (price.billableId !== 'bil_credit_pack' || random.chance(0.4)),
  )
  const items = [...(base ? [base] : []), ...charged].flatMap((price) =>
    chargesFor(termsOf(price), usageOf(price, account, random)).map((charge) =>
      lineItem(price, { ...charge, note: noteOn(charge) }, period),
    ),
  )
  const [first] = base ? [base] : charged
  if (first && !account.isTrial && random.chance(0.15)) {
    const amount = random.pick(['-25', '-12.50', '-99.99'])
    items.push(lineItem(first, { quantity: '1', unitPrice: amount, amount, note: 'service credit' }, period))
  }
  return items
}

function basePriceOf({ offer, cadence }: Account): DemoPrice | null {
  const { basePlanPrice, basePlanPriceQuarterly, basePlanPriceAnnually } = offer.plan
  const prices = {
    monthly: basePlanPrice,
    quarterly: basePlanPriceQuarterly,
    annually: basePlanPriceAnnually,
    oneTime: null,
  }
  return prices[cadence]
}

function usageOf(price: DemoPrice, account: Account, random: Random): string {
  const [min, max] = account.offer.usage[price.id] ?? [1, 1]
  const months = price.id in account.offer.usage && price.entityType === 'metric' ? (MONTHS[account.cadence] ?? 1) : 1
  return String(random.int(min, max) * months)
}

function termsOf(price: DemoPrice) {
  const terms = knownTerms(price)
  if (!terms) throw new TypeError(`${price.id} has rules that nobody understands`)
  return terms
}

const NOTES = { usage: null, minimum: 'up to the minimum', maximum: 'above the maximum' }

function noteOn({ tier, reason }: Charge): string | null {
  return tier === null ? NOTES[reason] : `tier ${tier}`
}

function lineItem(
  price: DemoPrice,
  { quantity, unitPrice, amount, note }: Pick<Charge, 'quantity' | 'unitPrice' | 'amount'> & { note: string | null },
  period: { start: string; end: string },
): LineItemDraft {
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
