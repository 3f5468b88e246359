import { faultOfId } from './fault-catalogue'
import { HOSTILE } from './hostile-text'
import { LINE_COUNTS, SCENARIO_IDS } from './ids'

/** Returns the body of an invoice, or undefined for an unknown id. */
export function invoiceBody(invoiceId: string): object | undefined {
  const { invoice } = SCENARIO_IDS
  switch (invoiceId) {
    case invoice.active:
      return { ...oddInvoice(invoiceId), invoiceLineItems: oddLines() }
    case invoice.bare:
      return { id: invoiceId }
    case invoice.hostile:
      return {
        ...oddInvoice(invoiceId),
        status: HOSTILE.image,
        vanityIdString: HOSTILE.script,
        invoiceLineItems: [{ id: 'zeile-1', amount: HOSTILE.formula, description: HOSTILE.closing }],
      }
    case invoice.long:
      return { ...oddInvoice(invoiceId), invoiceLineItems: plainLines(invoiceId, LINE_COUNTS.long) }
    case invoice.large:
      return { ...oddInvoice(invoiceId), invoiceLineItems: plainLines(invoiceId, LINE_COUNTS.large) }
    default:
      return faultOfId(invoiceId) && { ...oddInvoice(invoiceId), invoiceLineItems: oddLines() }
  }
}

/** Returns an invoice with amounts as text, an unknown status and a single date. */
function oddInvoice(id: string): object {
  return {
    id,
    status: 'disputed',
    vanityId: '2042',
    dueDate: '2026-03-01',
    issueDate: null,
    customerId: 4711,
    subscriptionId: SCENARIO_IDS.subscription.active,
    paymentGateway: 'braintree',
    taxes: [{ rate: '0.19' }],
  }
}

/** The sum is 130.30000000000000004, or 30.30000000000000004 without the hidden line. */
function oddLines(): unknown[] {
  return [
    {
      id: 'zeile-1',
      amount: '10',
      description: 'Tiered calls',
      details: {
        quantity: '3',
        unitPrice: '3.3333333333333333',
        subItems: [
          { name: 'First 100', quantity: 2, price: '4', amount: '8' },
          { quantity: '1', price: 2, amount: 2 },
        ],
        appliedMinimum: '10',
      },
      price: { id: 'preis-tier', rules: { tiers: [{ start: 0, end: null, price: '4' }] } },
    },
    { id: 'zeile-2', amount: '20.30000000000000004', description: null, price: { rules: { bands: [] } } },
    { id: 'zeile-3', amount: 100, price: { rules: {}, billable: { id: 'leistung-3', hidden: true } } },
    { id: 'zeile-4', amount: 'free', price: null },
  ]
}

const plainLines = (invoiceId: string, length: number) =>
  Array.from({ length }, (_, index) => plainLine(invoiceId, index))

function plainLine(invoiceId: string, index: number): object {
  const date = '2026-03-01T00:00:00.000Z'
  return {
    id: `zeile-${index}`,
    invoiceId,
    merchantId: 'haendler-1',
    priceId: `preis-${index}`,
    amount: '0.01',
    description: `Line ${index} of a very long invoice, with a description that is as long as descriptions tend to be`,
    details: { quantity: '1', unitPrice: '0.01' },
    startDate: date,
    endDate: '2026-04-01T00:00:00.000Z',
    createdAt: date,
    updatedAt: date,
    price: {
      id: `preis-${index}`,
      entityType: 'metric',
      rules: { quantity: 1, price: '0.01' },
      billable: {
        id: `leistung-${index}`,
        showOnInvoice: true,
        hidden: false,
        singleUnitLabel: 'call',
        multipleUnitLabel: 'calls',
      },
    },
  }
}
