import { z } from 'zod'
import { RulesView } from './price'
import { Amount, Findings, Flag, Instant, list, Text } from './reading'

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
 * Sums the console computed from the lines; the billing API sends none. A sum is null where one of its amounts has more
 * digits than are computed with. `unreadableLines` have no readable amount.
 */
export const InvoiceTotals = z.object({
  total: z.string().nullable(),
  /** Lines a customer sees: neither `hidden` nor with `showOnInvoice` false. */
  customerTotal: z.string().nullable(),
  lines: z.int(),
  customerLines: z.int(),
  unreadableLines: z.int(),
})

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
  /** The first page of a long invoice when rendered on the server; `totals.lines` says how many there are. */
  invoiceLineItems: z.array(InvoiceLineItemView),
  totals: InvoiceTotals,
  findings: Findings,
  asOf: z.string(),
})

export type SubItemView = z.infer<typeof SubItemView>
export type InvoiceLineItemView = z.infer<typeof InvoiceLineItemView>
export type InvoiceTotals = z.infer<typeof InvoiceTotals>
export type InvoiceView = z.infer<typeof InvoiceView>
