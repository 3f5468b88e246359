import { demoBillables } from './billables'
import { plusDays } from './calendar'
import { basePrices, fixed, priceList, type DemoPlan } from './price-list'

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
  const { price, base, plan } = priceList({ merchantId, createdAt, updatedAt }, billables.platform)

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

  const starter: Offer = {
    plan: plan(
      'starter',
      'Starter',
      'For a first project: three seats and a fair share of API calls.',
      [
        price(
          'starter_seats',
          billables.seats,
          { priceType: 'unit', rules: { quantity: '1', price: '8' } },
          { limit: '3' },
        ),
        price('starter_api_calls', billables.apiCalls, {
          priceType: 'tier',
          rules: {
            tiers: [
              { start: '0', end: '10000', price: '0' },
              { start: '10000', end: null, price: '0.0008' },
            ],
          },
        }),
        price('starter_community', billables.support, { priceType: 'none', rules: {} }, { name: 'Community support' }),
      ],
      basePrices(
        base('starter_monthly', '29', 'monthly'),
        base('starter_quarterly', '79.50', 'quarterly', 'archived'),
        base('starter_annually', '290', 'annually'),
      ),
    ),
    usage: { price_starter_seats: [1, 3], price_starter_api_calls: [2_000, 40_000] },
    allocations: [],
  }

  const team: Offer = {
    plan: plan(
      'team',
      'Team',
      'For teams that ship together: more seats, storage and analytics.',
      [
        price(
          'team_seats',
          billables.seats,
          {
            priceType: 'unit',
            rules: { quantity: '1', price: '12', minimum: '36', maximum: '1200' },
          },
          { limit: '100' },
        ),
        price('team_storage', billables.storage, {
          priceType: 'tier',
          rules: {
            tiers: [
              { start: '0', end: '100', price: '0' },
              { start: '100', end: '1000', price: '0.12' },
              { start: '1000', end: null, price: '0.085' },
            ],
          },
        }),
        price(
          'team_api_calls',
          billables.apiCalls,
          { priceType: 'unit', rules: { quantity: '1000', price: '0.4' } },
          {
            maxUsage: '5000000',
            blockOverage: true,
          },
        ),
        price('team_analytics', billables.analytics, { priceType: 'none', rules: {} }),
        price(
          'team_seats_2024',
          billables.seats,
          { priceType: 'unit', rules: { price: '10' } },
          {
            name: 'Seats (2024)',
            status: 'archived',
          },
        ),
      ],
      basePrices(
        base('team_monthly', '99', 'monthly'),
        base('team_quarterly', '282.15', 'quarterly'),
        base('team_annually', '999', 'annually'),
      ),
    ),
    usage: { price_team_seats: [3, 40], price_team_storage: [40, 1_400], price_team_api_calls: [50_000, 900_000] },
    allocations: [],
  }

  const scale: Offer = {
    plan: plan(
      'scale',
      'Scale',
      'Everything in Team, tokens at list price and 10,000 AI credits each period.',
      [
        price('scale_seats', billables.seats, { priceType: 'unit', rules: { quantity: '1', price: '15' } }),
        price('scale_input_tokens', billables.inputTokens, {
          priceType: 'unit',
          rules: { quantity: '1', price: '0.0000025' },
        }),
        price('scale_output_tokens', billables.outputTokens, {
          priceType: 'unit',
          rules: { quantity: '1', price: '0.00001' },
        }),
        price(
          'scale_credits',
          billables.completions,
          { priceType: 'unit', rules: { quantity: '1', price: '1' } },
          {
            name: 'Completions, in AI credits',
            ...inUnit(credits),
          },
        ),
        price('scale_credit_pack', billables.creditPack, fixed('50', 'oneTime'), { billingCadence: 'oneTime' }),
        price('scale_sso', billables.sso, { priceType: 'none', rules: {} }),
        price('scale_audit', billables.auditTrail, { priceType: 'none', rules: {} }),
      ],
      basePrices(
        base('scale_monthly', '499', 'monthly'),
        base('scale_quarterly', '1422.15', 'quarterly'),
        base('scale_annually', '4990', 'annually', 'archived'),
      ),
    ),
    usage: {
      price_scale_seats: [10, 80],
      price_scale_input_tokens: [4_000_000, 90_000_000],
      price_scale_output_tokens: [800_000, 20_000_000],
    },
    allocations: [credits],
  }

  const enterprise: Offer = {
    plan: plan(
      'enterprise',
      'Enterprise',
      'Agreed terms, a named contact and a service level.',
      [
        price(
          'enterprise_seats',
          billables.seats,
          { priceType: 'unit', rules: { quantity: '10', price: '120' } },
          {
            billingCadence: 'annually',
            billingMode: 'advance',
          },
        ),
        price('enterprise_storage', billables.storage, {
          priceType: 'tier',
          rules: { tiers: [{ start: '0', end: null, price: '0.045' }], minimum: '100' },
        }),
        price('enterprise_sso', billables.sso, { priceType: 'none', rules: {} }),
        price('enterprise_support', billables.support, fixed('1500', 'monthly'), { name: 'Named contact' }),
      ],
      {
        ...basePrices(
          null,
          base('enterprise_quarterly', '14250', 'quarterly'),
          base('enterprise_annually', '54000', 'annually'),
        ),
        netTerms: 'net60',
        isPrivate: true,
        purchasable: false,
        requestPricingText: 'Talk to sales',
        requestPricingUrl: 'https://example.com/contact-sales',
      },
    ),
    usage: { price_enterprise_seats: [50, 400], price_enterprise_storage: [3_000, 20_000] },
    allocations: [credits, gpuMinutes],
  }

  const tokenApi: Offer = {
    plan: plan(
      'token_api',
      'Token API',
      'Pay as you go: no base price, tokens and training only.',
      [
        price('api_input_tokens', billables.inputTokens, { priceType: 'unit', rules: { price: '0.0000025' } }),
        price('api_output_tokens', billables.outputTokens, { priceType: 'unit', rules: { price: '0.00001' } }),
        price('api_cached_tokens', billables.cachedTokens, { priceType: 'unit', rules: { price: '0.000000625' } }),
        price(
          'api_training',
          billables.training,
          { priceType: 'unit', rules: { price: '1' } },
          {
            name: 'Training, in GPU minutes',
            ...inUnit(gpuMinutes),
          },
        ),
        price('api_images', billables.images, {
          priceType: 'tier',
          rules: {
            tiers: [
              { start: '0', end: '500', price: '0.04' },
              { start: '500', end: '10000', price: '0.032' },
              { start: '10000', end: null, price: '0.0275' },
            ],
            maximum: '2500',
          },
        }),
      ],
      { netTerms: 'uponReceipt', description: null },
    ),
    usage: {
      price_api_input_tokens: [1_000_000, 400_000_000],
      price_api_output_tokens: [200_000, 60_000_000],
      price_api_cached_tokens: [100_000, 90_000_000],
      price_api_images: [0, 12_000],
    },
    allocations: [credits, gpuMinutes],
  }

  const onboarding: Offer = {
    plan: plan('onboarding', 'Onboarding package', 'Two workshops and a migration, once.', [
      price('onboarding', billables.onboarding, fixed('2500', 'oneTime'), { billingCadence: 'oneTime' }),
    ]),
    usage: {},
    allocations: [],
  }

  const legacy: Offer = {
    plan: plan(
      'hobby_2023',
      'Hobby 2023',
      'No longer sold; those who have it keep it.',
      [price('hobby_api_calls', billables.apiCalls, { priceType: 'unit', rules: { price: '0.001' } })],
      { ...basePrices(base('hobby_monthly', '9.99', 'monthly'), null, null), status: 'archived', purchasable: false },
    ),
    usage: { price_hobby_api_calls: [500, 9_000] },
    allocations: [],
  }

  return { starter, team, scale, enterprise, tokenApi, onboarding, legacy }
}
