import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible'
import { hold } from './fixtures/hold'
import { ADMIN } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import { jsonResponse } from '@/testing/fake-billing-api/response'

const DIFFERENCES = { name: 'Unexpected API responses' }
/** No other test requests this id. */
const STRANGE = 'a subscription that hibernates'

/** Shows or hides the tab of the page. */
const turn = (page: Page, visibility: 'visible' | 'hidden') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)

test('the status lists unknown values, fields and failures, refreshes while visible, fits a phone, and outlives its console', async ({
  page,
  fakeApi,
  startConsoleFor,
}) => {
  // A console of its own: the differences that other tests cause would crowd out these.
  const { consoleUrl } = await startConsoleFor(fakeApi)
  const strange = { id: STRANGE, status: 'hibernating', plan: { name: 'Odd', perks: [] } }
  fakeApi.add('subscription', STRANGE, jsonResponse(strange))
  await page.goto(`${consoleUrl}/subscriptions/${encodeURIComponent(STRANGE)}`)
  await expect(page.getByText('hibernating').first()).toBeVisible()
  // Pages and routes are bundled separately. This request tests a route.
  await page.request.get(`${consoleUrl}/api/invoices/${SCENARIO_IDS.fault.rateLimited}`)

  await page.getByRole('button', { name: ADMIN.email }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('Failing')
  const failure = page.getByRole('table', { name: 'Last failures' }).locator('tbody > tr').first()
  for (const words of ['Read invoice', 'The billing API is busy', '429']) await expect(failure).toContainText(words)
  await expectAccessible(page, 'status')
  const differences = page.getByRole('table', DIFFERENCES).getByRole('row')
  const value = differences.filter({ hasText: 'hibernating' })
  for (const words of ['status', 'Unknown value', STRANGE]) await expect(value).toContainText(words)
  await expect(differences.filter({ hasText: 'plan.perks' })).toContainText('Unknown field')

  await test.step('without sideways scroll on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  await test.step('with the earlier status while the console cannot be reached', async () => {
    const held = await hold(page, /\/api\/status/)
    await page.getByRole('button', { name: 'Refresh' }).press('Enter')
    await held.abort()
    const alert = page.getByRole('alert').filter({ hasText: 'The console cannot be reached' })
    await expect(alert).toContainText('Below is what was read before.')
    await expect(page.getByRole('table', { name: 'Last failures' })).toBeVisible()
    await alert.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(alert).toBeHidden()
  })

  await value.getByRole('link', { name: STRANGE }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Odd' })).toBeVisible()

  await test.step('in the first HTML, and refreshed only while the page is visible', async () => {
    const html = await (await page.request.get(`${consoleUrl}/status`)).text()
    expect(html).toMatch(/>Last failures</)
    await page.clock.install()
    await page.goto(`${consoleUrl}/status`)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/status')) asked += 1
    })
    const askedInTime = async () => {
      await page.clock.runFor(15_000)
      return asked
    }
    await expect.poll(askedInTime).toBeGreaterThan(0)
    await turn(page, 'hidden')
    const askedBefore = asked
    await page.clock.runFor(60_000)
    expect(asked).toBe(askedBefore)
    await turn(page, 'visible')
    await expect.poll(askedInTime).toBeGreaterThan(askedBefore)
  })
})
