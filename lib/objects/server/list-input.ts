import { z } from 'zod'
import { KeptText, Month, PageSize } from '@/lib/core/server/input'
import { CURSOR, NO_DATE } from '@/lib/objects/indexed-objects'
import { READ_ID } from '@/lib/reads/reads'
import { type FilterName, filtersOf, type ListFilter, type ListName, LISTS } from '../lists'

const Cursor = z.string().regex(CURSOR, 'must be a cursor of the list')
export const ReadId = z.string().regex(READ_ID, 'must be the ID of a run').describe('ID of a run of `readThese`')

/** The schemas of a list's filters, by name. */
type FiltersOf<Name extends ListName> = Record<FilterName<Name>, z.ZodOptional<z.ZodType<string>>>
// From a list's name to its fields: the compiler does not follow `Object.fromEntries`.
function filterShape<Name extends ListName>(list: Name): FiltersOf<Name>
function filterShape(list: ListName): Record<string, z.ZodType> {
  return Object.fromEntries(
    filtersOf(list).map(([name, filter]) => [name, filterSchema(filter).describe(filter.description).optional()]),
  )
}

function filterSchema(filter: ListFilter): z.ZodType<string> {
  switch (filter.kind) {
    case 'text':
      return KeptText.min(1).max(filter.maxChars)
    case 'status':
      return KeptText.min(1).max(100)
    case 'month':
      return filter.none === undefined ? Month : Month.or(z.literal(NO_DATE))
    case 'choice':
      return z.enum(Object.keys(filter.choices))
    case 'run':
      return ReadId
  }
}

/** The input of a list: its filters, all of which must match, its order, and a page. */
function listInput<Name extends ListName>(list: Name) {
  const sorts = Object.entries(LISTS[list].sorts)
  return z.strictObject({
    ...filterShape(list),
    sort: z
      .enum(sorts.map(([name]) => name))
      .describe(sorts.map(([name, meaning]) => `${name}: ${meaning}`).join('. '))
      .default(sorts[0]?.[0] ?? ''),
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
