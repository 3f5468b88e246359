import { describe, expect, it } from 'vitest'
import type { BasePlanPriceView, PlanView, SubscriptionView } from './subscription'
import { barePlan, barePrice, bareSubscription } from '@/testing/console/bare-views'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { forecast } from './forecast'
import { subscriptionReply } from './subscription-reply'

const AS_OF = '2026-11-26T09:00:00.000Z'

/** Returns the short reply, or why there is none. */
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

/** Every state of sections 2.1 and 4, as [what was sent, English, German, what the long English reply adds]. */
const STATES: readonly [string, Partial<SubscriptionView>, string, string, string][] = [
  [
    'active',
    {},
    'Your Scale plan is active. Its next billing period begins on 1 Dec 2026 (UTC).',
    'Ihr Tarif Scale ist aktiv. Der nächste Abrechnungszeitraum beginnt am 1. Dezember 2026 (UTC).',
    '',
  ],
  [
    'active without a plan name',
    { plan: undefined },
    'Your subscription is active. Its next billing period begins on 1 Dec 2026 (UTC).',
    'Ihr Abonnement ist aktiv. Der nächste Abrechnungszeitraum beginnt am 1. Dezember 2026 (UTC).',
    '',
  ],
  [
    'trial',
    { isTrial: true, chargeForUsageBasedPricesDuringTrial: true },
    'Your Scale plan is a trial. Its next billing period begins on 1 Dec 2026 (UTC).',
    'Ihr Tarif Scale ist in der Testphase. Der nächste Abrechnungszeitraum beginnt am 1. Dezember 2026 (UTC).',
    ' Usage is charged during the trial.',
  ],
  [
    'active with a later end',
    { endDate: '2027-06-08T00:00:00.000Z' },
    'Your Scale plan is active. It ends on 7 Jun 2027 (UTC).',
    'Ihr Tarif Scale ist aktiv. Das Ende ist der 7. Juni 2027 (UTC).',
    ' Its next billing period begins on 1 Dec 2026 (UTC).',
  ],
  [
    'ending',
    { endDate: '2026-12-01T00:00:00.000Z' },
    'Your Scale plan is scheduled to end on 30 Nov 2026 (UTC).',
    'Ihr Tarif Scale endet am 30. November 2026 (UTC).',
    ' It stays active until then and does not renew.',
  ],
  [
    'billed once',
    { billingCadence: 'oneTime' },
    'Your Scale plan is active. It is billed once and does not renew.',
    'Ihr Tarif Scale ist aktiv. Die Abrechnung erfolgt einmalig, ohne Verlängerung.',
    '',
  ],
  [
    'pending',
    { status: 'pendingActivation', startDate: '2026-12-03T00:00:00.000Z' },
    'Your Scale plan starts on 3 Dec 2026 (UTC).',
    'Ihr Tarif Scale beginnt am 3. Dezember 2026 (UTC).',
    '',
  ],
  [
    'draft',
    { status: 'draft', startDate: '2026-12-03T00:00:00.000Z' },
    'Your Scale plan is a draft and has not started.',
    'Ihr Tarif Scale ist ein Entwurf und hat noch nicht begonnen.',
    ' It is set to start on 3 Dec 2026 (UTC).',
  ],
  [
    'ended',
    { status: 'ended', endDate: '2026-11-01T00:00:00.000Z' },
    'Your Scale plan ended on 31 Oct 2026 (UTC).',
    'Ihr Tarif Scale endete am 31. Oktober 2026 (UTC).',
    '',
  ],
  ['ended without a date', { status: 'ended' }, 'Your Scale plan has ended.', 'Ihr Tarif Scale ist beendet.', ''],
  ['deleted', { status: 'deleted' }, 'Your Scale plan was removed.', 'Ihr Tarif Scale wurde entfernt.', ''],
]

describe('subscriptionReply', () => {
  it.each(STATES)('says the state in both languages: %s', (_, sent, english, german, more) => {
    expect(reply(sent)).toEqual({ short: english, long: more === '' ? null : english + more })
    expect(reply(sent, GERMAN)).toMatchObject({ short: german })
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

  it('names the base price, unless something beside it disagrees', () => {
    const price = barePrice({
      id: 'base',
      status: 'active',
      billingCadence: 'monthly',
      rules: { kind: 'fixed', price: '499', quantity: '1' },
    })
    const priceIn = (plan: Partial<PlanView>, base: Partial<BasePlanPriceView> = {}) => {
      const basePlanPrices = [{ cadence: 'monthly' as const, id: 'base', status: 'active', price, ...base }]
      const sent = {
        currency: 'USD',
        plan: barePlan({ name: 'Scale', currency: 'USD', prices: [], basePlanPrices, ...plan }),
      }
      return Object(reply(sent)).long ?? ''
    }
    expect(priceIn({})).toContain('The base price is USD 499.00 monthly.')
    expect(priceIn({ prices: [price] })).toContain('USD 499.00')
    expect(priceIn({ currency: 'EUR' })).toBe('')
    expect(priceIn({}, { id: 'other' })).toBe('')
    expect(priceIn({}, { price: { ...price, billingCadence: 'annually' } })).toBe('')
    expect(priceIn({ prices: [{ ...price, rules: { kind: 'fixed', price: '599', quantity: '1' } }] })).toBe('')
  })
})
