import type { Page, Route } from '@playwright/test'
import { volume } from '../scripts/test/volume.mjs'
import { expect, test } from './fixtures/test'

const ACME = '/customers/acme-inc/transactions'

/** Locators for the page's controls by their accessible names. */
function ledger(page: Page) {
  const pagination = page.getByRole('navigation', { name: 'Pagination' })
  return {
    pagination,
    balances: page.getByRole('list', { name: 'Balances' }),
    rows: page.getByRole('table', { name: 'Transactions' }).locator('tbody > tr'),
    goToPage: pagination.getByRole('textbox', { name: 'Go to page' }),
    goToDate: pagination.getByRole('textbox', { name: 'Go to date' }),
    pool: page.getByRole('group', { name: 'Filters' }).getByLabel('Pool'),
    status: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
  }
}

test('the first screen of a customer shows the balance, wide and narrow', async ({ page, demo }) => {
  const url = `${demo.serviceUrl}/external/customers/external-id/acme-inc/transactions?pageSize=100`
  const response = await fetch(url, { headers: { 'x-api-key': demo.serviceKey } })
  const newest: { newBalance: number } = (await response.json()).results[0]
  const { balances } = ledger(page)
  const sizes = [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]
  for (const size of sizes.slice(0, volume({ test: 1, prove: 2 }))) {
    await page.setViewportSize(size)
    await page.goto('/customers/acme-inc')
    await expect(balances).toBeInViewport({ ratio: 1 })
  }
  await expect(balances).toContainText(
    newest.newBalance.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 9 }),
  )
  await expect(balances).toContainText(/AI credits since /)
})

test('a filter shows one pool of the whole ledger, and Back shows all pools', async ({ page }) => {
  await page.goto('/customers/tyrell/transactions')
  const { rows, pool, status } = ledger(page)
  await pool.selectOption('GPU minutes')
  await expect(page).toHaveURL(/pool=/)
  await expect(status(/^[\d,]+ transactions found · .* GPU minutes$/)).toBeVisible()
  await expect(rows.filter({ hasText: 'AI credits' })).toHaveCount(0)
  await page.goBack()
  await expect(rows).toHaveCount(20)
  await expect(pool).toHaveValue('')
})

test('turns pages by number and by the keys [ and ], but not while typing', async ({ page }) => {
  await page.goto(ACME)
  const { goToPage, pagination } = ledger(page)
  await goToPage.fill('999')
  await goToPage.press('Enter')
  await expect(goToPage).toHaveAccessibleDescription('The last page is 25')
  await goToPage.fill('3')
  await goToPage.press('Enter')
  await expect(pagination).toContainText('41–60 of 499')
  await goToPage.press(']')
  await expect(goToPage).toHaveValue(']')
  await expect(page).toHaveURL(/page=3$/)
  await goToPage.fill('')
  await pagination.getByRole('button', { name: 'Next page' }).focus()
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/page=4$/)
  await page.keyboard.press('[')
  await page.keyboard.press('[')
  await expect(page).toHaveURL(/page=2$/)
})

test('opens the page of a day in the zone shown, and can stop the search', async ({ page, context, demo }) => {
  await context.addCookies([{ name: 'time-zone', value: 'Pacific/Auckland', url: demo.consoleUrl }])
  await page.goto(ACME)
  const { goToDate, rows, status } = ledger(page)
  const last = rows.last().locator('time')
  const wanted = (await last.innerText()).replace(/,.*/, '')

  const held: Route[] = []
  await page.route(/\/api\/customers\//, (route) => void held.push(route))
  await goToDate.fill(wanted)
  await goToDate.press('Enter')
  await expect(status(/\(Pacific\/Auckland\): 0 of at most 8 pages read/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop looking' }).click()
  await expect(status(/Looking for/)).toBeHidden()
  await expect(goToDate).toBeFocused()
  await page.unroute(/\/api\/customers\//)
  await Promise.all(held.map((route) => route.abort().catch(() => undefined)))

  let reads = 0
  page.on('request', (request) => (reads += request.url().includes('/api/customers/') ? 1 : 0))
  await goToDate.fill(wanted)
  await goToDate.press('Enter')
  await expect(status(`${wanted} (Pacific/Auckland) starts on page 1.`)).toBeVisible()
  await expect(page.locator('[data-of-day]').last().locator('time')).toContainText(wanted)
  expect(reads).toBeLessThanOrEqual(7)

  await goToDate.fill('1990-01-01')
  await goToDate.press('Enter')
  await expect(status('This is the last page.')).toBeVisible()
  await expect(page).toHaveURL(/page=25$/)
  await goToDate.fill('03/04/2026')
  await goToDate.press('Enter')
  await expect(goToDate).toHaveAccessibleDescription(/Use 2026-03-03 or 3 Mar 2026/)
  await expect(status('This is the last page.')).toBeHidden()
})
