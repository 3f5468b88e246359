import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InvoiceView } from '../invoice'
import { handle } from '@/lib/handle'
import { useFakeBillingApi, SCENARIO_IDS } from '@/testing/console/use-fake-billing-api'
import { getEnvironment } from '@/lib/environment'
import { keepInvoice, type KeptInvoices, takeInvoice } from './page-invoices'
import { invoiceView } from '@/testing/console/whole-views'

const AS_OF = '2027-02-10T12:00:00.000Z'
const readAt = (asOf: string) => invoiceView({ id: 'inv_1' }, { amountUnit: 'major', asOf })

useFakeBillingApi()
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('returns an invoice once, for the read it belongs to', () => {
  const invoices: KeptInvoices = new Map()
  const invoice = readAt(AS_OF)
  keepInvoice(invoices, 'inv_1', invoice)
  expect(takeInvoice(invoices, 'inv_1', '2027-02-10T12:00:00.001Z')).toBeUndefined()
  expect(takeInvoice(invoices, 'inv_2', AS_OF)).toBeUndefined()
  expect(takeInvoice(invoices, 'inv_1', AS_OF)).toBe(invoice)
  expect(takeInvoice(invoices, 'inv_1', AS_OF)).toBeUndefined()
})

test('drops an invoice after ten seconds, or earlier to keep others', () => {
  const invoices: KeptInvoices = new Map()
  for (const second of [1, 2, 3, 4]) keepInvoice(invoices, 'inv_1', readAt(`2027-02-10T12:00:0${second}.000Z`))
  expect(takeInvoice(invoices, 'inv_1', '2027-02-10T12:00:02.000Z')).toBeUndefined()
  vi.advanceTimersByTime(9_999)
  expect(takeInvoice(invoices, 'inv_1', '2027-02-10T12:00:03.000Z')).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(takeInvoice(invoices, 'inv_1', '2027-02-10T12:00:04.000Z')).toBeUndefined()
})

test('returns the kept read on the route, and a new one once it is gone', async () => {
  const invoiceId = SCENARIO_IDS.invoice.long
  const kept = { ...readAt(AS_OF), id: invoiceId }
  keepInvoice(getEnvironment().pageInvoices, invoiceId, kept)
  const route = handle('getInvoice')
  const ask = async (): Promise<InvoiceView> => {
    const request = new Request(`http://127.0.0.1/api/invoices/x?asOf=${AS_OF}`, { headers: { host: '127.0.0.1' } })
    return (await route(request, { params: Promise.resolve({ invoiceId }) })).json()
  }
  expect((await ask()).asOf).toBe(AS_OF)
  const anew = await ask()
  expect(anew).toMatchObject({ id: invoiceId, totals: { lines: 300 } })
  expect(anew.asOf).not.toBe(AS_OF)
})
