/** An invoice, and its number when it has one. */
export interface InvoiceName {
  id: string
  number: string | null
  /** True when another invoice of the comparison has the same number. */
  isNumberShared?: boolean
}

/** A contradiction to the rules of a price: the expected value and how much more the line charges, exact. */
export type PriceFinding =
  | { kind: 'unitPrice'; expected: string; difference: string | null }
  | { kind: 'rules'; expected: string; difference: string }
  | { kind: 'tiers'; expected: string; difference: string }
  | TiersFinding
  | { kind: 'charged'; difference: string }

/** Lines of one price and period whose amounts together are not what its tiers give for their quantities together. */
export interface TiersFinding {
  kind: 'tiersOfLines'
  lineCount: number
  quantity: string
  expected: string
  difference: string
  /** The first tier with other units than the lines have at its price; null when the lines do not tell. */
  tier: { above: string; end: string | null } | null
}

/** A problem of a line. `difference` is how much more than expected the line charges, exact. */
export type LineFinding =
  | { kind: 'amount'; difference: string }
  | { kind: 'subItems'; expected: string; difference: string }
  | { kind: 'subItem'; position: number; difference: string }
  | { kind: 'periodReversed' }
  | PriceFinding

/** A difference that the response explains. */
export type LineNote =
  | { kind: 'prorated'; days: number; of: number; expected: string }
  | { kind: 'packages'; count: string; size: string; price: string }
  | { kind: 'trial' }

/** A contradiction between lines, dates and sums of an invoice, its subscription, its customer and other invoices. */
type InvoiceWideFinding =
  /** Lines of the same price, period, quantity and amount. */
  | { kind: 'sameLine' }
  /** Lines that start at or after the end of the subscription, or on a day before its start. */
  | { kind: 'afterEnd'; subscriptionEnd: string }
  | { kind: 'beforeStart'; subscriptionStart: string }
  | { kind: 'dueBeforeIssue'; dueDate: string; issueDate: string }
  /** A sum that the API sends; a note when other amounts of the invoice explain the difference. */
  | { kind: 'sentSum'; name: string; sent: string; ofLines: string }
  /** Another invoice of the subscription charges the same price for an overlapping period, UTC ISO 8601. */
  | { kind: 'sameCharge'; other: InvoiceName; name: string | null; start: string; end: string }
  /** The ledger of another customer has an allocation block of this invoice. */
  | { kind: 'blockOfAnother'; externalId: string }

/**
 * `lines` are the positions of the lines that it is about, from 1; empty for the invoice as a whole. A note is a difference that is
 * explained. `isNothingCharged` is true for a line that should charge something and charges nothing: in a trial it is right.
 */
export type InvoiceFinding = { severity: 'finding' | 'note'; lines: number[]; isNothingCharged?: boolean } & (
  | LineFinding
  | LineNote
  | InvoiceWideFinding
)

/** The number of lines by result of their checks. */
export interface LineChecks {
  agrees: number
  look: number
  unchecked: number
  /** Agreeing lines whose unit price could not be checked against the rules of the price. */
  withoutPriceCheck: number
  /** The lines of `look` that only charge nothing: in a trial they agree. */
  nothingCharged: number
}

/** Lines of one price and period, checked together against its tiers. `lines` are positions from 1. */
export interface TierGroup {
  lines: number[]
  /** Null when the tiers give the sum of the amounts. */
  finding: TiersFinding | null
  /** True when the units count at the price of one tier, and false for each tier at its own price. */
  isVolume: boolean
  quantity: string
  expected: string
}

/** The result of the checks that need nothing but the invoice. */
export interface OwnFindings {
  /** Findings of single lines: the first 50. Findings about several lines or none: all. */
  findings: InvoiceFinding[]
  /** The number of further findings of single lines. */
  more: number
  tierGroups: TierGroup[]
  checks: LineChecks
  /** The decimals of the currency that amounts may be rounded to: 2 when it is unknown. */
  decimals: number
}
