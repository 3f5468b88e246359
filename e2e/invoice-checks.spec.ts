import type { Page } from '@playwright/test'
import { volume } from '../scripts/test/volume.mjs'
import { fetchSignedIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/fake-api-test'
import { FAULTY_INVOICE } from '@/testing/fake-billing-api/invoice-check-scenarios'
import { LINE_COUNTS } from '@/testing/fake-billing-api/ids'
import { longInvoice } from '@/testing/fake-billing-api/invoice-scenarios'
import { plainInvoice, plainLine, plainPlan, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'

const PATH = `/invoices/${encodeURIComponent(FAULTY_INVOICE)}`

const invoice = (page: Page) => {
  const table = page.getByRole('table', { name: 'Line items' })
  return {
    table,
    rows: table.locator('tbody > tr'),
    amounts: () => table.locator('tbody > tr > td:last-child').allTextContents(),
    verdict: page.getByRole('link', { name: '3 of 7 lines need a look' }),
    total: page
      .getByRole('definition')
      .filter({ has: page.locator('xpath=preceding-sibling::dt[starts-with(., "Total")]') }),
  }
}

test('the first screen shows whether the invoice is right', async ({ page }) => {
  const sizes = [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]
  for (const size of sizes.slice(0, volume({ test: 1, prove: 2 }))) {
    await page.setViewportSize(size)
    await page.goto(PATH)
    const { verdict, total } = invoice(page)
    await expect(verdict).toBeInViewport({ ratio: 1 })
    await expect(total).toBeInViewport({ ratio: 1 })
    await expect(total).toHaveText('$711.68 exactly $711.6765')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
  }
})

test('the verdict and each part of the bridge link to their lines, and Back returns', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(PATH)
  const { table, rows, amounts, verdict } = invoice(page)
  const pressed = (name: string) => page.getByRole('button', { name, exact: true, pressed: true })
  await verdict.click()
  await expect(page).toHaveURL(/\?lines=look$/)
  await expect(pressed('Needs a look')).toBeVisible()
  await expect(table.getByText('Needs a look')).toHaveCount(3)
  await page.getByRole('button', { name: 'Sort by difference' }).click()
  await expect.poll(amounts).toEqual(['$40.00', '$16.50', '$12.51'])

  await page.getByRole('link', { name: 'Hidden lines' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Hidden from the customer')
  await page.getByRole('link', { name: '1 line after the subscription’s end' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Covers 30 Nov–30 Dec, after the end')
  await page.getByRole('link', { name: 'Total', exact: true }).click()
  await expect(rows).toHaveCount(7)
  await page.goBack()
  await expect(rows).toHaveCount(1)
})

test('money shows cents in one line; hover, focus and copied text show its exact value', async ({ page }) => {
  for (const width of [360, 1280].slice(0, volume({ test: 1, prove: 2 }))) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(PATH)
    const { total, table } = invoice(page)
    const shown = total.getByText('$711.68')
    const exact = total.getByText('exactly $711.6765')
    const widthOfExact = () => exact.evaluate((element) => element.getBoundingClientRect().width)
    expect(await widthOfExact()).toBe(1)
    await shown.hover()
    expect(await widthOfExact()).toBeGreaterThan(80)
    await page.mouse.move(0, 0)
    expect(await widthOfExact()).toBe(1)
    await page.getByRole('button', { name: 'Refresh' }).focus()
    for (let presses = 0; presses < 16 && (await widthOfExact()) === 1; presses += 1) await page.keyboard.press('Tab')
    await expect(total.locator('[tabindex="0"]')).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const copied = await table.evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return getSelection()?.toString() ?? ''
    })
    expect(copied).toContain('$41.41 exactly $41.4065')
    // A unit price is a rate and keeps its digits. Only rounded amounts are tab stops.
    expect(copied).toContain('$0.0000025')
    await expect(table.locator('[tabindex="0"]')).toHaveText(['$41.41 exactly $41.4065'])
    const lines = await table.locator('td:last-child').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell.querySelector('.tabular-nums')?.firstChild ?? cell)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    expect(new Set(lines)).toEqual(new Set([1]))
  }
})

test('a number too long for its place stays in one line and widens nothing', async ({ page, fakeApi, fakeApiUrl }) => {
  const amount = '12345678901234567890.12'
  fakeApi.add(
    'invoice',
    'wide',
    jsonResponse({
      ...plainInvoice,
      id: 'wide',
      invoiceLineItems: [
        { ...plainLine, amount },
        { ...plainLine, amount: '1234567890123.125' },
      ],
    }),
  )
  for (const width of [360, 1280].slice(0, volume({ test: 1, prove: 2 }))) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${fakeApiUrl}/invoices/wide`)
    const { table } = invoice(page)
    const cell = table.getByText('12,345,678,901,234,567,890.12', { exact: true }).first()
    const lineHeight = await cell.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
    expect((await cell.boundingBox())?.height).toBeLessThan(1.5 * lineHeight)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await cell.focus()
    expect((await cell.boundingBox())?.height).toBeGreaterThan(1.5 * lineHeight)
    const description = table.getByRole('cell', { name: 'Plain line' })
    const widthBefore = (await description.first().boundingBox())?.width
    await table.getByRole('button', { name: 'Details of line 1', exact: true }).click()
    await expect(table.getByText('Starts')).toBeVisible()
    expect((await description.first().boundingBox())?.width).toBe(widthBefore)
  }
})

test('the customer view of an unfolded line shows no ID, no check and no internal fact', async ({ page }) => {
  await page.goto(PATH)
  const { table } = invoice(page)
  const internal =
    /(price|line|billable|merchant)-plain|Matches|price rules|could not be checked|the price (is|agrees|gives|charges)|price tiers|Hidden|not sent/i
  await table.getByRole('button', { name: 'Details of line 1', exact: true }).click()
  await expect(table).toContainText(internal)
  await page.getByRole('button', { name: 'As the customer sees it' }).click()
  await expect(table.getByText('Starts')).toBeVisible()
  await expect(table).not.toContainText(internal)
})

test('a line of an unusual period has a note in its details and needs no review', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  const quarterly = { ...plainLine.price, id: 'price_quarterly', billingCadence: 'quarterly' }
  const lineOf = (startDate: string, endDate: string) => ({
    ...plainLine,
    priceId: quarterly.id,
    price: quarterly,
    startDate: `${startDate}T00:00:00.000Z`,
    endDate: `${endDate}T00:00:00.000Z`,
  })
  const lines = [lineOf('2026-10-01', '2026-11-01'), lineOf('2026-10-01', '2026-12-20')]
  fakeApi.add(
    'invoice',
    'short',
    jsonResponse({ ...plainInvoice, id: 'short', subscriptionId: 'sub_short', invoiceLineItems: lines }),
  )
  fakeApi.add(
    'subscription',
    'sub_short',
    jsonResponse({ ...plainSubscription, id: 'sub_short', plan: { ...plainPlan, prices: [{ price: quarterly }] } }),
  )
  await page.goto(`${fakeApiUrl}/invoices/short`)
  const { table } = invoice(page)
  const note = table.getByText('Covers 1 month of a quarterly price')
  await expect(page.getByText('All 2 lines add up')).toBeVisible()
  await table.getByRole('button', { name: 'Details of line 1', exact: true }).click()
  await expect(note).toBeVisible()
  await table.getByRole('button', { name: 'Details of line 2', exact: true }).click()
  await expect(table.getByText('Matches the line amount.')).toHaveCount(2)
  await expect(table.getByText(/^Covers /)).toHaveCount(1)
})

test('the customer view shows no verdicts, no hidden lines and one sum', async ({ page }) => {
  await page.goto(PATH)
  const { rows, total, verdict } = invoice(page)
  await page.getByRole('button', { name: 'As the customer sees it' }).click()
  await expect(rows).toHaveCount(6)
  await expect(verdict).toBeHidden()
  await expect(total).toBeHidden()
  await expect(page.getByRole('main')).toContainText('$671.68 exactly $671.6765')
  await expect(page.getByText('rounded half up to cents')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/needs? a look|too much|after the end|hidden from/i)
  await page.reload()
  await expect(rows).toHaveCount(6)
})

test('the first HTML of a long invoice contains the requested lines and the result of all checks', async ({
  fakeApi,
  fakeApiUrl,
}) => {
  const count = volume({ test: LINE_COUNTS.long, prove: LINE_COUNTS.large })
  fakeApi.add('invoice', 'long', jsonResponse(longInvoice('long', count)))
  const html = await (await fetchSignedIn(`${fakeApiUrl}/invoices/long?find=line-${count - 155}&lines=look`)).text()
  expect(html).toContain(`${count.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} lines need a look`)
  expect(html).toContain(`Line ${count - 154} of a very long invoice`)
  expect(html).not.toContain('Line 1 of a very long invoice')
})
