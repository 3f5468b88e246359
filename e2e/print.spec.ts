import { execFileSync } from 'node:child_process'
import type { Locator, Page } from '@playwright/test'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainInvoice, plainLine, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { findFont, PDFTOTEXT } from '../scripts/test/machine.mjs'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
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
const invoiceOf = (id: string, texts: readonly string[], status = 'issued') =>
  jsonResponse({
    ...plainInvoice,
    id,
    subscriptionId: 'sub_print',
    status,
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

const hasRow = /^\s*L\d+ /

/** Expects an invoice of these lines to be whole in the browser’s PDF, with its head and foot on every page. */
async function expectWhole(page: Page, url: string, texts: readonly string[]): Promise<void> {
  const pages = await printedPages(page, url)
  expect(pages.length).toBeGreaterThan(texts.length / 60)
  const rows = pages.flatMap((text) => text.split('\n').filter((line) => hasRow.test(line)))
  expect(rows).toHaveLength(texts.length)
  for (const [index, row] of rows.entries()) {
    expect(plain(row)).toContain(plain(texts[index] ?? ''))
    expect(row.trimEnd().endsWith(` ${usd.format((index + 1) / 100)}`), row).toBe(true)
  }
  for (const [index, text] of pages.entries()) {
    const lines = text.split('\n')
    const heads = lines.filter((line) => /Description +Period \(UTC\) +Quantity/.test(line))
    expect(heads).toHaveLength(lines.some((line) => hasRow.test(line)) ? 1 : 0)
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(text).toContain('Invoice 1042')
  }
  expect(pages.at(-1)).toContain(`Total ${usd.format((texts.length * (texts.length + 1)) / 200)}`)
}

for (const count of [60, 2_000])
  test(
    `an invoice of ${count} lines in several scripts is whole in the browser’s PDF, and a void one marked on every page`,
    { tag: count === 60 ? [] : PROVE_ONLY },
    async ({ page, fakeApi, fakeApiUrl }) => {
      test.setTimeout(180_000)
      const scripts = SCRIPTS.filter((script) => !lacksFont(script))
      const texts = Array.from(
        { length: count },
        (_, index) => `L${index + 1} ${scripts[index % scripts.length]?.text ?? ''}`,
      )
      const id = `print-${count}`
      fakeApi.add('invoice', id, invoiceOf(id, texts))
      await expectWhole(page, `${fakeApiUrl}/invoices/${id}/print`, texts)
      // Its letters cross the rows, which cannot be read back then.
      fakeApi.add('invoice', `${id}-void`, invoiceOf(`${id}-void`, texts, 'void'))
      for (const text of await printedPages(page, `${fakeApiUrl}/invoices/${id}-void/print`))
        expect(text).toContain('VOID · Invoice 1042')
      await expect(page.locator('.paper-watermark')).toHaveCSS('position', 'fixed')
    },
  )

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

test('“Print” opens each copy with the print dialog: in the audit, black on white in the dark theme, and fit for a phone', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  await noteDialogs(page)
  const id = 'print/50% of'
  fakeApi.add('invoice', id, invoiceOf(id, ['Seats']))
  await page.goto(`${fakeApiUrl}/invoices/${encodeURIComponent(id)}`)
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const openMenu = () => page.getByRole('button', { name: 'Print', exact: true }).click()
  await openMenu()
  await item('Internal copy').hover()
  expect(await openedPrints(page, id)).toEqual([])
  await item('Internal copy').click()
  await expect(page.getByRole('heading')).toHaveText('Invoice 1042')
  await expect(page.getByText(/^Internal copy, not for the customer/)).toBeVisible()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-printed', /^loaded, invoice-1042-internal_\d{4}-\d\d-\d\d$/)
  expect(await openedPrints(page, id)).toEqual([['printInvoice', 'done', { for: 'internal' }]])
  await page.getByRole('link', { name: 'Invoice' }).click()
  await openMenu()
  await item('Customer copy').click()
  await expect(root).toHaveAttribute('data-printed', 'loaded, invoice-1042')
  expect(await openedPrints(page, id)).toHaveLength(2)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const main = page.getByRole('main')
  await expect(main).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(main).toHaveCSS('color', 'rgb(0, 0, 0)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page, 'an invoice for paper')
  await page.goto(`${fakeApiUrl}/invoices/nobody/print`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test('the months of a ledger and a month of invoices print from their menus as one document each', async ({ page }) => {
  await noteDialogs(page)
  const choose = async (item: string, of: Page | Locator = page) => {
    await of.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const printed = page.locator('html')
  await page.goto('/customers/acme-inc/balance')
  await expect(page.getByText(/^All [\d,]+ transactions agree$/)).toBeVisible()
  await page.getByRole('button', { name: 'Months', exact: true }).click()
  await choose('Print months', page.getByRole('region', { name: 'Months' }))
  await expect(page.getByRole('heading')).toHaveText('Months of acme-inc')
  const table = page.getByRole('table', { name: 'Months' })
  await expect(table.getByRole('columnheader').first()).toHaveText('Month')
  await expect(table.getByRole('row').filter({ hasText: 'Not over yet' })).not.toHaveCount(0)
  await expect(printed).toHaveAttribute('data-printed', /^loaded, months-acme-inc_\d{4}-\d\d-\d\d$/)

  await page.goto('/invoices/inv_globex_overdue')
  const issued = await page.evaluate(async () => {
    const { rows } = await (await fetch('/api/invoices?text=inv_globex_overdue')).json()
    return String(rows[0].issueDate).slice(0, 7)
  })
  await page.goto(`/invoices?issued=${issued}`)
  await choose('Print month')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoices issued in \w+ \d{4}$/)
  await expect(printed).toHaveAttribute('data-printed', new RegExp(`^loaded, invoices-.*_issued-${issued}_`))
  const entries = await page.evaluate(async () => (await (await fetch('/api/activity')).json()).entries)
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'printInvoiceMonth', outcome: 'done', detail: { issued } }),
  )
  const text = (await printedPages(page, `/print/invoices?issued=${issued}`)).join('\n')
  for (const caption of ['From lines to due', 'By status', 'By verdict', 'Subscriptions without a read invoice'])
    expect(text).toContain(caption)
  expect(text).toContain('inv_globex_overdue')
})
