import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { invoiceView } from '../billing-api/tolerant/invoice-view'
import { PageInvoices } from './page-invoices'

const AS_OF = '2027-02-10T12:00:00.000Z'
const readAt = (asOf: string) => invoiceView({ id: 'inv_1' }, { amountUnit: 'major', asOf })

test('an invoice is given once, to whoever asks for that read of it', () => {
  const invoices = new PageInvoices(new Map())
  const invoice = readAt(AS_OF)
  invoices.keep('inv_1', invoice)
  expect(invoices.take('inv_1', '2027-02-10T12:00:00.001Z')).toBeUndefined()
  expect(invoices.take('inv_2', AS_OF)).toBeUndefined()
  expect(invoices.take('inv_1', AS_OF)).toBe(invoice)
  expect(invoices.take('inv_1', AS_OF)).toBeUndefined()
})

test('it is forgotten after a moment, and before that where others are kept', async () => {
  const invoices = new PageInvoices(new Map(), 100)
  for (const second of [1, 2, 3]) invoices.keep('inv_1', readAt(`2027-02-10T12:00:0${second}.000Z`))
  expect(invoices.take('inv_1', '2027-02-10T12:00:01.000Z')).toBeUndefined()
  expect(invoices.take('inv_1', '2027-02-10T12:00:02.000Z')).toBeDefined()
  await wait(300)
  expect(invoices.take('inv_1', '2027-02-10T12:00:03.000Z')).toBeUndefined()
})
