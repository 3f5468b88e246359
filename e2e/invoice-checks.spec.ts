import type { Page } from '@playwright/test'
import { volume } from '../scripts/volume.mjs'
import { fetchSignedIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/variation-test'
import { FAULTY_INVOICE } from './variation-server/invoice-check-scenarios'
import { LINE_COUNTS } from './variation-server/ids'
import { longInvoice } from './variation-server/invoice-scenarios'
import { jsonResponse } from './variation-server/response'

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

test('is this invoice right? Its first screen says so', async ({ page }) => {
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
    await expect(total).toHaveText('$711.6765')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
  }
})

test('the verdict and each part of the bridge lead to their lines, and Back leads back', async ({ page }) => {
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

test('as the customer sees it there are no verdicts, no hidden lines and one sum', async ({ page }) => {
  await page.goto(PATH)
  const { rows, total, verdict } = invoice(page)
  await page.getByRole('button', { name: 'As the customer sees it' }).click()
  await expect(rows).toHaveCount(6)
  await expect(verdict).toBeHidden()
  await expect(total).toBeHidden()
  await expect(page.getByRole('main')).toContainText('$671.6765')
  await expect(page.getByRole('main')).not.toContainText(/needs? a look|more than quantity|after the end|hidden from/i)
  await page.reload()
  await expect(rows).toHaveCount(6)
})

test('of many lines the first HTML holds those that the address asks for, and what came of all checks', async ({
  variations,
  variationUrl,
}) => {
  const count = volume({ test: LINE_COUNTS.long, prove: LINE_COUNTS.large })
  variations.add('invoice', 'long', jsonResponse(longInvoice('long', count)))
  const html = await (await fetchSignedIn(`${variationUrl}/invoices/long?find=line-${count - 155}&lines=look`)).text()
  expect(html).toContain(`${count.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} lines need a look`)
  expect(html).toContain(`Line ${count - 154} of a very long invoice`)
  expect(html).not.toContain('Line 1 of a very long invoice')
})
