import type { InvoiceLineItem } from '@/contract/billing/invoice'
import type { Price, PriceTier } from '@/contract/billing/price'
import { Big } from 'big.js'
import type { Account } from './account'
import { MONTHS } from './calendar'
import type { Random } from './random'

export type LineItemDraft = Omit<InvoiceLineItem, 'id' | 'invoiceId' | 'merchantId' | 'createdAt' | 'updatedAt'>

interface Charge {
  quantity: Big
  unitPrice: Big
  note: string | null
}

/** The line items of one period: amount = quantity × unit price, exactly, as the rules of the price say. */
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
    chargesFor(price, account, random).map((charge) => lineItem(price, charge, period)),
  )
  const [first] = base ? [base] : charged
  if (first && !account.isTrial && random.chance(0.15)) {
    const goodwill = {
      quantity: Big(1),
      unitPrice: Big(random.pick(['-25', '-12.50', '-99.99'])),
      note: 'service credit',
    }
    items.push(lineItem(first, goodwill, period))
  }
  return items
}

function basePriceOf({ offer, cadence }: Account): Price | null {
  const { basePlanPrice, basePlanPriceQuarterly, basePlanPriceAnnually } = offer.plan
  const prices = {
    monthly: basePlanPrice,
    quarterly: basePlanPriceQuarterly,
    annually: basePlanPriceAnnually,
    oneTime: null,
  }
  return prices[cadence]
}

function chargesFor(price: Price, account: Account, random: Random): Charge[] {
  const [min, max] = account.offer.usage[price.id] ?? [1, 1]
  const months = price.id in account.offer.usage && price.entityType === 'metric' ? (MONTHS[account.cadence] ?? 1) : 1
  const used = Big(random.int(min, max)).times(months)
  switch (price.priceType) {
    case 'none':
      return [{ quantity: Big(1), unitPrice: Big(0), note: null }]
    case 'fixed':
      return [{ quantity: Big(price.rules.quantity), unitPrice: Big(price.rules.price), note: null }]
    case 'unit':
      return [{ quantity: used, unitPrice: Big(price.rules.price).div(price.rules.quantity ?? 1), note: null }]
    case 'tier':
      return price.rules.tiers.flatMap((tier, index) => {
        const quantity = withinTier(tier, used)
        const isEmpty = quantity.eq(0) && index > 0
        return isEmpty ? [] : [{ quantity, unitPrice: Big(tier.price), note: `tier ${index + 1}` }]
      })
  }
}

function withinTier({ start, end }: PriceTier, used: Big): Big {
  const upTo = end !== null && used.gt(end) ? Big(end) : used
  return upTo.gt(start) ? upTo.minus(start) : Big(0)
}

function lineItem(
  price: Price,
  { quantity, unitPrice, note }: Charge,
  period: { start: string; end: string },
): LineItemDraft {
  const { billable } = price
  if (!billable) throw new TypeError(`${price.id} charges for nothing`)
  const name = price.name ?? billable.name
  return {
    priceId: price.id,
    amount: quantity.times(unitPrice).toFixed(),
    description: note === null ? name : `${name}, ${note}`,
    details: { quantity: quantity.toFixed(), unitPrice: unitPrice.toFixed() },
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
