import { Big } from 'big.js'
import { plainEntries, startLedgerApi } from '@/testing/fake-billing-api/start-ledger-api'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { hydrated } from './fixtures/hydrated'
import { signInBrowser } from './fixtures/sign-in'
import { startConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

const ACME = '/customers/acme-inc/balance'
const TRANSACTIONS = '/customers/acme-inc/transactions'

test('an agent explains a balance to the last digit: by its chart, its months, its blocks and the transactions', async ({
  page,
  demo,
  request,
}) => {
  test.setTimeout(120_000)
  const chart = page.getByRole('figure', { name: 'Balance over time' })
  const explained = page.getByRole('region', { name: 'Explain a change' })
  const verdict = page.getByText(/^All [\d,]+ transactions agree$/)
  const found = page.getByRole('status').filter({ hasText: /transactions? found/ })

  await test.step('on demo data the chart needs no click, and is in the first HTML from then on', async () => {
    await page.goto(ACME)
    await expect(verdict).toBeVisible()
    await expect(chart.locator('svg path').first()).toBeVisible()
    const html = await (await request.get(`${demo.consoleUrl}${ACME}`)).text()
    expect(html).toMatch(/<figure[^>]*aria-label="Balance over time"[\s\S]*<path d="M0,/)
    expect(html).toMatch(/All [\d,]+ transactions agree/)
  })

  await test.step('the largest drop is explained by parts that add up, and each leads to its transactions', async () => {
    const drop = chart.getByRole('button', { name: /^Largest daily fall, net: / })
    const [, by = ''] = /^Largest daily fall, net: ([\d,.]+) (?:on|in) /.exec(await drop.innerText()) ?? []
    await drop.click()
    await expect(explained).toContainText(`−${by} AI credits`)
    const proof = explained.getByText(/^[\d,.]+( [−+] [\d,.]+)+ = [\d,.]+$/)
    const [sum = '', result = ''] = (await proof.innerText()).replaceAll(',', '').split(' = ')
    const terms = sum.replaceAll(' − ', ' -').replaceAll(' + ', ' ').split(' ')
    expect(terms.reduce((total, term) => total.plus(term), new Big(0)).eq(result)).toBe(true)
    await expect(explained.getByRole('button', { name: 'Copy reply' })).toBeVisible()
    await explained.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/transactions\?pool=[^&]+&type=\w+&from=[\d-]+&to=[\d-]+/)
    await expect(found).toContainText('1 transaction found')
    await page.goBack()
    await expect(explained).toContainText(`−${by} AI credits`)
    await chart.getByRole('button', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL(/range=all/)
    // By month or by day: with the date of the demo, its ledger is longer or shorter than 400 days.
    await expect(
      chart.getByRole('button', { name: /^Largest (monthly fall, net: [\d,.]+ in|daily fall, net: [\d,.]+ on) / }),
    ).toBeVisible()
  })

  await test.step('the points of the chart are reached by keyboard, and a table has the same figures', async () => {
    await page.goto(ACME)
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
    await expect(found).toBeVisible()
  })

  await test.step('a month closes where the next one opens and where “Go to date” says, and paper has all months', async () => {
    await page.goto(ACME)
    await page.getByRole('button', { name: 'Months', exact: true }).click()
    const months = page.getByRole('table', { name: 'Months' })
    const rows = months.locator('tbody > tr')
    const cellsOf = async (row: number) =>
      (await rows.nth(row).locator('td, th').allInnerTexts()).map((text) => text.trim())
    await expect(rows.nth(2)).toBeVisible()
    const [newer, older] = [await cellsOf(0), await cellsOf(1)]
    const heads = await months.locator('thead th').allInnerTexts()
    const at = (name: string) => heads.findIndex((head) => head.startsWith(name))
    expect(older[at('Closing')]).toBe(newer[at('Opening')])
    const shownRows = await rows.count()
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    expect(await rows.count(), 'paper has every month').toBeGreaterThan(shownRows)
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

  await test.step('a block leads to the invoice that granted it, which lists it', async () => {
    await page.goto(ACME)
    await page.getByRole('button', { name: 'Blocks', exact: true }).click()
    const blocks = page.getByRole('table', { name: 'Blocks' })
    await blocks
      .getByRole('link', { name: /^\d{4}$/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/invoices\//)
    const region = page.getByRole('region', { name: 'Granted blocks' })
    await expect(region).toContainText('acme-inc')
    await expect(region.getByRole('row')).toHaveCount(2)
  })
})

const withOneBreak = (index: number) => (index === 4_321 ? { newBalance: 5 } : {})

test(
  'a long ledger is read with progress, left and come back to, read on after an outage, and then has “Go to date”',
  { tag: PROVE_ONLY },
  async ({ browser }) => {
    const api = await startLedgerApi()
    api.ledgers.set('long-inc', plainEntries(6_000, withOneBreak))
    const running = await startConsole({
      billingApi: { url: api.url, key: api.key },
      env: { BILLING_API_BREAKER_CALLS: '1000000' },
    })
    try {
      const context = await browser.newContext({ baseURL: running.consoleUrl })
      const page = hydrated(await context.newPage())
      await signInBrowser(context, running.consoleUrl)
      const pagination = page.getByRole('navigation', { name: 'Pagination' })
      const goToDate = pagination.getByRole('textbox', { name: 'Go to date' })
      await page.goto('/customers/long-inc/transactions')
      await expect(pagination).toContainText('1–20 of 6,000')
      await expect(goToDate).toBeHidden()
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

      // So many new ones that they are not read without being asked for.
      api.ledgers.set('long-inc', plainEntries(8_600, withOneBreak))
      await page.goto('/customers/long-inc/transactions')
      await expect(pagination).toContainText('1–20 of 8,600')
      await goToDate.fill('2026-01-01')
      await goToDate.press('Enter')
      // The day of the oldest one.
      await expect(page.getByRole('status').filter({ hasText: '1 Jan 2026 (UTC) starts on page 430.' })).toBeVisible({
        timeout: 30_000,
      })
      await expect(page).toHaveURL(/page=430$/)
    } finally {
      await running.stop()
      api.close()
    }
  },
)
