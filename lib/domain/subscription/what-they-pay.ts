import type { SubscriptionView } from '@/contract/console/subscription'
import { isUnreadable, readable } from '../../format/unreadable'
import { type PlanPrice, planPrices } from './plan-prices'
import { tiersJoin } from '../invoice/tiers-join'

/** What a subscription's plan charges for, as far as the API sent it. */
export interface WhatTheyPay {
  /** The subscription's billing interval; null where none was sent and readable. */
  billingCadence: string | null
  /** The base price of its cadence; null where none is known. */
  base: PlanPrice | null
  /** Whether base prices of any cadence were sent: a plan may go without. */
  hasBases: boolean
  /** Charged besides for a fixed amount, by unit or by tier, at whatever interval, in the plan's order. */
  besides: PlanPrice[]
  /** How many are charged by what is used. */
  metered: number
  /** How many of which it cannot be told whether, or how much, they charge. */
  unknown: number
  /** The list of prices could not be read: there may be more. */
  isListUnreadable: boolean
}

/** ISO 4217 code of a plan's prices as sent, else that of the subscription; null where neither was sent and readable. */
export const planCurrency = ({ plan, currency }: Pick<SubscriptionView, 'plan' | 'currency'>) =>
  readable(plan?.currency) ?? readable(currency)

const isText = (value: unknown): value is string => typeof value === 'string'
const isMetered = ({ price }: PlanPrice) => readable(price?.entityType) === 'metric'
function isTold({ price }: PlanPrice): boolean {
  const rules = price?.rules
  if (rules?.kind === 'tier') return tiersJoin(rules.tiers) && rules.tiers.every((tier) => tier.price !== null)
  return (rules?.kind === 'fixed' || rules?.kind === 'unit') && rules.price !== null
}

/** The base price of its cadence, then what is charged besides; what charges nothing or is archived is left out (2.2, 2.3). */
export function whatTheyPay({ plan, billingCadence }: Pick<SubscriptionView, 'plan' | 'billingCadence'>): WhatTheyPay {
  const prices = plan ? planPrices(plan, readable(billingCadence)) : []
  // A copy that differs from its base price stands in a row of its own, and is charged once.
  const baseIds = new Set(prices.flatMap(({ base, price }) => (base ? [base.id, price?.id] : [])).filter(isText))
  const isBase = ({ base, price }: PlanPrice) => base !== null || (isText(price?.id) && baseIds.has(price.id))
  const others = prices.filter((item) => !isBase(item) && item.price?.rules.kind !== 'none')
  const applying = others.filter(({ applies }) => applies === 'yes')
  const besides = applying.filter((item) => !isMetered(item))
  return {
    billingCadence: readable(billingCadence),
    base: prices.find(({ ofCadence }) => ofCadence) ?? null,
    hasBases: prices.some(({ base }) => base !== null),
    besides: besides.filter(isTold),
    metered: applying.filter(isMetered).length,
    unknown:
      others.filter(({ applies }) => applies === 'unknown').length + besides.filter((item) => !isTold(item)).length,
    isListUnreadable: plan !== null && isUnreadable(plan.prices),
  }
}
