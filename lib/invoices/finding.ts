import type { RulesView } from '@/lib/billing-api/price'

/** What a sum of the API is. `amountOpen` is what remains of an amount due. */
export type SumName = 'subtotal' | 'total' | 'amountDue' | 'amountOpen'
/** What an amount between two sums is. `hidden` are the lines that the customer does not see. */
export type AmountRole = 'hidden' | 'tax' | 'fee' | 'discount' | 'credit' | 'paid' | 'other'

/** An amount with the sign with which it leads from one sum to the next. */
export interface SignedAmount {
  role: AmountRole
  amount: string
}

/** An invoice, and its number when it has one. */
export interface InvoiceName {
  id: string
  number: string | null
  /** True when another invoice of the comparison has the same number. */
  isNumberShared?: boolean
}

/** A line that contradicts the rules of its price: the expected value, and how much more the line charges, exact. */
export type PriceFinding =
  | { kind: 'unitPrice'; expected: string; difference: string | null }
  | { kind: 'rules'; expected: string; difference: string }
  | { kind: 'tiers'; expected: string; difference: string; asVolume?: string }
  | TiersFinding
  | { kind: 'charged'; difference: string }

/** Lines of one price and period whose total amount differs from what the tiers give for their total quantity. */
export interface TiersFinding {
  kind: 'tiersOfLines'
  lineCount: number
  quantity: string
  expected: string
  difference: string
  /** What volume pricing would give, when nothing says which way the price counts. */
  asVolume?: string
  /** The first tier whose units differ from those that the lines have at its price; null when it is unknown. */
  tier: { above: string; end: string | null } | null
}

/** The numbers of a line, exact: `expected` is quantity × unit price. */
export interface LineCalculation {
  amount: string
  quantity: string
  unitPrice: string
  expected: string
  /** Of a line for some days of its billing period: what these cost, with which the difference is computed. */
  part?: { days: number; of: number; expected: string }
  /** The minimum or maximum of the price, with which the difference is computed. */
  bound?: { kind: 'minimum' | 'maximum'; amount: string }
}

/** Of a part of a billing period: the `days` of `of` days that would give the amount, and those of the line's period. */
export interface OtherDays {
  days: number
  of: number
  inPeriod: number
}

/** A problem of a line. `calculation` is absent when a part of it is not known. `difference` is how much more than expected the line charges, exact. */
export type LineFinding =
  | { kind: 'amount'; difference: string; calculation?: LineCalculation; days?: OtherDays }
  | { kind: 'subItems'; expected: string; difference: string }
  | { kind: 'subItem'; position: number; difference: string }
  | { kind: 'periodReversed' }
  | PriceFinding

/** Days, or with that `unit` months, of a whole period that a prorated line charges for: "11 of 30". Decimals count time. */
export interface ProratedDays {
  days: number
  of: number
  unit?: 'month'
}

/** A proration: the full charge gives `expected` (decimal text). `rounding` is null for half up, or an exact result. */
export interface Prorated extends ProratedDays {
  expected: string
  rounding: 'halfEven' | 'down' | null
}

/** The explanation of a difference that is no problem. */
export type LineNote =
  | ({ kind: 'prorated' } & Prorated)
  | { kind: 'packages'; count: string; size: string; price: string }
  /** Nothing is charged: in a trial, or (`hasEnded`) as in one at the start of the subscription. */
  | { kind: 'trial'; hasEnded?: true }
  /** Right when the units are only those beyond the `free` ones of the price's tiers. */
  | { kind: 'overage'; free: string }

/** A contradiction between lines, dates and sums of an invoice, its subscription, its customer and other invoices. */
type InvoiceWideFinding =
  /**
   * Lines of the same price (`by` description for lines without one), period, quantity and amount; or of the same ID. `period`: their
   * periods overlap, or the subscription is charged once. A note when each has another description.
   */
  | { kind: 'sameLine'; by?: 'description' | 'id'; isCredit?: true; period?: 'overlaps' | 'once' }
  /** Lines that are rounded down although another, `roundedUp`, is rounded up. */
  | { kind: 'roundedDown'; roundedUp: number }
  /** Lines that start at or after the end of the subscription, or on a day before its start. */
  | { kind: 'afterEnd'; subscriptionEnd: string }
  /** Lines of an invoice issued after the end whose periods run beyond it; a note when they may be usage. */
  | { kind: 'beyondEnd'; subscriptionEnd: string }
  | { kind: 'beforeStart'; subscriptionStart: string }
  | { kind: 'dueBeforeIssue'; dueDate: string; issueDate: string }
  /** A note: the subscription's net terms lead to another due day. */
  | { kind: 'netTerms'; netTerms: string; expected: string; dueDate: string }
  /** The subscription has another customer, or another currency. */
  | { kind: 'otherCustomer'; customerId: string; ofSubscription: string }
  | { kind: 'otherCurrency'; currency: string; ofSubscription: string }
  /** A note: the subscription has another price under the same ID; null for one that is no single amount, such as tiers. */
  | { kind: 'otherPrice'; ofLine: string | null; ofSubscription: string | null }
  /** A line of a whole period that is below the minimum of its price, and no other line of that price raises it. */
  | { kind: 'minimum'; expected: string; difference: string }
  /** Credits that are larger than the charges of the same price and time. `charged` is the sum of these. */
  | { kind: 'creditAbove'; charged: string; difference: string }
  /** A note: the API sends a discount or credit that none of its sums subtracts, and no line is. */
  | { kind: 'notSubtracted'; role: 'discount' | 'credit'; amount: string }
  /** A note: the rate in the text of a tax line gives another amount. */
  | { kind: 'taxRate'; rate: string; base: string; expected: string }
  /** Lines that charge something although the subscription is a trial. */
  | { kind: 'chargedInTrial' }
  /**
   * A sum that the API sends; a note when other amounts of the invoice (`by`) explain how it follows from the sum `from`, which is
   * `ofLines`, or only rounding does. `paid` of a paid invoice is what was paid of the total `ofLines`. `unread`: what the amounts are
   * that could explain it, and could not be read.
   */
  | {
      kind: 'sentSum'
      name: string
      sent: string
      ofLines: string
      from?: SumName | 'lines' | 'status'
      by?: SignedAmount[]
      unread?: AmountRole[]
    }
  /**
   * Another invoice of the subscription charges or credits the same price for an overlapping period, UTC ISO 8601: a note when quantity
   * or amount differ, as those of seats that were added later. `isChargedOnce`: the subscription is charged once, and has no periods.
   */
  | {
      kind: 'sameCharge'
      other: InvoiceName
      name: string | null
      start: string
      end: string
      isCredit?: true
      isChargedOnce?: true
    }
  /** Lines that charge nothing for units that another invoice charged for an earlier period. `name` is that of the first. */
  | { kind: 'freeAfterPaid'; other: InvoiceName; name: string | null }
  /** `vanityId` and `vanityIdString`, which should be one number, differ. */
  | { kind: 'otherNumber'; vanityId: string; vanityIdString: string }
  /** Another invoice has the same number. */
  | { kind: 'sameNumber'; other: InvoiceName }
  /** A note: another invoice has a credit of the same text and amount; `more` further ones have it too. */
  | { kind: 'sameCredit'; other: InvoiceName; more: number }
  /** The ledger of another customer has an allocation block of this invoice. */
  | { kind: 'blockOfAnother'; externalId: string }

/**
 * `lines` are the positions of the affected lines, from 1; empty for the invoice as a whole. A note is an explained difference.
 * `isNothingCharged` is true for a line that should charge something and charges nothing, which is correct in a trial.
 */
export type InvoiceFinding = {
  severity: 'finding' | 'note'
  lines: number[]
  isNothingCharged?: boolean
  /** Not stored with the finding: added where findings are shown. */
  review?: Review
} & (LineFinding | LineNote | InvoiceWideFinding)

/** Who reviewed a finding, when (UTC ISO 8601) and why. */
export interface Review {
  by: string
  at: string
  reason: string
  /** False when the invoice has changed since: then the finding is a problem again. */
  isCurrent: boolean
}

/** A finding that was reviewed. */
export interface FindingReview {
  finding: InvoiceFinding
  review: Review
}

/** The reviewed findings of an invoice. */
export interface ReviewList {
  reviews: FindingReview[]
}

/** Why a line could not be checked against the rules of its price. */
export type WhyUnchecked =
  | 'notSent'
  | 'unknownRules'
  | 'customUnit'
  | 'credit'
  | 'bounds'
  | 'perUnits'
  | 'incomplete'
  | 'oneTier'

/** The number of lines by result of their checks. */
export interface LineChecks {
  agrees: number
  look: number
  /** Lines whose findings were all reviewed. */
  reviewed?: number
  unchecked: number
  /** Agreeing lines whose unit price could not be checked against the rules of the price. */
  withoutPriceCheck: number
  /** The lines of `withoutPriceCheck` by reason. */
  priceGaps?: Partial<Record<WhyUnchecked, number>>
  /** Those of `look` whose only problem is that they charge nothing: in a trial they agree. */
  nothingCharged: number
}

/** Lines of one price and period, checked together against its tiers. `lines` are positions from 1. */
export interface TierGroup {
  lines: number[]
  /** Null when the tiers give the sum of the amounts. */
  finding: TiersFinding | null
  /** True for volume pricing (all units at the price of one tier), false for graduated pricing. */
  isVolume: boolean
  /** The free units that are not among the lines' units. */
  free?: string
  quantity: string
  expected: string
}

/** A price of a subscription, as far as lines are compared with it. */
export interface PriceTerms {
  priceType: string | null
  rules: RulesView
}

/** What the checks need of the invoice's subscription; null when it is unknown. */
export interface SubscriptionTerms {
  /** ISO 4217. */
  currency: string | null
  billing: Billing | null
  customerId: string | null
  /** Null also when payments are charged automatically: then they do not apply (section 2.1). */
  netTerms: string | null
  /** True when a trial charges usage (section 2.1). */
  isUsageChargedInTrial: boolean
  /** By the ID of the price. */
  prices: ReadonlyMap<string, PriceTerms>
}

/** How the invoice's subscription is billed: its periods count from its start, UTC ISO 8601. */
export interface Billing {
  startDate: string
  cadence: string
}

/** The result of the checks that need only the invoice itself, and the terms of its subscription. */
export interface OwnFindings {
  /** All findings about several lines or the invoice, and the first 50 of single lines. */
  findings: InvoiceFinding[]
  /** The number of further findings of single lines. */
  more: number
  tierGroups: TierGroup[]
  checks: LineChecks
  /** The decimals of the currency, to which amounts may be rounded: 2 when it is unknown. */
  decimals: number
  /** Null when it is unknown. */
  billing: Billing | null
  /** The lines that charge nothing as in a trial at the start of the subscription; absent without any. */
  trialLines?: number[]
  /** True when a trial of the subscription charges usage. */
  isUsageChargedInTrial?: true
}

/** What the checks of an invoice found, in the order in which they need a look. `unchecked`: a part could not be checked, the rest agrees. */
export const INVOICE_VERDICTS = ['look', 'unchecked', 'agrees'] as const
export type InvoiceVerdict = (typeof INVOICE_VERDICTS)[number]
export const INVOICE_VERDICT_NAMES = {
  look: 'Needs a look',
  unchecked: 'Not fully checked',
  agrees: 'Lines add up',
} as const satisfies Record<InvoiceVerdict, string>

/** The findings of an invoice, the same for lists, pages and files. */
export interface CheckedInvoice {
  /** Findings first, then notes. A reviewed finding keeps its place, and so the focus on its page. */
  findings: InvoiceFinding[]
  /** The number of further findings of single lines. */
  more: number
  checks: LineChecks
}
