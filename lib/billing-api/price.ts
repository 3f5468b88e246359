import type { Billable } from '@/contract/billing/billable'
import type { Price } from '@/contract/billing/price'
import type { ViewOf } from './view-of'

interface Bounds {
  minimum?: string
  maximum?: string
}

/**
 * Price rules. Their numbers are exact decimals. `other` holds rules of an unknown shape, or with an unreadable number, as JSON
 * text.
 */
export type RulesView =
  | ({ kind: 'unit'; quantity?: string; price?: string } & Bounds)
  | ({ kind: 'tier'; tiers: { start?: string; end?: string; price?: string }[] } & Bounds)
  | { kind: 'fixed'; price?: string; quantity?: string; cadence?: string }
  | { kind: 'none' }
  | { kind: 'missing' }
  | { kind: 'other'; json: string }

/** A billable of section 2.4. The interface document does not say how groups of `conditions` combine. */
export type BillableView = ViewOf<typeof Billable.shape>

/** A price of section 2.3. */
export interface PriceView extends Omit<ViewOf<typeof Price.shape>, 'rules'> {
  rules: RulesView
  /** True when its prices are in a custom pricing unit, and so are not money. */
  inCustomUnit: boolean
}
