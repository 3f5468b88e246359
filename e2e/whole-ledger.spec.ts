import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { readFile } from 'node:fs/promises'
import { Big } from 'big.js'
import { plainEntries, startLedgerApi } from '@/testing/fake-billing-api/start-ledger-api'
import { expect, test } from './fixtures/test'
import { hydrated } from './fixtures/hydrated'
import { signInBrowser } from './fixtures/sign-in'
import { startConsole } from './fixtures/start-console'

const ACME = '/customers/acme-inc/balance'
const TRANSACTIONS = '/customers/acme-inc/transactions'

test('on demo data the chart stands without a click, and the largest drop is explained to the last digit', async ({
  page,
}) => {
  await page.goto(ACME)
  await expect(page.getByText(/^All [\d,]+ transactions agree$/)).toBeVisible()
  const chart = page.getByRole('figure', { name: 'Balance over time' })
  await expect(chart.locator('svg path').first()).toBeVisible()
  const drop = chart.getByRole('button', { name: /^Largest daily fall, net: / })
  const [, by = ''] = /^Largest daily fall, net: ([\d,.]+) (?:on|in) /.exec(await drop.innerText()) ?? []
  await drop.click()
  const explained = page.getByRole('region', { name: 'Explain a change' })
  await expect(explained).toContainText(`−${by} AI credits`)
  const proof = explained.getByText(/^[\d,.]+( [−+] [\d,.]+)+ = [\d,.]+$/)
  const [sum = '', result = ''] = (await proof.innerText()).replaceAll(',', '').split(' = ')
  const terms = sum.replaceAll(' − ', ' -').replaceAll(' + ', ' ').split(' ')
  expect(terms.reduce((total, term) => total.plus(term), new Big(0)).eq(result)).toBe(true)
  await expect(explained.getByRole('button', { name: 'Copy reply' })).toBeVisible()

  const part = explained.getByRole('link').first()
  await part.click()
  await expect(page).toHaveURL(/\/transactions\?pool=[^&]+&type=\w+&from=[\d-]+&to=[\d-]+/)
  await expect(page.getByRole('status').filter({ hasText: /1 transaction found/ })).toBeVisible()
  await page.goBack()
  await expect(explained).toContainText(`−${by} AI credits`)
  await chart.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(/range=all/)
  await expect(chart.getByRole('button', { name: /^Largest monthly fall, net: [\d,.]+ in / })).toBeVisible()
})

test('the chart is in the first HTML once the ledger was read', async ({ page, demo, request }) => {
  await page.goto(ACME)
  await expect(page.getByText(/^All [\d,]+ transactions agree$/)).toBeVisible()
  const html = await (await request.get(`${demo.consoleUrl}${ACME}`)).text()
  expect(html).toMatch(/<figure[^>]*aria-label="Balance over time"[\s\S]*<path d="M0,/)
  expect(html).toMatch(/All [\d,]+ transactions agree/)
})

test('addresses from the time when one page had transactions and balance lead to the right tab', async ({ page }) => {
  await page.goto(`${TRANSACTIONS}?range=12m&explain=2026-10-01..2026-10-31`)
  await expect(page).toHaveURL(/\/balance\?range=12m&explain=2026-10-01\.\.2026-10-31$/)
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('2026-10-01')
  await page.goto(`${TRANSACTIONS}?range=30d&from=2026-10-01&to=2026-10-31`)
  await expect(page).toHaveURL(/\/transactions\?range=30d&from=2026-10-01&to=2026-10-31$/)
  await expect(page.getByRole('status').filter({ hasText: /transactions? found/ })).toBeVisible()
  await page.goto(`${TRANSACTIONS}?range=all&page=2`)
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toContainText('21–40 of')
})

test('a month closes at the balance that Go to date says, and where the next one opens', async ({ page }) => {
  await page.goto(ACME)
  const months = page.getByRole('table', { name: 'Months' })
  const cellsOf = async (row: number) =>
    (await months.locator('tbody > tr').nth(row).locator('td, th').allInnerTexts()).map((text) => text.trim())
  await expect(months.locator('tbody > tr').nth(2)).toBeVisible()
  const [newer, older] = [await cellsOf(0), await cellsOf(1)]
  const heads = await months.locator('thead th').allInnerTexts()
  const at = (name: string) => heads.findIndex((head) => head.startsWith(name))
  expect(older[at('Closing')]).toBe(newer[at('Opening')])
  const shownRows = await months.locator('tbody > tr').count()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await months.locator('tbody > tr').count(), 'paper has every month').toBeGreaterThan(shownRows)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  const [month = ''] = /[A-Z][a-z]{2} \d{4}/.exec(older.join(' ')) ?? []
  const first = new Date(`1 ${month} UTC`)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
  await page.goto(TRANSACTIONS)
  const goToDate = page.getByRole('textbox', { name: 'Go to date' })
  await goToDate.fill(lastDay)
  await goToDate.press('Enter')
  await expect(page.getByText(/^Balance at the end of /)).toContainText(`: ${older[at('Closing')]} AI credits`)
})

test('a filter over the whole ledger lists every match and exports it', async ({ page }) => {
  await page.goto(TRANSACTIONS)
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByLabel('Type').selectOption('Expiration')
  await expect(page).toHaveURL(/type=expiration/)
  const found = page.getByRole('status').filter({ hasText: /^\d+ transactions found · −[\d,.]+ AI credits$/ })
  await expect(found).toBeVisible()
  const count = Number(/^\d+/.exec(await found.innerText())?.[0])
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody > tr')
  await expect(rows).toHaveCount(count)
  await expect(rows.filter({ hasText: 'Expiration' })).toHaveCount(count)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(count + 1)
  expect(lines.slice(1).every((line) => line.includes('expiration'))).toBe(true)

  await page.getByRole('button', { name: 'Export options' }).click()
  const options = page.getByRole('group', { name: 'Export options' })
  for (const name of ['Merchant ID', 'As of (UTC)']) await options.getByLabel(name, { exact: true }).uncheck()
  const forExcel = page.getByRole('checkbox', { name: 'For Excel', exact: true })
  await forExcel.check()
  const excel = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const [head = '', first = ''] = (await readFile(await (await excel).path(), 'utf8')).split('\r\n')
  expect(head).toMatch(/^\uFEFFCreated \(UTC\);Created \(UTC day\);Type;Amount;/)
  expect(head).not.toContain('Merchant ID')
  expect(first).toMatch(/;-\d+,\d+;/)
  await page.goto('/invoices/inv_globex_overdue')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const csv = page.getByRole('menuitem', { name: 'Export CSV' })
  await expect(csv).toHaveAttribute('href', /form=excel$/)
  await page.getByRole('menuitemcheckbox', { name: 'For Excel' }).click()
  await expect(csv).toHaveAttribute('href', /\/csv$/)
  await page.goto(`${TRANSACTIONS}?type=expiration`)
  await expect(found).toBeVisible()

  await filters.getByLabel('From', { exact: true }).fill('soon')
  await filters.getByLabel('From', { exact: true }).press('Enter')
  await expect(filters.getByRole('alert')).toHaveText('Use 2026-03-03 or 3 Mar 2026')
  await filters.getByLabel('To', { exact: true }).fill('2026-01-01')
  await filters.getByLabel('From', { exact: true }).fill('2026-03-03')
  await filters.getByLabel('From', { exact: true }).press('Enter')
  await expect(filters.getByRole('alert')).toHaveText('From is after To. Swap the days.')
})

test('the points of the chart are reached by keyboard, and a table has the same figures', async ({ page }) => {
  await page.goto(ACME)
  const chart = page.getByRole('figure', { name: 'Balance over time' })
  const points = chart.getByRole('slider')
  await points.focus()
  await page.keyboard.press('Home')
  const first = (await points.getAttribute('aria-valuetext')) ?? ''
  await page.keyboard.press('End')
  await expect(points).not.toHaveAttribute('aria-valuetext', first)
  await page.keyboard.press('ArrowLeft')
  const [day = '', balance = ''] = ((await points.getAttribute('aria-valuetext')) ?? '').split(/, (?:balance )?/)
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.getByRole('row').filter({ hasText: day }).first()).toContainText(balance)
  await points.press('Enter')
  await expect(page).toHaveURL(/\/transactions\?from=\d{4}-\d\d-\d\d&to=/)
  await expect(page.getByRole('status').filter({ hasText: /transactions? found/ })).toBeVisible()
})

test(
  'a long ledger is read with progress, left and come back to, and read on after an outage',
  { tag: PROVE_ONLY },
  async ({ browser }) => {
    const api = await startLedgerApi()
    api.ledgers.set(
      'long-inc',
      plainEntries(6_000, (index) => (index === 4_321 ? { newBalance: 5 } : {})),
    )
    const running = await startConsole({
      billingApi: { url: api.url, key: api.key },
      env: { BILLING_API_BREAKER_CALLS: '1000000' },
    })
    try {
      const context = await browser.newContext({ baseURL: running.consoleUrl })
      const page = hydrated(await context.newPage())
      await signInBrowser(context, running.consoleUrl)
      await page.goto('/customers/long-inc/balance')
      await expect(page.getByText('6,000 transactions, about')).toBeVisible()
      let isDown = true
      // The browser reads the first page only.
      api.meet = (nth) => (isDown && nth >= 30 ? 503 : undefined)
      await page.getByRole('button', { name: 'Read the whole ledger' }).click()
      await expect(page.getByRole('progressbar', { name: 'Transactions read' })).toBeVisible()
      await page.goto('/status')
      await page.goto('/customers/long-inc/balance')
      await expect(page.getByText(/^Partial: [\d,]+ of 6,000, because page \d+ could not be read/)).toBeVisible({
        timeout: 30_000,
      })
      isDown = false
      await page.reload()
      await page.getByRole('button', { name: 'Continue reading' }).click()
      await expect(page.getByText('2 breaks in 6,000 transactions')).toBeVisible({ timeout: 30_000 })
      const broken = page.getByRole('link', { name: 'txn_4321', exact: true })
      await broken.click()
      const row = page.getByRole('table', { name: 'Transactions' }).locator('tbody > tr[data-linked]')
      await expect(row).toBeFocused()
      await expect(row).toBeInViewport()
    } finally {
      await running.stop()
      api.close()
    }
  },
)

test('an invoice lists the blocks that it granted, once a ledger was read', async ({ page }) => {
  await page.goto(ACME)
  await expect(page.getByText(/^All [\d,]+ transactions agree$/)).toBeVisible()
  const blocks = page.getByRole('table', { name: 'Blocks' })
  const granted = blocks.getByRole('link', { name: /^\d{4}$/ }).first()
  await granted.click()
  await expect(page).toHaveURL(/\/invoices\//)
  const region = page.getByRole('region', { name: 'Granted blocks' })
  await expect(region).toContainText('acme-inc')
  await expect(region.getByRole('row')).toHaveCount(2)
})
