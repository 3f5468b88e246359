import type { BillingCadence, NetTerms } from '@/contract/billing/scalars'
import { MONTHS } from '../../domain/billing-period'
import type { Account } from './account'
import { plusDays, plusMonths } from './calendar'
import type { Catalogue } from './catalogue'
import type { Random } from './random'

const FIRST = [
  'Amber',
  'Blue',
  'Cedar',
  'Delta',
  'Ember',
  'Fern',
  'Granite',
  'Harbor',
  'Iris',
  'Juniper',
  'Løv',
] as const
const SECOND = ['Analytics', 'Robotics', 'Health', 'Press', 'Logistics', 'Labs', 'Studio', 'Energy', 'Books'] as const
const NET_TERMS = ['uponReceipt', 'net30', 'net60', 'net90'] as const satisfies NetTerms[]
const GATEWAYS = ['stripe', 'stripe', 'stripe', 'quickbooks', 'xero'] as const satisfies Account['gateway'][]

/** Returns the `number`-th ordinary account, from 1. Most are active, some have ended. */
export function crowdAccount(number: number, catalogue: Catalogue, asOf: string, random: Random): Account {
  const { starter, team, scale, enterprise, tokenApi } = catalogue
  const name = `${random.pick(FIRST)} ${random.pick(SECOND)} ${number}`
  const slug = `c${String(number).padStart(4, '0')}`
  const offer = random.pick([starter, starter, team, team, team, scale, scale, scale, tokenApi, enterprise])
  const cadence = cadenceFor(offer, catalogue, random)
  const state = random.pick(['active', 'active', 'active', 'active', 'active', 'ending', 'trial', 'ended', 'upcoming'])
  const months = MONTHS[cadence] ?? 1
  const gateway = random.pick(GATEWAYS)
  const isUpcoming = state === 'upcoming'
  const age = state === 'trial' ? random.int(1, 13) : random.int(20, 700)
  const startDate = atSomeTime(plusDays(asOf, isUpcoming ? random.int(2, 60) : -age), random)
  return {
    slug,
    externalId: externalIdFor(name, number, random),
    name,
    email: random.chance(0.9) ? `billing@${slug}.example` : null,
    offer,
    cadence,
    status: isUpcoming ? 'pendingActivation' : state === 'ended' ? 'ended' : 'active',
    startDate,
    endDate: endFor(state, startDate, months, asOf),
    isTrial: state === 'trial',
    chargesUsageInTrial: state === 'trial' && random.chance(0.3),
    gateway,
    isAutoCharged: gateway === 'stripe' && random.chance(0.8),
    netTerms: random.pick(NET_TERMS),
    allowCustomerChanges: random.chance(0.8),
    showsEveryInvoiceStatus: false,
    shows: null,
  }
}

function cadenceFor(offer: Account['offer'], catalogue: Catalogue, random: Random): BillingCadence {
  if (offer === catalogue.enterprise) return random.pick(['quarterly', 'annually'])
  if (offer === catalogue.tokenApi) return 'monthly'
  return random.pick(['monthly', 'monthly', 'monthly', 'quarterly', 'annually'])
}

function endFor(state: string, startDate: string, months: number, asOf: string): string | null {
  if (state === 'trial') return plusDays(startDate, 14)
  if (state !== 'ended' && state !== 'ending') return null
  const wasBefore = (end: string) => end <= asOf
  let periods = 1
  while (wasBefore(plusMonths(startDate, periods * months))) periods += 1
  if (state === 'ending') return plusMonths(startDate, periods * months)
  return periods > 1 ? plusMonths(startDate, (periods - 1) * months) : plusDays(asOf, -1)
}

/** Returns an external id as callers use them: a slug, an opaque id, an email address or a path. */
function externalIdFor(name: string, number: number, random: Random): string {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  return random.pick([slug, slug, `user_${number.toString(36).padStart(6, '0')}`, `${slug}@example.com`, `org/${name}`])
}

function atSomeTime(day: string, random: Random): string {
  return new Date(Date.parse(day) + random.int(0, 86_399) * 1_000).toISOString()
}
