import { z } from 'zod'
import { RulesView } from './price'
import { Amount, Drift, Flag, Instant, list, Text } from './reading'

export const SubItemView = z.object({ name: Text, quantity: Amount, price: Amount, amount: Amount })

const LineItemPriceView = z.object({
  id: Text,
  entityType: Text,
  rules: RulesView,
  /** Whether the prices of its rules are counted in a custom pricing unit, and so are no money. */
  inCustomUnit: z.boolean(),
  billable: z
    .object({ id: Text, showOnInvoice: Flag, hidden: Flag, singleUnitLabel: Text, multipleUnitLabel: Text })
    .nullable(),
})

export const InvoiceLineItemView = z.object({
  id: Text,
  invoiceId: Text,
  merchantId: Text,
  priceId: Text,
  amount: Amount,
  description: Text,
  quantity: Amount,
  unitPrice: Amount,
  subItems: list(SubItemView),
  appliedMinimum: Amount,
  appliedMaximum: Amount,
  startDate: Instant,
  endDate: Instant,
  createdAt: Instant,
  updatedAt: Instant,
  price: LineItemPriceView.nullable(),
})

/**
 * Sums the console computed from the lines; the billing API sends none. A sum is of the lines with a readable amount, and
 * null where it is not known: where no line has one, or one of them has more digits than are computed with.
 */
export const InvoiceTotals = z.object({
  total: z.string().nullable(),
  /** Of the lines a customer sees, `isSeenByCustomer` of lib; null too where that could not be read of every line. */
  customerTotal: z.string().nullable(),
  lines: z.int(),
  /** Lines that a customer sees for certain. */
  customerLines: z.int(),
  /** Lines of which it could not be read whether a customer sees them. */
  uncertainLines: z.int(),
  /** Lines without a readable amount, of all and of those a customer sees for certain. */
  unreadableLines: z.int(),
  unreadableCustomerLines: z.int(),
})

/** Fields of section 2.5 for which null is a value of its own, told apart from a field that was not sent. */
export const NullableField = z.enum([
  'externalId',
  'paymentGateway',
  'autoSyncInvoice',
  'autoSendInvoice',
  'autoChargeInvoice',
])

/** An invoice as the console shows it (section 2.5). */
export const InvoiceView = z.object({
  id: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  dueDate: Instant,
  issueDate: Instant,
  pendingDate: Instant,
  externalId: Text,
  status: Text,
  /** Digits as sent. */
  vanityId: Text,
  vanityIdString: Text,
  customerId: Text,
  merchantId: Text,
  subscriptionId: Text,
  autoSyncInvoice: Flag,
  autoSendInvoice: Flag,
  autoChargeInvoice: Flag,
  paymentGateway: Text,
  /** Which of these were sent as null. */
  saidNull: z.array(NullableField),
  /**
   * The first page of a long invoice when rendered on the server; `totals.lines` says how many there are. Null where
   * nothing was sent, which is not an invoice without lines.
   */
  invoiceLineItems: list(InvoiceLineItemView).nullable(),
  /** Null where there is no list of lines to sum. */
  totals: InvoiceTotals.nullable(),
  drift: Drift,
  asOf: z.string(),
})

export type SubItemView = z.infer<typeof SubItemView>
export type InvoiceLineItemView = z.infer<typeof InvoiceLineItemView>
export type NullableField = z.infer<typeof NullableField>
export type InvoiceTotals = z.infer<typeof InvoiceTotals>
export type InvoiceView = z.infer<typeof InvoiceView>
