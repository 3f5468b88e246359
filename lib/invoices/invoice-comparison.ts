import type { AmountRole, InvoiceName, ProratedDays } from './finding'
import type { InvoicePeriod } from './previous-invoice'
import type { UnitLabels } from '@/lib/money/amount'

/**
 * Why two totals differ. `added` and `gone`: charged on one of the invoices only. `price`: the unit price or the rules. `tiers`: units reach another tier. `bounds`: a minimum or maximum charge.
 * `period`: the lines cover more, fewer or longer periods. `beside`: taxes and similar amounts beside the lines. `total`: lines and total of
 * an invoice differ. `finding`: lines of which the check of their invoice says that they are wrong. `other`: nothing that was sent explains it. `smaller`: the parts beyond the largest.
 */
export type BridgeKind =
  | ('quantity' | 'price' | 'tiers' | 'bounds' | 'proration' | 'period' | 'added' | 'gone' | 'credit')
  | ('beside' | 'total' | 'finding' | 'other' | 'smaller')

/** A part of the difference of two totals. Numbers are exact decimal text. */
export interface BridgePart {
  kind: BridgeKind
  /** The lines that it is about, as they describe themselves, else the ID of their price; null when there is neither. */
  name: string | null
  /** With its sign; never zero. */
  amount: string
  /** True when the customer does not see the lines. */
  isHidden: boolean
  /** Of `quantity`, when both are known. */
  quantity?: { before: string; after: string; labels: UnitLabels }
  /** Of `price`, when the lines of each invoice have a single one. */
  unitPrice?: { before: string; after: string }
  /** Of `proration`; null for a whole period. */
  prorated?: { before: ProratedDays | null; after: ProratedDays | null }
  /** Of `beside`. */
  role?: AmountRole
  /** Of `smaller`: the number of parts. */
  count?: number
}

/** The lines of one price on two invoices: their sums, exact; null where there is no line. */
export interface ComparedPrice {
  name: string | null
  before: string | null
  after: string | null
  difference: string
  isHidden: boolean
}

/** The parts that lead from one total to another. Amounts are exact. */
export interface InvoiceBridge {
  before: string
  after: string
  difference: string
  /** The largest first; they add up to the difference. */
  parts: BridgePart[]
  /** The largest difference first. */
  prices: ComparedPrice[]
  /** The number of further prices. */
  morePrices: number
  /** What the customer sees as the two totals; null when that is not known. */
  customer: { before: string; after: string } | null
}

/** Why two invoices have no bridge. */
export type NoBridge = 'notFound' | 'noLines' | 'unreadable' | 'minorUnits' | 'currencies'

/** One of two compared invoices, as just read. Instants are UTC ISO 8601. */
export interface ComparedInvoice extends InvoiceName, InvoicePeriod {
  issueDate: string | null
  subscriptionId: string | null
  asOf: string
}

/** An invoice of the same subscription, as the index knows it. */
interface ComparableInvoice extends InvoiceName {
  status: string | null
  issueDate: string | null
}

/** An invoice beside another one, by default the one before of the same subscription. */
export interface InvoiceComparison {
  invoice: ComparedInvoice
  /** Null when the index knows no earlier invoice of the subscription, or the billing API does not have the chosen one. */
  other: ComparedInvoice | null
  /** The ID of the chosen invoice, also of one that does not exist. */
  otherId: string | null
  /** ISO 4217; null when it is not known. */
  currency: string | null
  /** Null without another invoice; otherwise the bridge, or why there is none. */
  bridge: InvoiceBridge | NoBridge | null
  /** The other invoices of the subscription that the team opened, the latest period first, up to 50. */
  others: ComparableInvoice[]
}
