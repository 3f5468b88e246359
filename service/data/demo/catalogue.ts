import { demoBillables } from './billables'
import { plusDays } from './calendar'
import { above, fixed, NO_CHARGE, priceList, tiers, unit, upTo, type DemoPlan } from './price-list'

/** A plan with the usage and allocations of its demo invoices and ledgers. */
export interface Offer {
  plan: DemoPlan
  /** Monthly usage range in units by price id; a price without usage is charged once. */
  usage: Record<string, [min: number, max: number]>
  /** Allocations of each period, in a custom pricing unit. */
  allocations: Allocation[]
}

export interface Allocation {
  customPricingUnitId: string
  displayName: string
  amount: string
  billable: { id: string; name: string }
}

export type Catalogue = ReturnType<typeof demoCatalogue>

/** Returns the plans of a company that sells a platform and an AI API: every price type, cadence, mode and status. */
export function demoCatalogue(merchantId: string, asOf: string) {
  const createdAt = plusDays(asOf, -900)
  const updatedAt = plusDays(asOf, -120)
  const billables = demoBillables(createdAt, updatedAt)
  const { price, basePrices, plan } = priceList({ merchantId, createdAt, updatedAt }, billables.platform)

  const credits: Allocation = {
    customPricingUnitId: 'cpu_credits',
    displayName: 'AI credits',
    amount: '10000',
    billable: { id: billables.completions.id, name: billables.completions.name },
  }
  const gpuMinutes: Allocation = {
    customPricingUnitId: 'cpu_gpu_minutes',
    displayName: 'GPU minutes',
    amount: '600',
    billable: { id: billables.training.id, name: billables.training.name },
  }
  const inUnit = ({ customPricingUnitId }: Allocation) => ({ usesCustomPricingUnit: true, customPricingUnitId })

  const starterPrices = [
    price('starter_seats', billables.seats, unit('8', { quantity: '1' }), { limit: '3' }),
    price('starter_api_calls', billables.apiCalls, tiers([upTo('10000', '0'), above('0.0008')])),
    price('starter_community', billables.support, NO_CHARGE, { name: 'Community support' }),
  ]
  const starter: Offer = {
    plan: plan('starter', 'Starter', starterPrices, {
      description: 'For a first project: three seats and a fair share of API calls.',
      ...basePrices('starter', { monthly: '29', quarterly: '79.50', annually: '290' }, 'quarterly'),
    }),
    usage: { price_starter_seats: [1, 3], price_starter_api_calls: [2_000, 40_000] },
    allocations: [],
  }

  const seatsInTeam = unit('12', { quantity: '1', minimum: '36', maximum: '1200' })
  const callsInTeam = unit('0.4', { quantity: '1000' })
  const teamPrices = [
    price('team_seats', billables.seats, seatsInTeam, { limit: '100' }),
    price('team_storage', billables.storage, tiers([upTo('100', '0'), upTo('1000', '0.12'), above('0.085')])),
    price('team_api_calls', billables.apiCalls, callsInTeam, { maxUsage: '5000000', blockOverage: true }),
    price('team_analytics', billables.analytics, NO_CHARGE),
    price('team_seats_2024', billables.seats, unit('10'), { name: 'Seats (2024)', status: 'archived' }),
  ]
  const team: Offer = {
    plan: plan('team', 'Team', teamPrices, {
      description: 'For teams that ship together: more seats, storage and analytics.',
      ...basePrices('team', { monthly: '99', quarterly: '282.15', annually: '999' }),
    }),
    usage: { price_team_seats: [3, 40], price_team_storage: [40, 1_400], price_team_api_calls: [50_000, 900_000] },
    allocations: [],
  }

  const completions = { name: 'Completions, in AI credits', ...inUnit(credits) }
  const scalePrices = [
    price('scale_seats', billables.seats, unit('15', { quantity: '1' })),
    price('scale_input_tokens', billables.inputTokens, unit('0.0000025', { quantity: '1' })),
    price('scale_output_tokens', billables.outputTokens, unit('0.00001', { quantity: '1' })),
    price('scale_credits', billables.completions, unit('1', { quantity: '1' }), completions),
    price('scale_credit_pack', billables.creditPack, fixed('50', 'oneTime'), { billingCadence: 'oneTime' }),
    price('scale_sso', billables.sso, NO_CHARGE),
    price('scale_audit', billables.auditTrail, NO_CHARGE),
  ]
  const scale: Offer = {
    plan: plan('scale', 'Scale', scalePrices, {
      description: 'Everything in Team, tokens at list price and 10,000 AI credits each period.',
      ...basePrices('scale', { monthly: '499', quarterly: '1422.15', annually: '4990' }, 'annually'),
    }),
    usage: {
      price_scale_seats: [10, 80],
      price_scale_input_tokens: [4_000_000, 90_000_000],
      price_scale_output_tokens: [800_000, 20_000_000],
    },
    allocations: [credits],
  }

  const seatsOfEnterprise = unit('120', { quantity: '10' })
  const yearly = { billingCadence: 'annually', billingMode: 'advance' } as const
  const enterprisePrices = [
    price('enterprise_seats', billables.seats, seatsOfEnterprise, yearly),
    price('enterprise_storage', billables.storage, tiers([above('0.045')], { minimum: '100' })),
    price('enterprise_sso', billables.sso, NO_CHARGE),
    price('enterprise_support', billables.support, fixed('1500', 'monthly'), { name: 'Named contact' }),
  ]
  const enterprise: Offer = {
    plan: plan('enterprise', 'Enterprise', enterprisePrices, {
      description: 'Agreed terms, a named contact and a service level.',
      ...basePrices('enterprise', { quarterly: '14250', annually: '54000' }),
      netTerms: 'net60',
      isPrivate: true,
      purchasable: false,
      requestPricingText: 'Talk to sales',
      requestPricingUrl: 'https://example.com/contact-sales',
    }),
    usage: { price_enterprise_seats: [50, 400], price_enterprise_storage: [3_000, 20_000] },
    allocations: [credits, gpuMinutes],
  }

  const training = { name: 'Training, in GPU minutes', ...inUnit(gpuMinutes) }
  const images = tiers([upTo('500', '0.04'), upTo('10000', '0.032'), above('0.0275')], { maximum: '2500' })
  const tokenPrices = [
    price('api_input_tokens', billables.inputTokens, unit('0.0000025')),
    price('api_output_tokens', billables.outputTokens, unit('0.00001')),
    price('api_cached_tokens', billables.cachedTokens, unit('0.000000625')),
    price('api_training', billables.training, unit('1'), training),
    price('api_images', billables.images, images),
  ]
  const tokenApi: Offer = {
    plan: plan('token_api', 'Token API', tokenPrices, { netTerms: 'uponReceipt' }),
    usage: {
      price_api_input_tokens: [1_000_000, 400_000_000],
      price_api_output_tokens: [200_000, 60_000_000],
      price_api_cached_tokens: [100_000, 90_000_000],
      price_api_images: [0, 12_000],
    },
    allocations: [credits, gpuMinutes],
  }

  const once = price('onboarding', billables.onboarding, fixed('2500', 'oneTime'), { billingCadence: 'oneTime' })
  const onboarding: Offer = {
    plan: plan('onboarding', 'Onboarding package', [once], { description: 'Two workshops and a migration, once.' }),
    usage: {},
    allocations: [],
  }

  const legacy: Offer = {
    plan: plan('hobby_2023', 'Hobby 2023', [price('hobby_api_calls', billables.apiCalls, unit('0.001'))], {
      description: 'No longer sold; those who have it keep it.',
      ...basePrices('hobby', { monthly: '9.99' }),
      status: 'archived',
      purchasable: false,
    }),
    usage: { price_hobby_api_calls: [500, 9_000] },
    allocations: [],
  }

  return { starter, team, scale, enterprise, tokenApi, onboarding, legacy }
}
