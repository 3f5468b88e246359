import type { Page } from '@playwright/test'
import { plainEntries, startLedgerApi } from '@/testing/fake-billing-api/start-ledger-api'
import { volume } from '../scripts/test/volume.mjs'
import { hydrated } from './fixtures/hydrated'
import { signInBrowser } from './fixtures/sign-in'
import { startConsole } from './fixtures/start-console'
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

test('opens the page of a UTC day, by the sums of the whole ledger', async ({ page }) => {
  await page.goto(`${ACME}?page=3`)
  const { goToDate, rows, status } = ledger(page)
  const wanted = (await rows.last().locator('time').innerText()).replace(/,.*/, '')
  await page.goto(ACME)
  let reads = 0
  page.on('request', (request) => (reads += request.url().includes('/transactions?') ? 1 : 0))
  await goToDate.fill(wanted)
  await goToDate.press('Enter')
  await expect(status(new RegExp(`${wanted} \\(UTC\\) starts on page [23]\\.`))).toBeVisible()
  const ofDay = page.locator('[data-of-day]')
  await expect(ofDay.first().locator('time')).toContainText(wanted)
  await expect(ofDay.first()).toBeInViewport()
  // The page itself, and the total.
  expect(reads).toBeLessThanOrEqual(2)

  await goToDate.fill('1990-01-01')
  await goToDate.press('Enter')
  await expect(status('This is the last page.')).toBeVisible()
  await expect(page).toHaveURL(/page=25$/)
  await goToDate.fill('03/04/2026')
  await goToDate.press('Enter')
  await expect(goToDate).toHaveAccessibleDescription(/Use 2026-03-03 or 3 Mar 2026/)
  await expect(status('This is the last page.')).toBeHidden()
})

test('offers “Go to date” once the whole ledger was read, and reads a grown one on first', async ({ browser }) => {
  const api = await startLedgerApi()
  api.ledgers.set('long-inc', plainEntries(2_600))
  const running = await startConsole({ billingApi: { url: api.url, key: api.key } })
  try {
    const context = await browser.newContext({ baseURL: running.consoleUrl })
    const page = hydrated(await context.newPage())
    await signInBrowser(context, running.consoleUrl)
    const { goToDate, pagination, status } = ledger(page)
    await page.goto('/customers/long-inc/transactions')
    await expect(pagination).toContainText('1–20 of 2,600')
    await expect(goToDate).toBeHidden()
    await page.goto('/customers/long-inc/balance')
    await page.getByRole('button', { name: 'Read the whole ledger' }).click()
    await expect(page.getByText('All 2,600 transactions agree')).toBeVisible({ timeout: 30_000 })

    // Four a day: so many that they are not read without being asked for.
    api.ledgers.set('long-inc', plainEntries(5_200))
    await page.goto('/customers/long-inc/transactions')
    await expect(pagination).toContainText('1–20 of 5,200')
    await goToDate.fill('2026-01-01')
    await goToDate.press('Enter')
    await expect(status('1 Jan 2026 (UTC) starts on page 260.')).toBeVisible({ timeout: 30_000 })
    await expect(page).toHaveURL(/page=260$/)
  } finally {
    await running.stop()
    api.close()
  }
})
