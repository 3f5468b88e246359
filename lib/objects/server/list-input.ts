import { z } from 'zod'
import { filterShape } from '@/lib/core/server/filters'
import { PageSize } from '@/lib/core/server/input'
import { CURSOR } from '../indexed-objects'
import { type ListName, LISTS, sortsOf } from '../lists'

const Cursor = z.string().regex(CURSOR, 'must be a cursor of the list')

/** The input of a list: its filters, all of which must match, its order, and a page. */
function listInput<Name extends ListName>(list: Name) {
  const sorts = sortsOf(list)
  const names = Object.keys(sorts)
  return z.strictObject({
    ...filterShape<(typeof LISTS)[Name]['filters']>(LISTS[list].filters),
    sort: z
      .enum(names)
      .describe(names.map((name) => `${name}: ${sorts[name]}`).join('. '))
      .default(names[0] ?? ''),
    order: z
      .enum(['asc', 'desc'])
      .describe('desc: the latest first, and attention first. asc: the reverse')
      .default('desc'),
    after: Cursor.describe('The page after this row').optional(),
    before: Cursor.describe('The page before this row').optional(),
    pageSize: PageSize,
  })
}
export const ListSubscriptionsInput = listInput('subscriptions')
export const ListInvoicesInput = listInput('invoices')
export const ListCustomersInput = listInput('customers')
/** An export has all pages. */
const PAGE_FIELDS = { after: true, before: true, pageSize: true } as const

/** All that match these filters, in their order. */
export const SubscriptionFilters = ListSubscriptionsInput.omit(PAGE_FIELDS)
export const InvoiceFilters = ListInvoicesInput.omit(PAGE_FIELDS)
export const CustomerFilters = ListCustomersInput.omit(PAGE_FIELDS)
