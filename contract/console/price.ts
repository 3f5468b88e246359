import type { Billable } from '../billing/billable'
import type { Price } from '../billing/price'
import type { ViewOf } from './view-of'

/** A number of the rules as an exact decimal. An unreadable number makes the rules `other`. */
type RuleNumber = string | null

interface Bounds {
  minimum: RuleNumber
  maximum: RuleNumber
}

/** Price rules. `other` holds rules of an unknown shape as JSON text. */
export type RulesView =
  | ({ kind: 'unit'; quantity: RuleNumber; price: RuleNumber } & Bounds)
  | ({ kind: 'tier'; tiers: { start: RuleNumber; end: RuleNumber; price: RuleNumber }[] } & Bounds)
  | { kind: 'fixed'; price: RuleNumber; quantity: RuleNumber; cadence: string | null }
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
