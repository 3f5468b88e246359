import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { readCsv } from '@/testing/console/read-csv'
import { printedText } from '@/testing/console/printed-text'
import { testContext } from '@/testing/console/test-context'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { ENGLISH } from '@/lib/text/english'
import { invoiceReply } from '../invoice-reply'
import { IN_MINOR_UNITS } from '@/lib/money/amount'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { invoiceRow } from '@/lib/objects/server/seen-rows'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { settings } from '@/lib/core/server/settings'
import { csvBytes } from '@/lib/core/server/csv/csv-download'
import { invoiceCsv } from './invoice-csv'
import { readInvoiceFile } from './invoice-file'
import { customerCopy, internalCopy } from './print-invoice'

const api = useFakeBillingApi({ BILLING_API_AMOUNT_UNIT: 'minor' })

/**
 * Serves an invoice of 3 × 33.4 that was charged 100, and its subscription in this currency; returns its ID.
 * @param own the currency that the invoice itself has
 */
function serve(currency: unknown, hasSubscription = true, own?: unknown): string {
  const id = `invoice-${JSON.stringify([currency, own])}-${hasSubscription}`
  const subscriptionId = `subscription-${id}`
  const line = { id: 'line_1', amount: 100, details: { quantity: 3, unitPrice: 33.4 } }
  if (hasSubscription) api().add('subscription', subscriptionId, jsonResponse({ id: subscriptionId, currency }))
  api().add(
    'invoice',
    id,
    jsonResponse({ id, status: 'paid', subscriptionId, currency: own, invoiceLineItems: [line] }),
  )
  return id
}

/** Returns a context whose console has read nothing yet. */
function freshContext() {
  const context = testContext()
  return { ...context, environment: { ...context.environment, index: new ObjectIndex('fresh', emptyIndexMemory()) } }
}

/** Returns a context of the same kind whose API sends major units. */
const inMajorUnits = () => {
  const context = freshContext()
  const billing = new BillingClient({ ...settings(), BILLING_API_AMOUNT_UNIT: 'major' })
  return { ...context, environment: { ...context.environment, billing } }
}

/** Returns the currency in the CSV of an invoice in major units. */
const currencyOf = async (invoiceId: string) => {
  const file = await readInvoiceFile(inMajorUnits(), invoiceId)
  return readCsv((await buffer(csvBytes(invoiceCsv(file)))).toString()).rows[0]?.Currency
}

/** Returns the texts of each output of an invoice. */
async function outputsOf(invoiceId: string) {
  const file = await readInvoiceFile(freshContext(), invoiceId)
  const { rows } = readCsv((await buffer(csvBytes(invoiceCsv(file)))).toString())
  return {
    note: file.currencyNote,
    csv: [rows[0]?.Currency, rows[0]?.Amount],
    printed: [await customerCopy(file, null), await internalCopy(file, new Date())].map(printedText),
    reply: invoiceReply(file.invoice, file.currency, ENGLISH),
    row: invoiceRow({ source: 's', seenAt: file.invoice.asOf }, file.invoice).row,
    checks: file.invoice.own.checks,
  }
}

describe('an invoice in minor units', () => {
  it('has the amounts of its subscription’s currency in every output', async () => {
    const yen = await outputsOf(serve('JPY'))
    expect(yen).toMatchObject({
      note: 'JPY (from the subscription)',
      csv: ['JPY', '100'],
      reply: 'Your invoice for JPY 100 was paid.',
      row: { total: '100' },
      checks: { agrees: 1, look: 0 },
    })
    for (const text of yen.printed) expect(text).toContain('Total ¥100')
    const dinar = await outputsOf(serve('KWD'))
    expect(dinar).toMatchObject({
      csv: ['KWD', '0.100'],
      reply: 'Your invoice for KWD 0.100 was paid.',
      row: { total: '0.1' },
    })
    const dollar = await outputsOf(serve('USD'))
    expect(dollar).toMatchObject({
      csv: ['USD', '1.00'],
      reply: 'Your invoice for USD 1.00 was paid.',
      row: { total: '1' },
    })
    for (const text of dollar.printed) expect(text).toContain('Total $1.00')
  })

  it.each([
    ['of an unknown currency', 'credits', true],
    ['of a subscription without one', null, true],
    ['of a subscription that cannot be read', 'USD', false],
  ])('keeps its amounts as sent, and every output says so: %s', async (_, currency, hasSubscription) => {
    const said = await outputsOf(serve(currency, hasSubscription))
    expect(said).toMatchObject({
      note: IN_MINOR_UNITS,
      csv: [IN_MINOR_UNITS, '100'],
      reply: 'Your invoice was paid.',
      row: { total: null, charges: null, findings: null },
    })
    for (const text of said.printed) expect(text).toContain(IN_MINOR_UNITS)
  })
})

describe('an invoice in major units', () => {
  it('is checked to the smallest unit of its currency from the first read on', async () => {
    const yen = await readInvoiceFile(inMajorUnits(), serve('JPY'))
    expect(yen.invoice.own.checks).toMatchObject({ agrees: 1, look: 0 })
    const euro = await readInvoiceFile(inMajorUnits(), serve('EUR'))
    expect(euro.invoice.own.checks).toMatchObject({ agrees: 0, look: 1 })
  })

  it('reads its subscription only when the currency is not known yet', async () => {
    const context = inMajorUnits()
    const [invoiceId, before] = [serve('JPY'), api().requests.length]
    await readInvoiceFile(context, invoiceId)
    expect(api().requests.length - before).toBe(3)
    await readInvoiceFile(context, invoiceId)
    expect(api().requests.length - before).toBe(5)
  })

  it('says in its CSV that a currency is unknown, was not sent, or is unreadable', async () => {
    expect(await currencyOf(serve('EUR', false))).toBe('Unknown')
    expect(await currencyOf(serve(null))).toBe('')
    expect(await currencyOf(serve({ code: 'EUR' }))).toBe('Unreadable: {"code":"EUR"}')
  })

  it('has its own currency, and that of its subscription only when it has none', async () => {
    const [euro, unread] = [serve('USD', true, 'EUR'), serve('USD', true, { code: 'EUR' })]
    expect(await readInvoiceFile(inMajorUnits(), euro)).toMatchObject({
      currency: 'EUR',
      currencyNote: 'EUR (sent with the invoice)',
    })
    const file = await readInvoiceFile(inMajorUnits(), unread)
    expect(file).toMatchObject({
      currency: null,
      currencyNote: 'Currency not known: the currency of the invoice could not be read',
    })
    expect(invoiceReply(file.invoice, 'USD', ENGLISH)).toBe('Your invoice for 100.00 was paid.')
    expect(invoiceRow({ source: 's', seenAt: file.invoice.asOf }, file.invoice).row).toMatchObject({
      currency: 'Unreadable: {"code":"EUR"}',
    })
    expect(await Promise.all([euro, unread].map(currencyOf))).toEqual(['EUR', 'Unreadable: {"code":"EUR"}'])
  })
})
