import type { SubscriptionView } from '@/contract/console/subscription'
import { readable } from '../format/unreadable'
import { type PlanPrice, planPrices } from './plan-prices'

/** What a subscription is charged for by its plan, as far as the API sent it. */
export interface WhatTheyPay {
  /** The base price of its cadence; null where none was sent. */
  base: PlanPrice | null
  /** Charged besides for a fixed amount or by unit, in the plan's order. */
  besides: PlanPrice[]
  /** How many are charged by what is used. */
  metered: number
  /** How many of which it cannot be told whether, or how much, they charge. */
  unknown: number
}

const isMetered = ({ price }: PlanPrice) => readable(price?.entityType) === 'metric'
const isTold = ({ price }: PlanPrice) =>
  (price?.rules.kind === 'fixed' || price?.rules.kind === 'unit') && price.rules.price !== null

/** The base price in force, then what applies besides; prices without a charge are left out (sections 2.2 and 2.3). */
export function whatTheyPay({ plan, billingCadence }: Pick<SubscriptionView, 'plan' | 'billingCadence'>): WhatTheyPay {
  const prices = plan ? planPrices(plan, readable(billingCadence)) : []
  const base = prices.find(({ inForce }) => inForce) ?? null
  const others = prices.filter((item) => item.base === null && item.price?.rules.kind !== 'none')
  const applying = others.filter(({ applies }) => applies === 'yes')
  const besides = applying.filter((item) => !isMetered(item))
  return {
    base,
    besides: besides.filter(isTold),
    metered: applying.filter(isMetered).length,
    unknown:
      others.filter(({ applies }) => applies === 'unknown').length + besides.filter((item) => !isTold(item)).length,
  }
}
