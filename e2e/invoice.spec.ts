import type { Page } from '@playwright/test'
import { Big } from 'big.js'
import { Invoice, InvoiceLineItem, InvoiceStatus } from '@/contract/billing/invoice'
import { parseExactJson } from '@/contract/exact-json'
import { z } from 'zod'
import { PROVE_ONLY, volume } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import type { TestConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'
import { LINE_COUNTS, SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

const invoicePath = (invoiceId: string) => `/invoices/${encodeURIComponent(invoiceId)}`
const OVERDUE = 'inv_globex_overdue'

/** The fields of a demo invoice that the tests read. They are never missing there. */
const DemoInvoice = Invoice.extend({
  vanityIdString: z.string(),
  merchantId: z.string(),
  subscriptionId: z.string(),
  invoiceLineItems: z.array(
    InvoiceLineItem.extend({
      description: z.string(),
      priceId: z.string(),
      price: z.object({ billable: z.object({ showOnInvoice: z.boolean(), hidden: z.boolean() }) }),
    }),
  ),
})

/** Reads the response of the billing API. */
async function responseOf({ serviceUrl, serviceKey }: TestConsole, invoiceId: string) {
  const url = `${serviceUrl}/external/invoices/${invoiceId}/with-line-items`
  const response = await fetch(url, { headers: { 'x-api-key': serviceKey } })
  return DemoInvoice.parse(parseExactJson(await response.text()))
}

/** Locators for the parts of an invoice page by their accessible names. */
function invoice(page: Page) {
  const table = page.getByRole('table', { name: 'Line items' })
  return {
    heading: page.getByRole('heading', { level: 1 }),
    table,
    rows: table.locator('tbody > tr'),
    details: (line: number) => table.getByRole('button', { name: `Details of line ${line}`, exact: true }),
    filter: page.getByRole('searchbox', { name: 'Filter lines' }),
    total: page
      .getByRole('definition')
      .filter({ has: page.locator('xpath=preceding-sibling::dt[starts-with(., "Total")]') }),
    customerTotal: page
      .getByRole('definition')
      .filter({ has: page.locator('xpath=preceding-sibling::dt[starts-with(., "Lines that the customer sees")]') }),
    fact: (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) }),
  }
}

/** Formats dollars in cents, rounded half up, followed by the exact value when it has more digits. */
function dollars(decimal: string): string {
  const exact = new Big(decimal)
  const cents = exact.round(2, Big.roundHalfUp)
  return exact.eq(cents) ? written(cents) : `${written(cents)} exactly ${written(exact)}`
}

function written(amount: Big): string {
  const [whole = '', fraction = ''] = amount.abs().toFixed().split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${amount.lt(0) ? '−' : ''}$${grouped}.${fraction.padEnd(2, '0')}`
}

test.describe('an invoice', () => {
  test('shows its number, its status and its links', async ({ page, demo }) => {
    const response = await responseOf(demo, OVERDUE)
    await page.goto(invoicePath(OVERDUE))
    const { heading, fact } = invoice(page)

    await expect(page).toHaveTitle(`${response.vanityIdString} · Invoice · Billing Console`)
    await expect(heading).toHaveText(`Invoice ${response.vanityIdString}`)
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText(/Overdue by \d+ days?/)
    await expect(page.getByRole('list', { name: 'Dates' })).toContainText(/\d+ days? overdue/)
    await expect(page.getByRole('button', { name: 'Copy invoice ID' })).toBeVisible()
    await expect(fact('Customer ID')).toContainText(response.customerId)
    await expect(fact('Merchant ID')).toContainText(response.merchantId)
    await expect(
      page.getByText(/^USD \(from the subscription\)\. Total calculated here, rounded half up to cents\.$/),
    ).toBeVisible()

    await page.getByRole('link', { name: response.subscriptionId, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/subscriptions/${response.subscriptionId}$`))
  })

  test('shows every line as the API sent it, and their exact sum', async ({ page, demo }) => {
    const { invoiceLineItems: lines } = await responseOf(demo, OVERDUE)
    await page.goto(invoicePath(OVERDUE))
    const { rows, total, customerTotal } = invoice(page)

    await expect(rows).toHaveCount(lines.length)
    for (const [index, { description, amount }] of lines.entries()) {
      await expect(rows.nth(index)).toContainText(description)
      await expect(rows.nth(index).getByRole('cell').last()).toHaveText(dollars(amount))
    }
    const sumOf = (some: typeof lines) => some.reduce((sum, { amount }) => sum.plus(amount), new Big(0)).toFixed()
    await expect(total).toHaveText(dollars(sumOf(lines)))
    const seen = lines.filter(({ price }) => price.billable.showOnInvoice && !price.billable.hidden)
    // The customer sees every line, so there is no second sum.
    expect(sumOf(seen)).toBe(sumOf(lines))
    await expect(customerTotal).toHaveCount(0)
  })

  test('is in the first HTML, before any script', async ({ browser, demo }) => {
    const { invoiceLineItems } = await responseOf(demo, OVERDUE)
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
    const page = await context.newPage()
    await page.goto(invoicePath(OVERDUE))
    await expect(invoice(page).rows).toHaveCount(invoiceLineItems.length)
    await expect(page.getByText(/^USD \(from the subscription\)/)).toBeVisible()
    await context.close()
  })

  test('unfolds a line by keyboard and shows its calculation, its price and its ids', async ({ page, demo }) => {
    const [line] = (await responseOf(demo, OVERDUE)).invoiceLineItems
    await page.goto(invoicePath(OVERDUE))
    const { details, table } = invoice(page)

    await details(1).press('Enter')
    await expect(details(1)).toHaveAttribute('aria-expanded', 'true')
    await expect(table.getByText(/ × \$[\d,.]+ = \$[\d,.]+$/)).toBeVisible()
    await expect(table.getByText('Matches the line amount.')).toBeVisible()
    await expect(table.getByText(line?.priceId ?? '', { exact: true })).toBeVisible()
    await expect(table.getByText(line?.id ?? '', { exact: true })).toBeVisible()
    await expectAccessible(page, 'invoice, a line unfolded')
    await details(1).press('Enter')
    await expect(table.getByText('Matches the line amount.')).toBeHidden()
  })

  test('shows every status, has no wrong line, and is overdue only while money is owed', async ({ request }) => {
    const overdue: string[] = []
    for (const status of InvoiceStatus.options) {
      const html = await (await request.get(invoicePath(`inv_globex_${status}`))).text()
      expect(html).toMatch(/<h1[^>]*>Invoice \d+<\/h1>/)
      expect(html).not.toContain('does not know this status')
      expect(html).toMatch(/>All \d+ lines add up</)
      if (/days? overdue</.test(html)) overdue.push(status)
    }
    expect(overdue).toContain('overdue')
    for (const settled of ['test', 'draft', 'pending', 'paid', 'void', 'uncollectible'])
      expect(overdue).not.toContain(settled)
  })

  test('returns 404 for an unknown id, and explains an invalid id', async ({ page }) => {
    const missing = await page.goto(invoicePath('no such invoice'))
    expect(missing?.status()).toBe(404)
    await page.goto('/invoices/a%01b')
    await expect(page.getByText('This is not an ID')).toBeVisible()
  })

  test('links to the customer once their ledger has been seen', { tag: PROVE_ONLY }, async ({ page }) => {
    await page.goto('/customers/acme-inc/transactions')
    await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click()
    await expect(invoice(page).heading).toHaveText(/^Invoice /)
    await page.getByRole('main').getByRole('link', { name: 'acme-inc', exact: true }).first().click()
    await expect(page).toHaveURL(/\/customers\/acme-inc$/)
  })

  test('keeps what was read before when a refresh fails, and Retry mends it', { tag: PROVE_ONLY }, async ({ page }) => {
    await page.goto(invoicePath(OVERDUE))
    const read = /\/api\/invoices\/[^/]+$/
    await page.route(read, (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Below is what was read before.' })
    await expect(alert).toBeVisible()
    await expect(invoice(page).rows.first()).toBeVisible()

    await page.unroute(read)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toBeHidden()
  })

  test('fits 360 px', { tag: PROVE_ONLY }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(invoicePath(OVERDUE))
    await invoice(page).details(1).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expect(invoice(page).rows.first().getByRole('cell').last()).toBeInViewport({ ratio: 1 })
  })
})

test.describe('an invoice of another API', () => {
  test('shows unknown values as sent, and says why an amount differs', async ({ page, fakeApiUrl }) => {
    await page.goto(fakeApiUrl + invoicePath(SCENARIO_IDS.invoice.active))
    const { heading, fact, table, details, total, customerTotal } = invoice(page)
    await expect(heading).toHaveText('Invoice 2042')
    await expect(page.getByTitle('API status “disputed”: not one that this console knows')).toHaveText('disputed')
    await expect(fact('Payment gateway')).toContainText('braintree')

    await expect(total).toHaveText('€130.30 exactly €130.30000000000000004')
    await expect(customerTotal).toHaveText('€30.30 exactly €30.30000000000000004')
    await expect(page.getByText('1 line without a readable amount is not included.')).toBeVisible()
    await expect(table.getByText('Hidden from the customer')).toHaveCount(1)

    await details(1).click()
    await expect(table.getByText('3 × €3.3333333333333333 = €9.9999999999999999')).toBeVisible()
    await expect(
      table.getByText('The amount is €0.0000000000000001 more: the minimum of €10.00 applies.'),
    ).toBeVisible()
    await expect(table.getByRole('table', { name: '2 sub items' }).getByRole('row')).toHaveCount(3)
  })

  test('links from the verdict to the lines that need review, and back to all lines', async ({ page, fakeApiUrl }) => {
    await page.goto(fakeApiUrl + invoicePath(SCENARIO_IDS.invoice.active))
    const { table } = invoice(page)
    const rows = table.locator('tbody > tr')
    await expect(rows).toHaveCount(4)
    await page.getByRole('link', { name: '1 of 4 lines needs a look' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Not zero, although the price charges nothing')
    const filter = page.getByRole('button', { name: 'Needs a look' })
    await expect(filter).toHaveAttribute('aria-pressed', 'true')
    await filter.click()
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toContainText('Adds up')
    await expect(rows.last()).toContainText('Cannot be checked')
  })

  test('is a page even where nothing but its id was sent', { tag: PROVE_ONLY }, async ({ page, fakeApiUrl }) => {
    await page.goto(fakeApiUrl + invoicePath(SCENARIO_IDS.invoice.bare))
    await expect(invoice(page).heading).toHaveText(`Invoice ${SCENARIO_IDS.invoice.bare}`)
    await expect(page.getByText('Status not sent')).toBeVisible()
    await expect(page.getByText('Total not known: the API sent no line items.')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/undefined|null|NaN|Invalid Date|\$/)
  })

  test('runs nothing that was sent', { tag: PROVE_ONLY }, async ({ page, fakeApiUrl }) => {
    await page.goto(fakeApiUrl + invoicePath(SCENARIO_IDS.invoice.hostile))
    await expect(invoice(page).heading).toContainText('<script>')
    await expect(page.getByText('Below is').or(invoice(page).table)).toBeVisible()
    await expect(page).not.toHaveTitle('owned')
    await expect(page.locator('a[href^="javascript:"], main img')).toHaveCount(0)
  })
})

/** Three pages of 100: a first, a middle and a last page. In `npm run prove` 20,000 lines test the size. */
const SIZE = volume({ test: 0, prove: 1 }) ? 'large' : 'long'
const LINES = LINE_COUNTS[SIZE]
const counted = (count: number) => count.toLocaleString('en-US')

const allLoaded = async (page: Page) =>
  expect(page.getByText(`Loading the other ${counted(LINES - 100)} lines…`)).toBeHidden({ timeout: 60_000 })

test.describe('an invoice of many lines', () => {
  test.setTimeout(180_000)
  const path = invoicePath(SCENARIO_IDS.invoice[SIZE])

  test('loads with its first lines, pages and filters through all lines, and prints them without the navigation', async ({
    page,
    fakeApiUrl,
  }) => {
    const asked = page.waitForResponse((each) => each.url().includes('/api/invoices/'))
    const response = await page.goto(fakeApiUrl + path)
    expect((await response?.body())?.length).toBeLessThan(1_000_000)
    const { rows, filter, total } = invoice(page)
    await expect(rows).toHaveCount(100)
    await expect(total).toHaveText(`€${LINES / 100}.00`)
    await allLoaded(page)
    // The lines come from the same read as the page and its total.
    expect(new URL((await asked).url()).searchParams.get('asOf')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)

    const pagination = page.getByRole('navigation', { name: 'Pagination' })
    await pagination.getByRole('button', { name: 'Last page' }).click()
    await expect(pagination).toContainText(`${counted(LINES - 99)}–${counted(LINES)} of ${counted(LINES)} lines`)
    await expect(page).toHaveURL(new RegExp(`\\?page=${LINES / 100}$`))
    await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeInViewport({ ratio: 1 })
    await expect(rows.last()).toContainText(`Line ${LINES - 1} of a very long invoice`)

    await filter.fill(`zeile-${LINES - 155}`)
    await expect(pagination).toContainText(`1–1 of 1 matching line, ${counted(LINES)} in all`)
    await expect(rows).toHaveCount(1)
    await filter.fill('nowhere')
    await expect(page.getByText('No line matches “nowhere” in its description, ID or amount.')).toBeVisible()
    await filter.fill('')
    await expect(rows).toHaveCount(100)

    // This text is for the agent who checks the invoice, not for the customer.
    const verdict = page.getByText(`All ${counted(LINES)} lines add up`)
    await expect(verdict).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(verdict).toBeHidden()
    await expect(page.getByText(/^As of .* UTC\. All dates are in UTC\.$/)).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    const seen = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.filter((element) => element.checkVisibility()).length)
    expect(await seen('table:has(> caption:text-is("Line items")) > tbody > tr')).toBe(LINES)
    expect(await seen('h1')).toBe(1)
    expect(await seen('nav, input, button, a[href^="/api/"]')).toBe(0)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(invoice(page).rows).toHaveCount(100)
  })
})
