import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainInvoice, plainLine, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { findFont, PDFTOTEXT } from '../scripts/machine/machine.mjs'
import { expectAccessible } from './fixtures/accessible'
import { expect, test } from './fixtures/test'

/** Scripts, each with a text and the language that a font of it names. Latin letters come with the console. */
const SCRIPTS = [
  { name: 'Latin', language: null, text: 'Größe und Menge' },
  { name: 'Arabic', language: 'ar', text: 'رسوم شهر نوفمبر' },
  { name: 'Hebrew', language: 'he', text: 'חיוב חודשי בנובמבר' },
  { name: 'Thai', language: 'th', text: 'ค่าบริการรายเดือน' },
  { name: 'Devanagari', language: 'hi', text: 'मासिक शुल्क' },
  { name: 'Chinese', language: 'zh', text: '企业版订阅服务费' },
]
const lacksFont = ({ language }: (typeof SCRIPTS)[number]) => language !== null && findFont(language) === null

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An invoice of one line for each of the texts, of 1, 2, 3 … cents. */
const invoiceOf = (id: string, texts: readonly string[]) =>
  jsonResponse({
    ...plainInvoice,
    id,
    subscriptionId: 'sub_print',
    status: 'issued',
    invoiceLineItems: texts.map((description, index) => ({
      ...plainLine,
      id: `line-${index}`,
      description,
      amount: (index + 1) / 100,
      details: { quantity: 1, unitPrice: (index + 1) / 100 },
    })),
  })

/** Replaces the print dialog, which a test cannot close, by a record of the page's state at that moment. */
const noteDialogs = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = `${document.fonts.status}, ${document.title}`
    }
  })

/** Opens a document, and returns the text of each page of its PDF, in the order of the letters. */
async function printedPages(page: Page, url: string): Promise<string[]> {
  const path = test.info().outputPath('printed.pdf')
  await noteDialogs(page)
  await page.goto(url)
  await page.pdf({ path, preferCSSPageSize: true })
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  // The last page ends with a form feed, too.
  return text.split('\f').slice(0, -1)
}

/** Letters without spaces, invisible marks and forms that only fonts know. */
const plain = (text: string) => text.normalize('NFKC').replaceAll(/[\s\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g, '')

test.beforeEach(async ({ page, fakeApi }) => {
  test.skip(PDFTOTEXT.find() === null, 'pdftotext is not installed')
  await page.setViewportSize({ width: 1280, height: 900 })
  fakeApi.add('subscription', 'sub_print', jsonResponse({ ...plainSubscription, id: 'sub_print' }))
})

for (const script of SCRIPTS)
  test(`an invoice of one line in ${script.name} is whole in the browser’s PDF`, async ({
    page,
    fakeApi,
    fakeApiUrl,
  }) => {
    test.skip(lacksFont(script), `This machine has no font for ${script.name}.`)
    const id = `print-${script.name}`
    fakeApi.add('invoice', id, invoiceOf(id, [script.text]))
    const [only = '', ...others] = await printedPages(page, `${fakeApiUrl}/invoices/${id}/print`)
    expect(others).toEqual([])
    expect(plain(only)).toContain(plain(script.text))
    expect(only).toMatch(/Total \$0\.01/)
  })

for (const count of [60, 2_000])
  test(`an invoice of ${count} lines in several scripts is whole in the browser’s PDF`, async ({
    page,
    fakeApi,
    fakeApiUrl,
  }) => {
    test.setTimeout(180_000)
    const scripts = SCRIPTS.filter((script) => !lacksFont(script))
    const texts = Array.from({ length: count }, (_, index) => scripts[index % scripts.length]?.text ?? '')
    const id = `print-${count}`
    fakeApi.add(
      'invoice',
      id,
      invoiceOf(
        id,
        texts.map((text, index) => `L${index + 1} ${text}`),
      ),
    )
    const pages = await printedPages(page, `${fakeApiUrl}/invoices/${id}/print`)
    expect(pages.length).toBeGreaterThan(count / 60)
    const rows = pages.flatMap((text) => text.split('\n').filter((line) => /^\s*L\d+ /.test(line)))
    expect(rows).toHaveLength(count)
    for (const [index, row] of rows.entries()) {
      expect(plain(row)).toContain(plain(`L${index + 1} ${texts[index]}`))
      expect(row.trimEnd().endsWith(` ${usd.format((index + 1) / 100)}`), row).toBe(true)
    }
    for (const [index, text] of pages.entries()) {
      const lines = text.split('\n')
      const hasRows = lines.some((line) => /^\s*L\d+ /.test(line))
      expect(lines.filter((line) => /Description +Period \(UTC\) +Quantity/.test(line))).toHaveLength(hasRows ? 1 : 0)
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    }
    expect(pages.at(-1)).toContain(`Total ${usd.format((count * (count + 1)) / 200)}`)
  })

const openedPrints = (page: Page, objectId: string) =>
  page.evaluate(async (id) => {
    const response = await fetch(`/api/activity?${new URLSearchParams({ objectId: id, objectKind: 'invoice' })}`)
    const { entries } = await response.json()
    return entries.map(({ action, outcome, detail }: { action: string; outcome: string; detail: object }) => [
      action,
      outcome,
      detail,
    ])
  }, objectId)

test('the button “Print” opens each copy with the print dialog, and only then the audit has an entry', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  await noteDialogs(page)
  const id = 'print/50% of'
  fakeApi.add('invoice', id, invoiceOf(id, ['Seats']))
  const address = `${fakeApiUrl}/invoices/${encodeURIComponent(id)}`
  await page.goto(address)
  const open = async (item: string) => {
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).hover()
  }
  await open('Internal copy')
  expect(await openedPrints(page, id)).toEqual([])
  await page.getByRole('menuitem', { name: 'Internal copy', exact: true }).click()
  const heading = page.getByRole('heading')
  await expect(heading).toHaveText('Invoice 1042')
  await expect(page.getByText(/^Internal copy, not for the customer/)).toBeVisible()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-printed', /^loaded, invoice-1042-internal_\d{4}-\d\d-\d\d$/)
  expect(await openedPrints(page, id)).toEqual([['printInvoice', 'done', { for: 'internal' }]])
  await page.getByRole('link', { name: 'Invoice' }).click()
  await open('Customer copy')
  await page.getByRole('menuitem', { name: 'Customer copy', exact: true }).click()
  await expect(root).toHaveAttribute('data-printed', 'loaded, invoice-1042')
  await expect(page.getByText(/Seller missing/)).toBeVisible()
  expect(await openedPrints(page, id)).toHaveLength(2)
})

test('a document is black on white in the dark theme, fits a phone, and names seller, customer and status', async ({
  page,
  fakeApi,
  startConsoleFor,
}) => {
  fakeApi.add('invoice', 'print-overdue', invoiceOf('print-overdue', ['Seats']))
  const results = [{ id: 'txn_1', amount: 1, customerId: plainInvoice.customerId }]
  fakeApi.add('customer', 'acme-own', jsonResponse({ results, count: 1, pages: 1, currentPage: 1 }))
  const { consoleUrl } = await startConsoleFor(fakeApi, {
    CONSOLE_INVOICE_ISSUER: 'Example GmbH\\n50667 Köln',
    CONSOLE_INVOICE_FOOTER: 'VAT DE123456789',
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${consoleUrl}/invoices/print-overdue/print?externalId=acme-own`)
  const main = page.getByRole('main')
  await expect(main).toHaveText(
    /Example GmbH50667 KölnInvoice 1042Bill to: acme-own.*Currency: USDStatus: Overdue.*Total \$0\.01VAT DE123456789$/,
  )
  await expect(main).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(main).toHaveCSS('color', 'rgb(0, 0, 0)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page, 'an invoice for paper')
  await page.goto(`${consoleUrl}/invoices/nobody/print`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test('the word of an invoice that is not payable is on every page', async ({ page, fakeApi, fakeApiUrl }) => {
  const texts = Array.from({ length: 120 }, (_, index) => `L${index + 1}`)
  const { body, ...response } = invoiceOf('print-void', texts)
  fakeApi.add('invoice', 'print-void', { ...response, body: body.replace('"issued"', '"void"') })
  const pages = await printedPages(page, `${fakeApiUrl}/invoices/print-void/print`)
  expect(pages.length).toBeGreaterThan(2)
  for (const text of pages) expect(text).toContain('VOID · Invoice 1042')
  await expect(page.locator('.paper-watermark')).toHaveCSS('position', 'fixed')
})

test('“Print months” opens the months of a ledger that was read whole', async ({ page }) => {
  await noteDialogs(page)
  await page.goto('/customers/acme-inc/balance')
  await expect(page.getByText(/^All [\d,]+ transactions agree$/)).toBeVisible()
  const months = page.getByRole('region', { name: 'Months' })
  await months.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print months', exact: true }).click()
  await expect(page.getByRole('heading')).toHaveText('Months of acme-inc')
  const table = page.getByRole('table', { name: 'Months' })
  await expect(table.getByRole('columnheader').first()).toHaveText('Month')
  await expect(table.getByRole('row').filter({ hasText: 'Not over yet' })).not.toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-printed', /^loaded, months-acme-inc_\d{4}-\d\d-\d\d$/)
  const path = test.info().outputPath('months.pdf')
  await page.pdf({ path, preferCSSPageSize: true })
  expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a month of invoices prints as one document with its sums, and is in the audit', async ({ page }) => {
  await noteDialogs(page)
  for (const id of ['inv_globex_overdue', 'inv_globex_paid']) await page.goto(`/invoices/${id}`)
  const issued = await page.evaluate(async () => {
    const { rows } = await (await fetch('/api/invoices?text=inv_globex_overdue')).json()
    return String(rows[0].issueDate).slice(0, 7)
  })
  await page.goto(`/invoices?issued=${issued}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print month' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoices issued in \w+ \d{4}$/)
  await expect(page.locator('html')).toHaveAttribute(
    'data-printed',
    new RegExp(`^loaded, invoices-.*_issued-${issued}_`),
  )
  const text = (await printedPages(page, `/print/invoices?issued=${issued}`)).join('\n')
  for (const caption of ['From lines to due', 'By status', 'By verdict', 'Subscriptions without a read invoice'])
    expect(text).toContain(caption)
  const amounts = /Charged +\d+((?: +−?\$[\d,]+\.\d\d){5})/.exec(text)?.[1]?.trim().split(/ +/) ?? []
  const [lines = NaN, beside = NaN, total = NaN, settled = NaN, due = NaN] = amounts.map((amount) =>
    Math.round(Number(amount.replace('−', '-').replaceAll(/[$,]/g, '')) * 100),
  )
  expect(lines + beside).toBe(total)
  expect(total - settled).toBe(due)
  expect(text).toContain('inv_globex_overdue')
  const entries = await page.evaluate(async () => (await (await fetch('/api/activity')).json()).entries)
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'printInvoiceMonth', outcome: 'done', detail: { issued } }),
  )
})
