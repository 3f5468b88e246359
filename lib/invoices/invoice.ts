import type { Invoice, InvoiceLineItem } from '@/contract/billing/invoice'
import type { OwnFindings, SignedAmount } from './finding'
import type { RulesView } from '@/lib/billing-api/price'
import type { Drift, Field, ReadList, Unreadable, ViewOf } from '@/lib/billing-api/view-of'

export interface SubItemView {
  name?: Field<string>
  quantity?: Field<string>
  price?: Field<string>
  amount?: Field<string>
}

type LineFields = ViewOf<typeof InvoiceLineItem.shape>

/** A line item of section 2.5, with the fields of its `details` on the same level. */
export interface InvoiceLineItemView extends Omit<LineFields, 'details' | 'price'> {
  quantity?: Field<string>
  unitPrice?: Field<string>
  subItems: ReadList<SubItemView>
  appliedMinimum?: Field<string>
  appliedMaximum?: Field<string>
  price?: LineItemPriceView
}

interface LineItemPriceView extends Omit<NonNullable<LineFields['price']>, 'rules'> {
  rules: RulesView
  /** Not in the interface document. As sent, else that of the same price of the subscription. */
  priceType?: Field<string>
  /** True when the prices of its rules are in a custom pricing unit, and so are not money. */
  inCustomUnit: boolean
}

/**
 * Sums that the console computes from the lines with a readable amount; the billing API sends none. A sum is null when no line
 * has a readable amount, or when an amount has too many digits.
 */
export interface InvoiceTotals {
  total: string | null
  /** The sum of the lines that the customer sees (`isSeenByCustomer`); also null when that is unreadable for a line. */
  customerTotal: string | null
  /** The sum of the lines that the customer does not see. */
  hiddenTotal: string | null
  lines: number
  /** The number of lines that the customer sees. A line is seen unless the API says otherwise. */
  customerLines: number
  /** The number of lines that the customer does not see. */
  hiddenLines: number
  /** The number of lines whose visibility is unreadable. */
  uncertainLines: number
  /** The number of lines without a readable amount: in total, of `customerLines` and of `hiddenLines`. */
  unreadableLines: number
  unreadableCustomerLines: number
  unreadableHiddenLines: number
}

/** A sum or another amount that the API sends with the invoice, by the name of its field. Not in the interface document. */
export interface SentAmount {
  name: string
  amount: string | Unreadable
}

/** What the customer has to pay by the sums that the API sends, exact. */
export interface Payable {
  /** What the invoice is for, and the amounts that lead to it from the customer total. */
  total: string
  totalBy: SignedAmount[]
  /** What is still to pay, and the amounts that lead to it from `total`. */
  due: string
  dueBy: SignedAmount[]
}

/** Fields of section 2.5 for which null is a value, different from a field that was not sent. */
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
  /** ISO 4217. Not in the interface document: most invoices have the currency of their subscription. */
  currency?: Field<string>
  /** The fields that were sent as null. */
  nullFields: NullableField[]
  /**
   * Empty when the server renders a long invoice, whose lines load later; `totals.lines` is their number. Null when the API
   * sent no list, which is not the same as an invoice without lines.
   */
  invoiceLineItems: ReadList<InvoiceLineItemView> | null
  /** Null without a list of lines. */
  totals: InvoiceTotals | null
  /**
   * Null when the API sends no sum that adds anything to the lines. `unclear` when its amounts contradict each other or the lines,
   * could not be read, or don't say what is to pay: then no text for the customer asks for an amount.
   */
  payable: Payable | 'unclear' | null
  /** The result of the console's checks of its lines, dates and sums (`ownFindings`). */
  own: OwnFindings
  /** True when amounts are as sent, in minor units, because the currency of the subscription is unknown. */
  isInMinorUnits: boolean
  /** A hash of the invoice as it was sent, for `reviewFinding`. Present in the response of `getInvoice`. */
  contentDigest?: string
  drift: Drift
  asOf: string
}
