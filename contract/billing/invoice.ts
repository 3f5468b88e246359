import { z } from 'zod'
import { PriceRules } from './price'
import { Decimal, Id, PaymentGateway, Timestamp } from './scalars'

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

/** A snapshot of the price at the creation of the line, not the current price (section 2.5). */
const LineItemPrice = z.looseObject({
  id: Id.nullish(),
  entityType: z.string().nullish(),
  rules: PriceRules.optional(),
  billable: z
    .looseObject({
      id: Id.nullish(),
      showOnInvoice: z.boolean().nullish(),
      hidden: z.boolean().nullish(),
      singleUnitLabel: z.string().nullish(),
      multipleUnitLabel: z.string().nullish(),
    })
    .nullish(),
})

/** Only `id` and `amount` are required. */
export const InvoiceLineItem = z.looseObject({
  id: Id,
  invoiceId: Id.nullish(),
  merchantId: Id.nullish(),
  priceId: Id.nullish(),
  amount: Decimal,
  description: z.string().nullish(),
  details: z.looseObject({ quantity: Decimal.nullish(), unitPrice: Decimal.nullish() }).nullish(),
  startDate: Timestamp.nullish(),
  endDate: Timestamp.nullish(),
  createdAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
  price: LineItemPrice.meta({ description: 'As it was when the line was made' }).nullish(),
})

/** An invoice with its line items (section 2.5). Only `id`, `customerId` and `status` are required. */
export const Invoice = z.looseObject({
  id: Id,
  createdAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
  dueDate: Timestamp.nullish(),
  issueDate: Timestamp.nullish(),
  pendingDate: Timestamp.nullish(),
  externalId: z.string().min(1).nullish(),
  status: InvoiceStatus,
  vanityId: Decimal.nullish(),
  vanityIdString: z.string().nullish(),
  customerId: Id,
  merchantId: Id.nullish(),
  subscriptionId: Id.nullish(),
  autoSyncInvoice: z.boolean().nullish(),
  autoSendInvoice: z.boolean().nullish(),
  autoChargeInvoice: z.boolean().nullish(),
  paymentGateway: PaymentGateway.nullish(),
  invoiceLineItems: z.array(InvoiceLineItem).nullish(),
})

export type InvoiceStatus = z.infer<typeof InvoiceStatus>
export type InvoiceLineItem = z.infer<typeof InvoiceLineItem>
export type Invoice = z.infer<typeof Invoice>
