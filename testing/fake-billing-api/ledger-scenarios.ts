import { SCENARIO_IDS } from './ids'
import { plainTransaction } from './plain-resources'
import { jsonResponse } from './response'
import type { RequestedPage, Scenario } from './scenario'

const { customer, invoice } = SCENARIO_IDS
const MANY_ENTRIES = 120_000
const TIED_ENTRIES = 250

const block = (changes: object) => ({ allocationBlock: { ...plainTransaction.allocationBlock, ...changes } })
const rows = (...changes: object[]) =>
  changes.map((change, index) => ({ ...plainTransaction, id: `tx-${index}`, ...change }))

const ODD_ROWS = [
  ...rows(
    { type: 5, eventId: 17, billable: 'Calls', allocationBlock: 'block', note: 'paid twice' },
    block({
      subscription: undefined,
      invoice: {
        id: invoice.active,
        vanityId: '77',
        subscription: { billingCadence: 'fortnightly', plan: { name: 'Plan below the invoice' } },
      },
    }),
    block({ invoice: { id: '..', vanityId: null }, customPricingUnit: null, customPricingUnitId: null }),
    { createdAt: '2026-03-01T00:00:00Z', newBalance: '61.125', previousBalance: 'some' },
    { createdAt: '2026-01-01T00:00:00Z', newBalance: 9 },
  ),
  null,
  'row',
  {},
]

export const LEDGER_SCENARIOS: readonly Scenario[] = [
  {
    name: 'rows of every shape, in no order, without counts',
    kind: 'customer',
    id: 'customer: odd rows',
    sent: jsonResponse({ results: ODD_ROWS, count: 'many', pages: -1 }),
    shows: [
      '1–8, total not known',
      'Unreadable: block',
      'note',
      '17',
      'Plan below the invoice',
      'fortnightly',
      '61.125',
      '9.00',
      'Not sent',
    ],
    unknown: ['5'],
    never: [/\$/],
  },
  {
    name: 'no rows, though it counts some',
    kind: 'customer',
    id: 'customer: no rows',
    sent: jsonResponse({ results: [], count: 7, pages: 1 }),
    shows: ['counts 7 transactions for this customer but sent none'],
    never: [/No transactions yet/],
  },
  {
    name: '120,000 transactions',
    kind: 'customer',
    id: customer.long,
    sent: longLedger,
    shows: ['of 120,000'],
  },
  {
    name: 'the page is not understood',
    kind: 'customer',
    id: customer.deaf,
    sent: (page) => longLedger({ ...page, page: 1 }),
    shows: ['1–20 of 120,000'],
  },
  { name: 'a tie without order', kind: 'customer', id: customer.tied, sent: tiedPage, shows: ['1–20 of 250'] },
]

const counted = (results: unknown[], count: number, page: number, pageSize: number) =>
  jsonResponse({ results, count, pages: Math.ceil(count / pageSize), currentPage: page })

function longLedger({ page, pageSize, order }: RequestedPage) {
  const first = (page - 1) * pageSize
  const length = Math.max(0, Math.min(pageSize, MANY_ENTRIES - first))
  const results = Array.from({ length }, (_, index) => {
    const place = order === 'asc' ? first + index : MANY_ENTRIES - 1 - first - index
    return { ...plainTransaction, id: `tx-${place}`, amount: place }
  })
  return counted(results, MANY_ENTRIES, page, pageSize)
}

/** The counts agree but one entry is never sent: the API has no stable order for entries with the same date. */
function tiedPage({ page, pageSize }: RequestedPage) {
  const all = Array.from({ length: TIED_ENTRIES }, (_, index) => ({ ...plainTransaction, id: `tied-${index}` }))
  const listed = all.map((entry, place) => (place === 210 ? all[50] : entry))
  return counted(listed.slice((page - 1) * pageSize, page * pageSize), TIED_ENTRIES, page, pageSize)
}
