import { faultOfId } from './fault-catalogue'
import { HOSTILE } from './hostile-text'
import { SCENARIO_IDS } from './ids'
import type { RequestedPage } from './scenario'

const ROWS = 45

/** Returns a page of a ledger without count and pages, or undefined for an unknown customer. */
export function transactionPage(externalId: string, { page, pageSize, order }: RequestedPage): object | undefined {
  const { customer } = SCENARIO_IDS
  const isKnown = externalId === customer.acme || externalId === customer.empty || faultOfId(externalId) !== undefined
  if (!isKnown) return undefined
  const rows = externalId !== customer.empty ? Array.from({ length: ROWS }, (_, index) => transaction(index)) : []
  const ordered = order === 'asc' ? rows : rows.toReversed()
  return { results: ordered.slice((page - 1) * pageSize, page * pageSize), currentPage: String(page), hasMore: true }
}

/** Returns an entry without balances, with the plan inside the invoice. */
function transaction(index: number): object {
  const common = {
    id: index + 1,
    createdAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().replace('.000', ''),
    amount: index % 2 === 0 ? `-${index}.5` : `${index}`,
  }
  switch (index % 5) {
    case 0:
      return {
        ...common,
        type: 'usage',
        billable: { id: 'leistung-1', name: HOSTILE.image },
        allocationBlock: {
          id: 'block-1',
          amount: '100000',
          customPricingUnit: { displayName: 'Credits' },
          invoice: {
            id: SCENARIO_IDS.invoice.active,
            vanityId: '2042',
            subscription: { billingCadence: 'weekly', plan: { name: 'Odd plan' } },
          },
        },
      }
    case 1:
      return { ...common, type: 'promotion', allocationBlock: null, note: HOSTILE.bidi }
    case 2:
      return { ...common, type: null, allocationBlock: { id: 'block-2', invoice: { id: SCENARIO_IDS.invoice.bare } } }
    case 3:
      return { ...common, type: 'manualDeduction', billable: 'leistung-3', eventId: 17 }
    default:
      return { ...common, type: HOSTILE.script, allocationBlock: { subscription: { plan: {} } } }
  }
}
