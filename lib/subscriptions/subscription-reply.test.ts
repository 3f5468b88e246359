import { describe, expect, it } from 'vitest'
import type { BasePlanPriceView, PlanView, SubscriptionView } from './subscription'
import { barePlan, barePrice, bareSubscription } from '@/testing/console/bare-views'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { forecast } from './forecast'
import { subscriptionReply } from './subscription-reply'

const AS_OF = '2026-11-26T09:00:00.000Z'

/** Returns the reply, or why there is none. */
function reply(sent: Partial<SubscriptionView>, say: Sentences = ENGLISH) {
  const subscription = bareSubscription({
    asOf: AS_OF,
    status: 'active',
    startDate: '2026-01-01T00:00:00.000Z',
    billingCadence: 'monthly',
    plan: barePlan({ name: 'Scale' }),
    ...sent,
  })
  return subscriptionReply(subscription, forecast(subscription, AS_OF), say)
}

const BASE = barePrice({
  id: 'base',
  status: 'active',
  billingCadence: 'monthly',
  rules: { kind: 'fixed', price: '499', quantity: '1' },
})
const USAGE = barePrice({ id: 'usage', status: 'active', billingCadence: 'monthly', entityType: 'metric' })
const SEATS = barePrice({
  id: 'seats',
  status: 'active',
  billingCadence: 'monthly',
  rules: { kind: 'unit', price: '15' },
})
/** A plan of USD 499 a month, with these prices beside it. */
const priced = (prices: PlanView['prices'], base: Partial<BasePlanPriceView> = {}): Partial<SubscriptionView> => ({
  currency: 'USD',
  plan: barePlan({
    name: 'Scale',
    currency: 'USD',
    prices,
    basePlanPrices: [{ cadence: 'monthly', id: 'base', status: 'active', price: BASE, ...base }],
  }),
})

const FINAL = 'This can’t be reversed, but you can start a new subscription.'
const FINAL_DE = 'Das lässt sich nicht rückgängig machen, ein neues Abonnement ist aber möglich.'
const END_IS_FINAL = 'The end can’t be reversed, but you can start a new subscription after it.'
const END_IS_FINAL_DE = 'Das Ende lässt sich nicht rückgängig machen, danach ist aber ein neues Abonnement möglich.'
const ENDING = { endDate: '2026-12-01T00:00:00.000Z' }

/** Every state of sections 2.1 and 4, as [what was sent, English, German]. */
const STATES: readonly [string, Partial<SubscriptionView>, string, string][] = [
  [
    'active',
    {},
    'Your Scale plan is active. It renews on 1 Dec 2026.',
    'Ihr Tarif Scale ist aktiv. Die nächste Verlängerung ist am 1. Dezember 2026.',
  ],
  [
    'active with a price and usage',
    priced([USAGE]),
    'Your Scale plan is active. It renews on 1 Dec 2026 at USD 499.00 a month plus usage.',
    'Ihr Tarif Scale ist aktiv. Die nächste Verlängerung ist am 1. Dezember 2026 zu 499,00 USD im Monat zuzüglich Verbrauch.',
  ],
  [
    'active with a price and others beside it',
    priced([SEATS]),
    'Your Scale plan is active. It renews on 1 Dec 2026 at a base price of USD 499.00 a month plus other prices.',
    'Ihr Tarif Scale ist aktiv. Die nächste Verlängerung ist am 1. Dezember 2026 zum Grundpreis von 499,00 USD im Monat zuzüglich weiterer Preise.',
  ],
  [
    'active without a plan name',
    { plan: undefined },
    'Your subscription is active. It renews on 1 Dec 2026.',
    'Ihr Abonnement ist aktiv. Die nächste Verlängerung ist am 1. Dezember 2026.',
  ],
  [
    'trial',
    { ...priced([]), isTrial: true, chargeForUsageBasedPricesDuringTrial: true },
    'Your Scale plan is in its trial. The next billing period begins on 1 Dec 2026. Usage is charged during the trial.',
    'Ihr Tarif Scale ist in der Testphase. Der nächste Abrechnungszeitraum beginnt am 1. Dezember 2026. Der Verbrauch wird in der Testphase berechnet.',
  ],
  [
    'active with a later end',
    { endDate: '2027-06-08T00:00:00.000Z' },
    'Your Scale plan is active. It renews on 1 Dec 2026. It ends on 7 Jun 2027.',
    'Ihr Tarif Scale ist aktiv. Die nächste Verlängerung ist am 1. Dezember 2026. Das Ende ist der 7. Juni 2027.',
  ],
  [
    'ending',
    { ...priced([USAGE]), ...ENDING },
    `Your Scale plan stays active until 30 Nov 2026 and renews no more. Until then the price is USD 499.00 a month plus usage. ${END_IS_FINAL}`,
    `Ihr Tarif Scale bleibt bis zum 30. November 2026 aktiv und verlängert sich nicht mehr. Bis dahin beträgt der Preis 499,00 USD im Monat zuzüglich Verbrauch. ${END_IS_FINAL_DE}`,
  ],
  [
    'ending without a known price',
    ENDING,
    `Your Scale plan stays active until 30 Nov 2026 and renews no more. ${END_IS_FINAL}`,
    `Ihr Tarif Scale bleibt bis zum 30. November 2026 aktiv und verlängert sich nicht mehr. ${END_IS_FINAL_DE}`,
  ],
  [
    'ending in a period that is not known',
    { ...ENDING, startDate: { unreadable: 'x' } },
    `Your Scale plan is active. It ends on 30 Nov 2026. ${END_IS_FINAL}`,
    `Ihr Tarif Scale ist aktiv. Das Ende ist der 30. November 2026. ${END_IS_FINAL_DE}`,
  ],
  [
    'billed once',
    { billingCadence: 'oneTime' },
    'Your Scale plan is active. It is billed once and does not renew.',
    'Ihr Tarif Scale ist aktiv. Die Abrechnung erfolgt einmalig, ohne Verlängerung.',
  ],
  [
    'pending',
    { ...priced([]), status: 'pendingActivation', startDate: '2026-12-03T00:00:00.000Z' },
    'Your Scale plan starts on 3 Dec 2026 at USD 499.00 a month.',
    'Ihr Tarif Scale beginnt am 3. Dezember 2026 zu 499,00 USD im Monat.',
  ],
  [
    'draft',
    { status: 'draft', startDate: '2026-12-03T00:00:00.000Z' },
    'Your Scale plan has not started. It is planned to start on 3 Dec 2026.',
    'Ihr Tarif Scale hat noch nicht begonnen. Der Beginn ist für den 3. Dezember 2026 geplant.',
  ],
  [
    'ended',
    { status: 'ended', endDate: '2026-11-01T00:00:00.000Z' },
    `Your Scale plan ended on 31 Oct 2026. ${FINAL}`,
    `Ihr Tarif Scale endete am 31. Oktober 2026. ${FINAL_DE}`,
  ],
  [
    'ended without a date',
    { status: 'ended' },
    `Your Scale plan has ended. ${FINAL}`,
    `Ihr Tarif Scale ist beendet. ${FINAL_DE}`,
  ],
  [
    'deleted',
    { status: 'deleted' },
    `Your Scale plan was removed. ${FINAL}`,
    `Ihr Tarif Scale wurde entfernt. ${FINAL_DE}`,
  ],
]

const priceIn = (plan: Partial<PlanView>, base: Partial<BasePlanPriceView> = {}) => {
  const sent = priced([], base)
  return reply({ ...sent, plan: sent.plan && { ...sent.plan, ...plan } })
}
const copy = (price: string) => ({ ...BASE, rules: { kind: 'fixed' as const, price, quantity: '1' } })

describe('subscriptionReply', () => {
  it.each(STATES)('says the state in both languages: %s', (_, sent, english, german) => {
    expect(reply(sent)).toBe(english)
    expect(reply(sent, GERMAN)).toBe(german)
  })

  it.each<[string, Partial<SubscriptionView>, string]>([
    ['unknown status', { status: 'frozen' }, 'This console does not know the status “frozen”.'],
    ['past end', { endDate: '2026-11-01T00:00:00.000Z' }, 'The API says active, but its last day was 31 Oct 2026.'],
    ['unreadable end', { endDate: { unreadable: 'soon' } }, 'Its end date could not be read.'],
    ['unreadable trial', { isTrial: { unreadable: '1' } }, 'Whether it is a trial could not be read.'],
    [
      'an end before the start',
      { status: 'pendingActivation', startDate: '2026-12-01T00:00:00.000Z', endDate: '2026-11-28T00:00:00.000Z' },
      'It ends before it starts.',
    ],
  ])('says why there is no reply where the data contradict themselves or cannot be read: %s', (_, sent, why) => {
    expect(reply(sent)).toEqual({ why })
  })

  it('names the base price only when it is certain', () => {
    for (const text of [priceIn({}), priceIn({ prices: [BASE] })]) expect(text).toContain(' at USD 499.00 a month.')
    for (const text of [
      priceIn({ currency: 'EUR' }),
      priceIn({}, { id: 'other' }),
      priceIn({}, { price: { ...BASE, billingCadence: 'annually' } }),
      priceIn({ prices: [copy('599')] }),
      priceIn({}, { price: { ...BASE, rules: { kind: 'fixed', price: '499', quantity: '5' } } }),
    ])
      expect(text).toBe('Your Scale plan is active. It renews on 1 Dec 2026.')
  })
})
