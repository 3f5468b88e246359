import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import type { BillingTarget } from '../billing-api/billing-request'
import { objectOf, ownValue } from '../billing-api/tolerant/json-object'
import { sentText } from '../billing-api/tolerant/sent-text'
import type { Settings } from '../settings'
import type { BillingProbe, ProbeResponse } from './billing-probe'

const CHECK = 'Query parameters'
const MAX_ID = 256

interface Page {
  externalId: string
  page: number
  pageSize: number
  order?: 'asc' | 'desc'
}

/** Returns the read of a ledger page with the parameter names of the settings. */
export function ledgerPage(settings: Settings, { externalId, page, pageSize, order = 'desc' }: Page): BillingTarget {
  const {
    BILLING_API_PAGE_PARAM: pageName,
    BILLING_API_PAGE_SIZE_PARAM: sizeName,
    BILLING_API_ORDER_PARAM: orderName,
  } = settings
  const query = { [pageName]: String(page), [sizeName]: String(pageSize), [orderName]: order }
  return { operation: 'listTransactions', params: { externalId }, query }
}

/**
 * Checks that the API obeys the three parameters: one entry on a page, another one on the next page, another one from the
 * other end. An API ignores a name that it does not know, or refuses it with a 400.
 * @param response the first page of one entry
 */
export async function checkQueryNames(
  probe: BillingProbe,
  { key, customer, response }: { key: string; customer: string | undefined; response: ProbeResponse },
): Promise<Finding> {
  const { settings } = probe
  const names = {
    page: settings.BILLING_API_PAGE_PARAM,
    pageSize: settings.BILLING_API_PAGE_SIZE_PARAM,
    order: settings.BILLING_API_ORDER_PARAM,
  }
  if (response.status === 400)
    return wrong(
      CHECK,
      `The API refuses ${Object.values(names).join(', ')} (HTTP 400). Set BILLING_API_PAGE_PARAM, BILLING_API_PAGE_SIZE_PARAM and BILLING_API_ORDER_PARAM to its names.`,
    )
  if (customer === undefined || response.status === 404)
    return skipped(CHECK, 'Pass a customer that exists and has two transactions: --customer EXTERNAL_ID.')
  const read = async (page: Omit<Page, 'externalId'>) =>
    idsOf(await probe.read(ledgerPage(settings, { externalId: customer, ...page }), key))
  const first = idsOf(response)
  if (first.length > 1) return wrong(CHECK, ignored(names.pageSize, 'BILLING_API_PAGE_SIZE_PARAM'))
  const [second, oldest] = [await read({ page: 2, pageSize: 1 }), await read({ page: 1, pageSize: 1, order: 'asc' })]
  if (second.length === 0 || first.length === 0)
    return skipped(CHECK, 'The customer has fewer than two transactions. Pass another one: --customer EXTERNAL_ID.')
  if (second[0] === first[0]) return wrong(CHECK, ignored(names.page, 'BILLING_API_PAGE_PARAM'))
  if (oldest[0] === first[0]) return wrong(CHECK, ignored(names.order, 'BILLING_API_ORDER_PARAM'))
  return ok(CHECK, `the API obeys ${Object.values(names).join(', ')}`)
}

const ignored = (name: string, setting: string) =>
  `The API ignores ${name}. Set ${setting} to the name that its documentation gives.`

function idsOf({ json }: ProbeResponse): string[] {
  const results = ownValue(objectOf(json) ?? {}, 'results')
  if (!Array.isArray(results)) return []
  return results.map((entry: unknown) => sentText(ownValue(objectOf(entry) ?? {}, 'id'), MAX_ID))
}
