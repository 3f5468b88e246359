import type { BillingCadence } from '@/contract/billing/scalars'
import type { PriceView } from '@/lib/billing-api/price'
import type { Unreadable } from '@/lib/billing-api/view-of'
import type { BasePlanPriceView, PlanView, SubscriptionView } from './subscription'
import { groupBy } from '@/lib/core/group-by'
import { formatCount } from '@/lib/money/amount'
import { isUnreadable, readable, readableList } from '@/lib/billing-api/unreadable'
import { tiersJoin } from './rule-charge'

/** One price of a plan as a row of the tree. */
export interface PlanPrice {
  /** Unique within the plan; ids may be missing or repeated. */
  key: string
  /** Null when only the id or the status of a base plan price was sent, and the list of prices does not contain it. */
  price: PriceView | null
  /** The unreadable list of prices, when it might have contained the price. */
  unreadableList?: Unreadable
  /** Set for a base price of the plan. */
  base: BasePlanPriceView | null
  /** True for the base price of the subscription's cadence. */
  ofCadence: boolean
  /** True when another price of the plan has the same name, so that only the cadence distinguishes them. */
  sharesName: boolean
  /**
   * `alternativeBase`: the base price of another billing interval, which is not charged. Prices that are not base prices apply
   * at their own interval. `unknown`: the interval or the status is unknown.
   */
  applies: 'yes' | 'unknown' | 'alternativeBase' | 'archived'
}

const KNOWN_CADENCES: readonly string[] = ['oneTime', 'monthly', 'quarterly', 'annually'] satisfies BillingCadence[]

const isKnownCadence = (cadence: string | null) => cadence !== null && KNOWN_CADENCES.includes(cadence)

/** Returns whether a base price applies; unknown intervals and statuses give `unknown`. */
function baseApplies(billingCadence: string | null, cadence: string, status: string | null): PlanPrice['applies'] {
  if (cadence === billingCadence) return 'yes'
  if (status === 'archived') return 'archived'
  return isKnownCadence(cadence) && isKnownCadence(billingCadence) ? 'alternativeBase' : 'unknown'
}

/** Returns whether another price applies; its interval may differ from the subscription's. */
function priceApplies(billingCadence: string | null, price: PriceView): PlanPrice['applies'] {
  const [cadence, status] = [readable(price.billingCadence), readable(price.status)]
  if (status === 'archived') return 'archived'
  const isActive = status === 'active' || status === null
  const isKnown = cadence !== null && (cadence === billingCadence || isKnownCadence(cadence))
  return isActive && isKnown ? 'yes' : 'unknown'
}

/**
 * Returns the plan's prices: base prices first, by cadence, then the others in the order sent. A base price sent only by its id
 * is looked up in the list of prices. Equal copies are merged; copies that differ are both returned.
 */
export function planPrices(plan: PlanView, billingCadence: string | null): PlanPrice[] {
  const prices = readableList(plan.prices)
  const bases = plan.basePlanPrices.map((base) => ({
    base,
    price: base.price ?? prices.find(({ id }) => typeof id === 'string' && id === base.id) ?? null,
  }))
  const copies = new Set(bases.flatMap(({ price }) => (price ? JSON.stringify(price) : [])))
  const baseIds = new Set(bases.map(({ price }) => price?.id))
  const baseOf = (price: PriceView) =>
    bases.find(({ base }) => typeof price.id === 'string' && base.id === price.id)?.base
  const isCopy = (price: PriceView) => baseIds.has(price.id) && copies.has(JSON.stringify(price))
  // A copy that differs from its base price applies as the base price does.
  const appliesOf = (price: PriceView) => {
    const base = baseOf(price)
    return base
      ? baseApplies(billingCadence, base.cadence, readable(price.status))
      : priceApplies(billingCadence, price)
  }
  const all: Omit<PlanPrice, 'sharesName'>[] = [
    ...bases.map(({ base, price }) => ({
      key: `base-${base.cadence}`,
      price,
      ...(price === null && isUnreadable(plan.prices) && { unreadableList: plan.prices }),
      base,
      ofCadence: base.cadence === billingCadence,
      applies: baseApplies(billingCadence, base.cadence, readable(base.status ?? price?.status)),
    })),
    ...prices
      .map((price, index) => ({
        key: `price-${index}`,
        price,
        base: null,
        ofCadence: false,
        applies: appliesOf(price),
      }))
      .filter(({ price }) => !isCopy(price)),
  ]
  const named = groupBy(all, ({ price }) => priceName(price))
  return all.map((item) => {
    const name = priceName(item.price)
    return { ...item, sharesName: name !== null && named.get(name)?.length !== 1 }
  })
}

/** Returns the name of the price, or of its billable. */
export const priceName = (price: PriceView | null) => readable(price?.name) ?? readable(price?.billable?.name)

/** Returns the currency of a price's amounts; null when they count in a custom pricing unit. */
export const priceCurrency = (price: PriceView, currency: string | null) => (price.inCustomUnit ? null : currency)

/** Returns the lower-case text that a filter searches. */
function searchText({ price, base }: PlanPrice): string {
  const billable = price?.billable
  return [
    price?.name,
    price?.id,
    price?.status,
    price?.billableId,
    billable?.name,
    billable?.id,
    billable?.slug,
    base?.id,
    base?.status,
    base ? 'base plan price' : null,
  ]
    .map(readable)
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
}

/** Returns the prices that contain every word of the filter. */
export function matchingPrices(prices: PlanPrice[], filter: string): PlanPrice[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? prices : prices.filter((price) => hasWords(searchText(price), words))
}

const hasWords = (text: string, words: readonly string[]) => words.every((word) => text.includes(word))

/** Returns `3 prices`, and mentions an unreadable list of prices. */
export function priceCountLabel(count: number, list: PlanView['prices']): string {
  const counted = formatCount(count, 'price')
  if (isUnreadable(list))
    return count === 0 ? 'The list of prices could not be read' : `${counted}; the list of prices could not be read`
  return count === 0 ? 'No prices sent' : counted
}

/** The charges of a subscription's plan, as far as the API sent them. */
export interface WhatTheyPay {
  /** The subscription's billing interval; null when missing or unreadable. */
  billingCadence: string | null
  /** The base price of the subscription's cadence; null when there is none. */
  base: PlanPrice | null
  /** True when the base price disagrees with its ID or interval beside it, or with a copy in the list of prices. */
  isBaseContradicted: boolean
  /** True when the plan has a base price of any cadence. */
  hasBases: boolean
  /** Other charges for a fixed amount, by unit or by tier, at any interval, in the plan's order. */
  besides: PlanPrice[]
  /** The number of usage-based prices. */
  metered: number
  /** The number of prices of which it is unknown whether, or how much, they charge. */
  unknown: number
  /** True when the list of prices is unreadable, so that there may be more. */
  isListUnreadable: boolean
  /** True when amounts are as sent, in minor units of an unknown currency. */
  isInMinorUnits: boolean
}

function isContradicted({ base, price }: PlanPrice, prices: readonly PlanPrice[]): boolean {
  const ids = [readable(base?.id), readable(price?.id)].filter((id) => id !== null)
  const cadence = readable(price?.billingCadence)
  return (
    new Set(ids).size > 1 ||
    (cadence !== null && cadence !== base?.cadence) ||
    prices.some((other) => other.base === null && ids.some((id) => id === readable(other.price?.id)))
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isMetered = ({ price }: PlanPrice) => readable(price?.entityType) === 'metric'
function isPriceKnown({ price }: PlanPrice): boolean {
  const rules = price?.rules
  if (rules?.kind === 'tier') return tiersJoin(rules.tiers) && rules.tiers.every((tier) => tier.price !== undefined)
  return (rules?.kind === 'fixed' || rules?.kind === 'unit') && rules.price !== undefined
}

/** Returns the base price of the cadence and the other charges, without archived prices and prices that charge nothing (2.2, 2.3). */
export function whatTheyPay({
  plan,
  billingCadence,
  isInMinorUnits,
}: Pick<SubscriptionView, 'plan' | 'billingCadence' | 'isInMinorUnits'>): WhatTheyPay {
  const prices = plan ? planPrices(plan, readable(billingCadence)) : []
  // A copy that differs from its base price has a row of its own, but is charged once.
  const baseIds = new Set(prices.flatMap(({ base, price }) => (base ? [base.id, price?.id] : [])).filter(isText))
  const isBase = ({ base, price }: PlanPrice) => base !== null || (isText(price?.id) && baseIds.has(price.id))
  const others = prices.filter((item) => !isBase(item) && item.price?.rules.kind !== 'none')
  const applying = others.filter(({ applies }) => applies === 'yes')
  const besides = applying.filter((item) => !isMetered(item))
  const ofCadence = prices.find((each) => each.ofCadence) ?? null
  return {
    billingCadence: readable(billingCadence),
    base: ofCadence,
    isBaseContradicted: ofCadence !== null && isContradicted(ofCadence, prices),
    hasBases: prices.some(({ base }) => base !== null),
    besides: besides.filter(isPriceKnown),
    metered: applying.filter(isMetered).length,
    unknown:
      others.filter(({ applies }) => applies === 'unknown').length +
      besides.filter((item) => !isPriceKnown(item)).length,
    isListUnreadable: plan !== undefined && isUnreadable(plan.prices),
    isInMinorUnits,
  }
}
