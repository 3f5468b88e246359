import { expect, it } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import { invoiceView } from '@/lib/server/billing-api/tolerant/invoice-view'
import { recentInvoice } from './recent-invoice'

const asOf = '2027-02-10T12:00:00.000Z'
const invoiceOf = (sent: object) =>
  invoiceView(parseExactJson(JSON.stringify({ id: 'inv_1', vanityId: 1042, status: 'issued', ...sent })), {
    amountUnit: 'major',
    asOf,
  })
const line = (amount: unknown, startDate: string, endDate: string) => ({ id: startDate, amount, startDate, endDate })
const lines = [line(1.5, '2027-01-15', '2027-02-15'), line('0.01', '2027-01-01', '2027-02-01')]

it('keeps the fields that a list shows of an invoice', () => {
  expect(recentInvoice(invoiceOf({ subscriptionId: 'sub_1', invoiceLineItems: lines }), 'USD')).toMatchObject({
    kind: 'invoice',
    label: 'Invoice 1042',
    number: '1042',
    status: 'issued',
    total: '1.51',
    currency: 'USD',
    periodStart: '2027-01-01T00:00:00.000Z',
    periodEnd: '2027-02-15T00:00:00.000Z',
    subscriptionId: 'sub_1',
    customerId: null,
    asOf,
  })
})

it('keeps no total without all lines, and no period before all lines are loaded', () => {
  const unreadable = invoiceOf({ invoiceLineItems: [...lines, line('many', '2027-01-01', '2027-02-01')] })
  expect(recentInvoice(unreadable, null).total).toBeNull()
  const long = invoiceOf({ invoiceLineItems: lines })
  expect(recentInvoice({ ...long, invoiceLineItems: [] }, null)).toMatchObject({
    total: '1.51',
    periodStart: null,
    periodEnd: null,
  })
  expect(recentInvoice(invoiceOf({}), null)).toMatchObject({ total: null, periodStart: null })
})
