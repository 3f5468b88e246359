import { z } from 'zod'
import { PriceRules } from './price'
import { Decimal, Id, Integer, PaymentGateway, Timestamp } from './scalars'

export const InvoiceStatus = z.enum([
  'test',
  'draft',
  'pending',
  'paused',
  'readyToSync',
  'syncing',
  'readyToCollect',
  'pendingPayment',
  'readyToSend',
  'sending',
  'issued',
  'paymentActionRequired',
  'paymentFailed',
  'paid',
  'void',
  'overdue',
  'deletedFromPaymentGateway',
  'uncollectible',
])

/** The price as it was when the line was made: a snapshot, not the price of today (section 2.5). */
export const LineItemPrice = z.object({
  id: Id,
  entityType: z.string(),
  rules: PriceRules,
  billable: z.object({
    id: Id,
    showOnInvoice: z.boolean(),
    hidden: z.boolean(),
    singleUnitLabel: z.string().nullable(),
    multipleUnitLabel: z.string().nullable(),
  }),
})

export const InvoiceLineItem = z.object({
  id: Id,
  invoiceId: Id,
  merchantId: Id,
  priceId: Id,
  amount: Decimal,
  description: z.string(),
  details: z.object({ quantity: Decimal, unitPrice: Decimal }),
  startDate: Timestamp,
  endDate: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  price: LineItemPrice.meta({ description: 'As it was when the line was made' }),
})

/** An invoice with its line items (section 2.5). */
export const Invoice = z.object({
  id: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  dueDate: Timestamp,
  issueDate: Timestamp,
  pendingDate: Timestamp,
  externalId: z.string().min(1).nullable(),
  status: InvoiceStatus,
  vanityId: Integer,
  vanityIdString: z.string(),
  customerId: Id,
  merchantId: Id,
  subscriptionId: Id,
  autoSyncInvoice: z.boolean().nullable(),
  autoSendInvoice: z.boolean().nullable(),
  autoChargeInvoice: z.boolean().nullable(),
  paymentGateway: PaymentGateway.nullable(),
  invoiceLineItems: z.array(InvoiceLineItem),
})

export type InvoiceStatus = z.infer<typeof InvoiceStatus>
export type InvoiceLineItem = z.infer<typeof InvoiceLineItem>
export type Invoice = z.infer<typeof Invoice>
