import type { Invoice, InvoiceLineItem } from '../billing/invoice'
import type { RulesView } from './price'
import type { Drift } from './reading'
import type { Read, ReadList, ViewOf } from './view-of'

export interface SubItemView {
  name: Read<string>
  quantity: Read<string>
  price: Read<string>
  amount: Read<string>
}

type LineFields = ViewOf<typeof InvoiceLineItem.shape>

/** A line item of section 2.5, its `details` beside the rest. */
export interface InvoiceLineItemView extends Omit<LineFields, 'details' | 'price'> {
  quantity: Read<string>
  unitPrice: Read<string>
  subItems: ReadList<SubItemView>
  appliedMinimum: Read<string>
  appliedMaximum: Read<string>
  price: LineItemPriceView | null
}

interface LineItemPriceView extends Omit<NonNullable<LineFields['price']>, 'rules'> {
  rules: RulesView
  /** Whether the prices of its rules are counted in a custom pricing unit, and so are no money. */
  inCustomUnit: boolean
}

/**
 * Sums the console computed from the lines; the billing API sends none. A sum is of the lines with a readable amount, and
 * null where it is not known: where no line has one, or one of them has more digits than are computed with.
 */
export interface InvoiceTotals {
  total: string | null
  /** Of the lines a customer sees, `isSeenByCustomer` of lib; null too where that could not be read of every line. */
  customerTotal: string | null
  /** Of the lines a customer does not see. */
  hiddenTotal: string | null
  lines: number
  /** Lines that a customer sees, as far as was sent: where nothing says otherwise, a line is seen. */
  customerLines: number
  /** Lines that a customer does not see. */
  hiddenLines: number
  /** Lines of which it could not be read whether a customer sees them. */
  uncertainLines: number
  /** Lines without a readable amount, of all, of `customerLines` and of `hiddenLines`. */
  unreadableLines: number
  unreadableCustomerLines: number
  unreadableHiddenLines: number
  /** How all lines stood the console's checks, `lineVerdict` of lib. */
  checks: LineChecks
}

/** Lines by the outcome of their checks; together they are all lines. */
interface LineChecks {
  agrees: number
  look: number
  unchecked: number
  /** Of those that agree: whose unit price could not be held against the rules of its price. */
  withoutPriceCheck: number
}

/** Fields of section 2.5 for which null is a value of its own, told apart from a field that was not sent. */
export const NULLABLE_FIELDS = [
  'externalId',
  'paymentGateway',
  'autoSyncInvoice',
  'autoSendInvoice',
  'autoChargeInvoice',
] as const
type NullableField = (typeof NULLABLE_FIELDS)[number]

/** An invoice as the console shows it (section 2.5). */
export interface InvoiceView extends Omit<ViewOf<typeof Invoice.shape>, 'id' | 'invoiceLineItems'> {
  id: string
  /** Which of these were sent as null. */
  saidNull: NullableField[]
  /**
   * Empty of a long invoice when rendered on the server, where they come later; `totals.lines` says how many there are.
   * Null where nothing was sent, which is not an invoice without lines.
   */
  invoiceLineItems: ReadList<InvoiceLineItemView> | null
  /** Null where there is no list of lines to sum. */
  totals: InvoiceTotals | null
  drift: Drift
  asOf: string
}
