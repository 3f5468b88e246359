import type { Billable } from '../billing/billable'
import type { Price } from '../billing/price'
import type { ViewOf } from './view-of'

/** A number of the rules, an exact decimal; one that cannot be read makes the rules `other`. */
type RuleNumber = string | null

interface Bounds {
  minimum: RuleNumber
  maximum: RuleNumber
}

/** Price rules as far as they could be understood; `other` holds rules of a shape we do not know, as JSON text. */
export type RulesView =
  | ({ kind: 'unit'; quantity: RuleNumber; price: RuleNumber } & Bounds)
  | ({ kind: 'tier'; tiers: { start: RuleNumber; end: RuleNumber; price: RuleNumber }[] } & Bounds)
  | { kind: 'fixed'; price: RuleNumber; quantity: RuleNumber; cadence: string | null }
  | { kind: 'none' }
  | { kind: 'missing' }
  | { kind: 'other'; json: string }

/** A billable of section 2.4. How groups of `conditions` combine is not stated by the interface document. */
export type BillableView = ViewOf<typeof Billable.shape>

/** A price of section 2.3. */
export interface PriceView extends Omit<ViewOf<typeof Price.shape>, 'rules'> {
  rules: RulesView
  /** Whether its prices are counted in a custom pricing unit, and so are no money. */
  inCustomUnit: boolean
}
