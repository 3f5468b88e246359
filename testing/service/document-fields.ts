import { JsonNumber } from '@/contract/billing/scalars'
import type { SampleKind } from './document-samples'
import { withoutPositions, type Json, type Path } from './plain-json'

/*
 * For tests: the required fields and the closed lists of values. They come from gaps.md, "What is open and what is
 * closed" and "Required fields", and not from the contract.
 */

const PRICES = [
  'plan.prices[].price',
  'plan.basePlanPrice',
  'plan.basePlanPriceQuarterly',
  'plan.basePlanPriceAnnually',
]
const NEEDED: Record<SampleKind, string[]> = {
  subscription: [
    'id',
    'customerId',
    'status',
    'startDate',
    'billingCadence',
    'plan.id',
    'plan.prices[].price.billable.id',
    ...PRICES.map((price) => `${price}.id`),
  ],
  invoice: ['id', 'customerId', 'status', 'invoiceLineItems[].id', 'invoiceLineItems[].amount'],
  transaction: ['id', 'customerId', 'createdAt', 'amount'],
  customer: ['id', 'externalId'],
}
const CLOSED: Record<SampleKind, string[]> = {
  subscription: ['status', 'billingCadence', 'currency', 'netTerms'],
  invoice: ['status'],
  transaction: [],
  customer: [],
}
/** Fields of any shape: the document shows their shape only for one type, or as an example. */
const FREE_SHAPES = /\brules\b|\beventQueryRules\./

export interface DocumentField {
  isNeeded: boolean
  /** True when the field may have any shape. */
  isFree: boolean
  type: 'id' | 'choice' | 'text' | 'instant' | 'number' | 'flag' | 'list' | 'object' | 'nothing'
}

/** Returns the document's rules for a field of a sample. */
export function documentField(kind: SampleKind, path: Path, value: Json): DocumentField {
  const place = withoutPositions(path)
  return { isNeeded: NEEDED[kind].includes(place), isFree: FREE_SHAPES.test(place), type: typeOf() }

  function typeOf(): DocumentField['type'] {
    if (value === null) return 'nothing'
    if (typeof value === 'boolean') return 'flag'
    if (typeof value === 'number' || value instanceof JsonNumber) return 'number'
    if (Array.isArray(value)) return 'list'
    if (typeof value === 'object') return 'object'
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'instant'
    if (CLOSED[kind].includes(place)) return 'choice'
    // Ids refer to each other within an object, and requests use them.
    const name = String(path.at(-1))
    return name === 'id' || /^(?!external|crossEnv).*Id$/.test(name) || place === 'externalId' ? 'id' : 'text'
  }
}
