import { HOSTILE } from './hostile-text'
import { faultOfId } from './fault-catalogue'
import { SCENARIO_IDS } from './ids'
import { hostilePrices, manyPrices, oddPrices } from './prices'

export type SubscriptionState = 'untouched' | 'cancelled' | 'deleted'

const MANY_PRICES = 3_000

/** Returns the body of a subscription, or undefined when it does not exist. */
export function subscriptionBody(id: string, state: SubscriptionState): object | undefined {
  const body = untouchedBody(id)
  return body && withState(body, state)
}

/** Returns a subscription after its cancel, or undefined after its delete. */
export function withState(body: object, state: SubscriptionState): object | undefined {
  if (state === 'deleted') return undefined
  return state === 'cancelled' ? { ...body, endDate: '2031-03-01T00:00:00+01:00' } : body
}

function untouchedBody(id: string): object | undefined {
  const { subscription } = SCENARIO_IDS
  switch (id) {
    case subscription.active:
    case subscription.stubborn:
      return oddSubscription(id)
    case subscription.upcoming:
      return { ...oddSubscription(id), status: 'pendingActivation', startDate: '2091-01-01T00:00:00Z' }
    case subscription.draft:
      return { ...oddSubscription(id), status: 'draft' }
    case subscription.bare:
      return { id: Number(subscription.bare) }
    case subscription.hostile:
      return hostileSubscription(id)
    case subscription.large:
      return { ...oddSubscription(id), plan: { id: 'plan-large', name: 'Large plan', prices: manyPrices(MANY_PRICES) } }
    default:
      return faultOfId(id) && oddSubscription(id)
  }
}

export function isActive(body: object): boolean {
  return 'status' in body && body.status === 'active'
}

/** Returns a subscription with unusual dates, unknown values and fields, and missing and null fields. */
function oddSubscription(id: string): object {
  return {
    id,
    createdAt: '2026-01-05T09:30:00Z',
    updatedAt: '2026-02-01T02:00:00.5+02:00',
    startDate: '2026-01-05',
    status: 'active',
    allowCustomerChanges: null,
    autoChargeInvoice: false,
    paymentGateway: 'braintree',
    isTrial: false,
    customerId: 4711,
    planId: 'plan-odd',
    billingCadence: 'weekly',
    currency: 'EUR',
    netTerms: 'net45',
    riskScore: { value: 0.5, model: 'v2' },
    plan: {
      id: 'plan-odd',
      name: 'Odd plan',
      description: null,
      status: 'sunset',
      createdAt: 1767605400,
      isPrivate: 'yes',
      purchasable: true,
      requestPricingUrl: 'https://example.com/pricing',
      prices: oddPrices,
      basePlanPriceId: 'preis-base',
      basePlanPrice: { id: 'preis-base', priceType: 'unit', rules: { price: '199.00' } },
      basePlanPriceQuarterlyStatus: 'retired',
    },
  }
}

function hostileSubscription(id: string): object {
  return {
    ...oddSubscription(id),
    status: HOSTILE.script,
    paymentGateway: HOSTILE.image,
    netTerms: HOSTILE.bidi,
    [HOSTILE.closing]: HOSTILE.lineSeparators,
    plan: {
      id: HOSTILE.formula,
      name: HOSTILE.image,
      description: `${HOSTILE.bidi} ${HOSTILE.closing}`,
      requestPricingText: HOSTILE.script,
      requestPricingUrl: HOSTILE.link,
      prices: hostilePrices,
    },
  }
}
