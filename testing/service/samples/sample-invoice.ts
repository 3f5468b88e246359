import type { Invoice, InvoiceLineItem } from '@/contract/billing/invoice'
import type { Whole } from '@/contract/billing/whole'
import { plainInvoice } from '../../fake-billing-api/plain-resources'
import { SAMPLE_CUSTOMER, SAMPLE_DATES } from './sample-customer'
import { samplePrices } from './sample-subscription'

/** An invoice with every field set. */
export type SampleInvoice = Whole<Invoice, 'invoiceLineItems'>

/** Returns a line for used tokens and a credit; their ids are not in line order. */
function sampleLines(merchantId: string, invoiceId: string): [Whole<InvoiceLineItem>, Whole<InvoiceLineItem>] {
  const [, { id: priceId, entityType = null, rules }] = samplePrices(merchantId)
  const line = {
    ...SAMPLE_DATES,
    invoiceId,
    merchantId,
    priceId,
    startDate: SAMPLE_DATES.createdAt,
    endDate: '2026-02-28T00:00:00.000Z',
    price: {
      id: priceId,
      entityType,
      rules,
      billable: {
        id: 'bil_tokens',
        showOnInvoice: true,
        hidden: false,
        singleUnitLabel: 'token',
        multipleUnitLabel: null,
      },
    },
  }
  return [
    {
      ...line,
      id: 'line_tokens',
      amount: '3.0864175',
      description: 'Tokens, February',
      details: { quantity: '1234567', unitPrice: '0.0000025' },
    },
    {
      ...line,
      id: 'line_credit',
      amount: '-19.90',
      description: 'Credit',
      details: { quantity: '1', unitPrice: '-19.90' },
    },
  ]
}

/** Returns the issued invoice `inv_1042` of `sub_acme`, with two lines. */
export function sampleInvoice(merchantId: string, fields: Partial<SampleInvoice> = {}): SampleInvoice {
  const { id = 'inv_1042' } = fields
  return {
    // A new field has its sample there.
    ...plainInvoice,
    ...SAMPLE_DATES,
    id,
    dueDate: '2026-03-30T00:00:00.000Z',
    issueDate: '2026-02-28T00:00:00.000Z',
    pendingDate: '2026-02-28T00:00:00.001Z',
    externalId: null,
    status: 'issued',
    vanityId: '1042',
    vanityIdString: '1042',
    customerId: SAMPLE_CUSTOMER.id,
    merchantId,
    subscriptionId: 'sub_acme',
    autoSyncInvoice: null,
    autoSendInvoice: true,
    autoChargeInvoice: false,
    paymentGateway: 'stripe',
    invoiceLineItems: sampleLines(merchantId, id),
    ...fields,
  }
}
