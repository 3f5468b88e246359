import type { Page } from '@playwright/test'
import { PROVE_ONLY, volume } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { chooseInMore } from './fixtures/page-parts'
import { fetchSignedIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { LINE_COUNTS, SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import { manyLines } from '@/testing/fake-billing-api/invoice-scenarios'
import { plainInvoice, plainLine, plainPlan, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'

/*
 * What an invoice's page says of each response: app/(console)/scenarios.test.tsx, and the tests of lib/invoices and
 * lib/text.
 */

const invoicePath = (invoiceId: string) => `/invoices/${encodeURIComponent(invoiceId)}`
const OVERDUE = 'inv_globex_overdue'

/** Locators for the parts of an invoice page by their accessible names. */
function invoice(page: Page) {
  const table = page.getByRole('table', { name: 'Line items' })
  return {
    heading: page.getByRole('heading', { level: 1 }),
    table,
    rows: table.locator('tbody > tr'),
    details: (line: number) => table.getByRole('button', { name: `Details of line ${line}`, exact: true }),
    filter: page.getByRole('searchbox', { name: 'Filter lines' }),
    verdict: page.getByRole('link', { name: '3 of 7 lines need a look' }),
    total: page
      .getByRole('definition')
      .filter({ has: page.locator('xpath=preceding-sibling::dt[starts-with(., "Total")]') }),
  }
}

const expectWidth = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

/** Returns how far the check mark of each line is from the middle of its text. */
const distancesOfMarks = (page: Page) =>
  invoice(page)
    .table.getByRole('row')
    .evaluateAll((rows) =>
      rows.flatMap((row) => {
        const tick = row.querySelector('td:first-child span svg')?.getBoundingClientRect()
        const text = row.querySelector('td:nth-child(2)')
        if (!tick || !text) return []
        const range = document.createRange()
        range.selectNodeContents(text)
        const [line] = range.getClientRects()
        return line ? [Math.abs(tick.top + tick.height / 2 - (line.top + line.height / 2))] : []
      }),
    )

test('an invoice shows its number, its state and its links, and unfolds a line by keyboard', async ({ page }) => {
  const html = await (await page.request.get(invoicePath(OVERDUE))).text()
  expect(html, 'the first HTML, before any script').toMatch(/>All \d+ lines add up</)

  await page.goto(invoicePath(OVERDUE))
  const { heading, details, table } = invoice(page)
  await expect(heading).toHaveText(/^Invoice \d+$/)
  const number = (await heading.innerText()).replace('Invoice ', '')
  await expect(page).toHaveTitle(`${number} · Invoice · Billing Console`)
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(
    /Total\s*\$[\d,.]+.*Overdue.*Issued \d+ \w+ \d{4} · due \d+ \w+ \d{4}, \d+ days? ago/,
  )
  await chooseInMore(page, 'All fields')
  await expect(page.getByText('Pending date', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy invoice ID' })).toBeVisible()
  const distances = await distancesOfMarks(page)
  expect(distances.length).toBeGreaterThan(0)
  expect(Math.max(...distances), 'a check mark is aligned with its text').toBeLessThanOrEqual(1)

  await details(1).press('Enter')
  await expect(details(1)).toHaveAttribute('aria-expanded', 'true')
  await expect(table.getByText(/ × \$[\d,.]+ = \$[\d,.]+$/)).toBeVisible()
  await expect(table.getByText('Matches the line amount.')).toBeVisible()
  await expectAccessible(page, 'invoice, a line unfolded')
  await details(1).press('Enter')
  await expect(table.getByText('Matches the line amount.')).toBeHidden()
  await page.getByRole('link', { name: 'sub_globex', exact: true }).first().click()
  await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)

  expect((await page.goto(invoicePath('no such invoice')))?.status()).toBe(404)
})

test('links to the customer once their ledger has been seen', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto('/customers/acme-inc/transactions')
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click()
  await expect(invoice(page).heading).toHaveText(/^Invoice /)
  await page.getByRole('main').getByRole('link', { name: 'acme-inc', exact: true }).first().click()
  await expect(page).toHaveURL(/\/customers\/acme-inc$/)
})

test('the verdict of a wrong invoice leads to its lines, money shows its exact value, and the customer view hides what is internal', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  const faulty = fakeApiUrl + invoicePath(SCENARIO_IDS.invoice.faulty)
  const { table, rows, verdict, total, details } = invoice(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(faulty)

  await test.step('on the first screen of a phone, in cents, with all digits on hover, focus and in copied text', async () => {
    await expect(verdict).toBeInViewport({ ratio: 1 })
    await expect(total).toBeInViewport({ ratio: 1 })
    await expect(total).toHaveText('$711.68 exactly $711.6765')
    const exact = total.getByText('exactly $711.6765')
    const widthOfExact = () => exact.evaluate((element) => element.getBoundingClientRect().width)
    expect(await widthOfExact()).toBe(1)
    await total.getByText('$711.68').hover()
    expect(await widthOfExact()).toBeGreaterThan(80)
    await page.mouse.move(0, 0)
    expect(await widthOfExact()).toBe(1)
    await page.getByRole('button', { name: 'Refresh' }).focus()
    for (let presses = 0; presses < 16 && (await widthOfExact()) === 1; presses += 1) await page.keyboard.press('Tab')
    await expect(total.locator('[tabindex="0"]')).toBeFocused()
    await expectWidth(page, 360)
    const copied = await table.evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return getSelection()?.toString() ?? ''
    })
    expect(copied).toContain('$41.41 exactly $41.4065')
    // A unit price is a rate and keeps its digits. Only rounded amounts are tab stops.
    expect(copied).toContain('$0.0000025')
    await expect(table.locator('[tabindex="0"]')).toHaveText(['$41.41 exactly $41.4065'])
  })

  await test.step('the verdict and each part of the bridge lead to their lines, and Back returns', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await verdict.click()
    await expect(page).toHaveURL(/\?lines=look$/)
    await expect(page.getByRole('button', { name: 'Needs a look', exact: true, pressed: true })).toBeVisible()
    await expect(table.getByText('Needs a look')).toHaveCount(3)
    await page.getByRole('button', { name: 'Sort by difference' }).click()
    const amounts = () => table.locator('tbody > tr > td:last-child').allTextContents()
    await expect.poll(amounts).toEqual(['$40.00', '$16.50', '$12.51'])
    await page.getByRole('link', { name: 'Hidden lines' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Hidden from the customer')
    await page.getByRole('link', { name: '1 line after the subscription’s end' }).click()
    await expect(rows).toContainText('Covers 30 Nov–30 Dec, after the end')
    await page.getByRole('button', { name: 'After the end', pressed: true }).click()
    await expect(rows).toHaveCount(7)
    await page.goBack()
    await expect(rows).toHaveCount(1)
  })

  await test.step('the customer view has no verdicts, no hidden lines, no IDs and one sum', async () => {
    await page.goto(faulty)
    await details(1).click()
    const internal =
      /(price|line|billable|merchant)-plain|Matches|price rules|could not be checked|the price (is|agrees|gives|charges)|price tiers|Hidden|not sent/i
    await expect(table).toContainText(internal)
    await page.getByRole('button', { name: 'As the customer sees it' }).click()
    await expect(table.getByText('Starts')).toBeVisible()
    await expect(table).not.toContainText(internal)
    await expect(table.getByRole('button', { name: /^Details of line/ })).toHaveCount(6)
    await expect(verdict).toBeHidden()
    await expect(total).toBeHidden()
    await expect(page.getByRole('main')).toContainText('$671.68 exactly $671.6765')
    await expect(page.getByRole('main')).not.toContainText(/needs? a look|too much|after the end|hidden from/i)
    await page.reload()
    await expect(rows).toHaveCount(6)
  })

  await test.step('a line of an unusual period has a note in its details, and needs no review', async () => {
    const quarterly = { ...plainLine.price, id: 'price_quarterly', billingCadence: 'quarterly' }
    const plan = { ...plainPlan, prices: [{ price: quarterly }] }
    const periods = [
      ['2026-10-01', '2026-11-01'],
      ['2026-11-01', '2027-01-20'],
    ]
    const invoiceLineItems = periods.map(([from, to]) => ({
      ...plainLine,
      priceId: quarterly.id,
      price: quarterly,
      startDate: `${from}T00:00:00.000Z`,
      endDate: `${to}T00:00:00.000Z`,
    }))
    const short = { ...plainInvoice, id: 'short', subscriptionId: 'sub_short', invoiceLineItems }
    fakeApi.add('invoice', 'short', jsonResponse(short))
    fakeApi.add('subscription', 'sub_short', jsonResponse({ ...plainSubscription, id: 'sub_short', plan }))
    await page.goto(`${fakeApiUrl}/invoices/short`)
    await expect(page.getByText('All 2 lines add up')).toBeVisible()
    await details(1).click()
    await expect(table.getByText('Covers 1 month of a quarterly price')).toBeVisible()
    await details(2).click()
    await expect(table.getByText('Matches the line amount.')).toHaveCount(2)
    await expect(table.getByText(/^Covers /)).toHaveCount(1)
  })

  await test.step('a number too long for its place stays in one line and widens nothing', async () => {
    const invoiceLineItems = ['12345678901234567890.12', '1234567890123.125'].map((amount) => ({
      ...plainLine,
      amount,
    }))
    fakeApi.add('invoice', 'wide', jsonResponse({ ...plainInvoice, id: 'wide', invoiceLineItems }))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${fakeApiUrl}/invoices/wide`)
    const cell = table.getByText('12,345,678,901,234,567,890.12', { exact: true }).first()
    const lineHeight = await cell.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
    const height = async () => (await cell.boundingBox())?.height ?? NaN
    expect(await height()).toBeLessThan(1.5 * lineHeight)
    await expectWidth(page, 360)
    await cell.focus()
    expect(await height()).toBeGreaterThan(1.5 * lineHeight)
    const description = table.getByRole('cell', { name: 'Plain line' }).first()
    const widthBefore = (await description.boundingBox())?.width
    await details(1).click()
    await expect(table.getByText('Starts')).toBeVisible()
    expect((await description.boundingBox())?.width).toBe(widthBefore)
  })
})

/** Three pages of 100: a first, a middle and a last page. In `npm run prove` 20,000 lines test the size. */
const SIZE = volume({ test: 0, prove: 1 }) ? 'large' : 'long'
const LINES = LINE_COUNTS[SIZE]
const counted = (count: number) => count.toLocaleString('en-US')

test('an invoice of many lines loads with its first lines, pages and filters through all, and prints them without the navigation', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  test.setTimeout(180_000)
  await test.step('the first HTML has the requested lines and the result of all checks', async () => {
    fakeApi.add('invoice', 'long', jsonResponse({ ...plainInvoice, id: 'long', invoiceLineItems: manyLines(LINES) }))
    const query = `find=line-${LINES - 155}&lines=look`
    const html = await (await fetchSignedIn(`${fakeApiUrl}/invoices/long?${query}`)).text()
    expect(html).toContain(`${counted(LINES)} of ${counted(LINES)} lines need a look`)
    expect(html).toContain(`Line ${LINES - 154} of a very long invoice`)
    expect(html).not.toContain('Line 1 of a very long invoice')
  })

  const asked = page.waitForResponse((each) => /\/api\/invoices\/[^/?]+(\?|$)/.test(each.url()))
  const response = await page.goto(fakeApiUrl + invoicePath(SCENARIO_IDS.invoice[SIZE]))
  expect((await response?.body())?.length).toBeLessThan(1_000_000)
  const { rows, filter, total } = invoice(page)
  await expect(rows).toHaveCount(100)
  await expect(total).toHaveText(`€${LINES / 100}.00`)
  await expect(page.getByText(`Loading the other ${counted(LINES - 100)} lines…`)).toBeHidden({ timeout: 60_000 })
  // The lines come from the same read as the page and its total.
  expect(new URL((await asked).url()).searchParams.get('asOf')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)

  const pagination = page.getByRole('navigation', { name: 'Pagination' })
  await pagination.getByRole('button', { name: 'Last page' }).click()
  await expect(pagination).toContainText(`${counted(LINES - 99)}–${counted(LINES)} of ${counted(LINES)} lines`)
  await expect(page).toHaveURL(new RegExp(`\\?page=${LINES / 100}$`))
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeInViewport({ ratio: 1 })
  await expect(rows.last()).toContainText(`Line ${LINES} of a very long invoice`)

  await filter.fill(`line-${LINES - 155}`)
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
  await expect(rows).toHaveCount(100)
})

test('the list of invoices sums those of a filter, and filters them by their ages', async ({ page }) => {
  for (const id of ['inv_globex_overdue', 'inv_globex_paid']) await page.goto(`/invoices/${id}`)
  await page.goto('/invoices?text=globex')
  await page.getByRole('button', { name: /^\d+ invoices$/ }).click()
  const ages = page.getByRole('table', { name: 'Due, by age' })
  await expect(ages).toBeVisible()
  await expectAccessible(page, 'sums')
  await ages.getByRole('button', { name: '31–60 days overdue' }).click()
  await expect(page).toHaveURL(/text=globex.*due=to60/)
  await page.getByRole('button', { name: 'Filter 1' }).click()
  const age = page.getByRole('combobox', { name: 'Payment' })
  await expect(age).toHaveValue('to60')
  await expect(page.getByRole('table', { name: 'Invoices known to this console' })).toContainText('inv_globex_overdue')
  await page.getByRole('textbox', { name: 'Plan' }).fill('no such plan')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('Lines add up')
  await page.getByLabel('Issued, UTC').fill('2026-03')
  await expect(page).toHaveURL(/issued=2026-03/)
  await age.selectOption('Any')
  await expect(page).not.toHaveURL(/due=/)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    text: 'globex',
    plan: 'no such plan',
    verdict: 'agrees',
    issued: '2026-03',
    sort: 'due',
    order: 'asc',
  })
})
