import type { SubscriptionView } from '@/contract/console/subscription'
import { isUnreadable, readable } from '../../format/unreadable'
import { type PlanPrice, planPrices } from './plan-prices'
import { tiersJoin } from '../invoice/tiers-join'

/** The charges of a subscription's plan, as far as the API sent them. */
export interface WhatTheyPay {
  /** The subscription's billing interval; null when missing or unreadable. */
  billingCadence: string | null
  /** The base price of the subscription's cadence; null when there is none. */
  base: PlanPrice | null
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
  return {
    billingCadence: readable(billingCadence),
    base: prices.find(({ ofCadence }) => ofCadence) ?? null,
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
