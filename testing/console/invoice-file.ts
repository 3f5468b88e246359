import { parseExactJson } from '@/contract/exact-json'
import { outsideOf, subscriptionDates } from '@/lib/invoices/against-subscription'
import { invoiceFindings } from '@/lib/invoices/invoice-findings'
import type { InvoiceFile } from '@/lib/invoices/server/invoice-file'
import { invoiceVerdict } from '@/lib/objects/server/compared-findings'
import { invoiceView } from '@/testing/console/whole-views'

/** Returns an invoice file with consistent lines of $25.00, each with the given overrides. */
export function invoiceFile(
  lines: readonly object[],
  { subscriptionEnd = null, ...head }: { subscriptionEnd?: string | null } & Record<string, unknown> = {},
): InvoiceFile {
  const invoice = invoiceView(
    asReceived({
      id: 'inv_1',
      vanityIdString: '1042',
      status: 'issued',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      issueDate: '2026-11-01T23:30:00.000Z',
      dueDate: '2026-12-01T23:30:00.000Z',
      invoiceLineItems: lines.map((line, index) => ({ ...plainLine(index), ...line })),
      ...head,
    }),
    { amountUnit: 'major', asOf: '2026-11-22T14:05:09.000Z' },
  )
  const checked = invoiceFindings(invoice.own, {
    isTrial: false,
    outside: outsideOf(invoice, { ...subscriptionDates(undefined), endDate: subscriptionEnd }),
    compared: [],
  })
  return {
    invoice,
    currency: 'USD',
    sentCurrency: 'USD',
    currencyNote: 'USD (from the subscription)',
    planName: 'Pro',
    checked,
    verdict: invoiceVerdict(checked, true),
    comparedWith: 0,
  }
}

/** Numbers keep their digits, as in a response of the billing API. */
const asReceived = (json: object) => parseExactJson(JSON.stringify(json))

const plainLine = (index: number) => ({
  id: `line_${index + 1}`,
  description: `Line ${index + 1}`,
  amount: '25',
  details: { quantity: '100', unitPrice: '0.25' },
  startDate: '2026-11-01T00:00:00.000Z',
  endDate: '2026-12-01T00:00:00.000Z',
  price: {
    id: 'price_1',
    entityType: 'metric',
    rules: { quantity: '1', price: '0.25' },
    billable: { id: 'bil_1', showOnInvoice: true, hidden: false, singleUnitLabel: 'call', multipleUnitLabel: 'calls' },
  },
})
