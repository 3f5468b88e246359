import type { Account } from './account'
import { plusDays, plusMonths } from './calendar'
import type { Catalogue } from './catalogue'

/** Returns the accounts to try: every subscription state, cadence, net terms and gateway. */
export function showcaseAccounts(catalogue: Catalogue, asOf: string): Account[] {
  const { starter, team, scale, enterprise, tokenApi, onboarding, legacy } = catalogue
  const year = Number(asOf.slice(0, 4))

  const account = (slug: string, shows: string, more: Partial<Account>): Account => ({
    slug,
    shows,
    externalId: slug,
    name: null,
    email: `billing@${slug}.example`,
    offer: team,
    cadence: 'monthly',
    status: 'active',
    startDate: plusMonths(plusDays(asOf, -9), -7),
    endDate: null,
    isTrial: false,
    chargesUsageInTrial: false,
    gateway: 'stripe',
    isAutoCharged: true,
    netTerms: 'net30',
    allowCustomerChanges: true,
    showsEveryInvoiceStatus: false,
    ...more,
  })
  const invoiced = { isAutoCharged: false } as const

  return [
    account('acme', 'active, monthly since a 31st: its periods end on the last day of shorter months', {
      externalId: 'acme-inc',
      name: 'Acme, Inc.',
      offer: scale,
      startDate: `${year - 1}-01-31T09:30:00.000Z`,
      ...invoiced,
    }),
    account('globex', 'active, quarterly, with an invoice in each status', {
      externalId: 'globex/eu west',
      name: 'Globex Corporation',
      offer: enterprise,
      cadence: 'quarterly',
      gateway: 'quickbooks',
      netTerms: 'net60',
      // 17 months including this one, plus the next: one invoice a month in each of the 18 statuses.
      startDate: plusMonths(plusDays(asOf, -9), -16),
      showsEveryInvoiceStatus: true,
      ...invoiced,
    }),
    account('initech', 'active, ends at the end of its period', {
      externalId: 'user_01HZX4T7',
      name: 'Initech',
      startDate: plusMonths(plusDays(asOf, 12), -6),
      endDate: plusDays(asOf, 12),
    }),
    account('umbra', 'upcoming: pending activation, starts in three weeks', {
      externalId: 'billing@umbra.example',
      name: 'Umbra Analytics',
      status: 'pendingActivation',
      startDate: plusDays(asOf, 21),
      gateway: 'xero',
      netTerms: 'uponReceipt',
      ...invoiced,
    }),
    account('hooli', 'pending activation whose start has come: reads as active', {
      externalId: 'hooli?team=a&b',
      name: 'Hooli',
      offer: starter,
      status: 'pendingActivation',
      startDate: plusDays(asOf, -2),
    }),
    account('vandelay', 'active trial', {
      name: 'Vandelay Industries',
      offer: starter,
      startDate: plusDays(asOf, -5),
      endDate: plusDays(asOf, 9),
      isTrial: true,
    }),
    account('tyrell', 'active trial that charges for usage', {
      name: 'Tyrell Labs',
      offer: tokenApi,
      startDate: plusMonths(plusDays(asOf, -3), -1),
      isTrial: true,
      chargesUsageInTrial: true,
    }),
    account('koeln', 'active, annually, with an external id in need of encoding', {
      externalId: 'büro/köln 7',
      name: 'Büro Köln 7 GmbH',
      email: 'rechnung@büro-köln.example',
      cadence: 'annually',
      startDate: `${year - 2}-02-28T23:00:00.000Z`,
      gateway: 'xero',
      netTerms: 'net90',
      ...invoiced,
    }),
    account('wonka', 'active, billed once', {
      externalId: '100% wonka',
      name: 'Wonka Works',
      offer: onboarding,
      cadence: 'oneTime',
      gateway: 'quickbooks',
      netTerms: 'uponReceipt',
      ...invoiced,
    }),
    account('soylent', 'active by status, but past its end: reads as ended', {
      name: 'Soylent Foods',
      endDate: plusDays(asOf, -4),
    }),
    account('pied-piper', 'ended', {
      name: 'Pied Piper',
      offer: legacy,
      status: 'ended',
      startDate: plusMonths(asOf, -14),
      endDate: plusMonths(asOf, -2),
      gateway: null,
      allowCustomerChanges: false,
      ...invoiced,
    }),
    account('duff', 'deleted before it started', {
      name: 'Duff Brewing',
      status: 'deleted',
      startDate: plusDays(asOf, 30),
    }),
    account('stark', 'draft that would start in the past', {
      name: 'Stark Studio',
      offer: enterprise,
      cadence: 'annually',
      status: 'draft',
      startDate: plusDays(asOf, -1),
      netTerms: 'net60',
      ...invoiced,
    }),
    account('wayne', 'upcoming: draft, starts next month', {
      name: 'Wayne Press',
      offer: scale,
      status: 'draft',
      startDate: plusMonths(asOf, 1),
    }),
  ]
}
