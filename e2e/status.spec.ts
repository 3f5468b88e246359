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

test('the status lists an unknown value, an unknown field, and a failure with its HTTP status', async ({
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
  await expect(page.getByRole('row', { name: 'All reads' }).getByRole('cell').first()).not.toHaveText('0')
  const differences = page.getByRole('table', DIFFERENCES).getByRole('row')
  const value = differences.filter({ hasText: 'hibernating' })
  for (const words of ['status', 'Unknown value', STRANGE]) await expect(value).toContainText(words)
  await expect(differences.filter({ hasText: 'plan.perks' })).toContainText('Unknown field')

  await value.getByRole('link', { name: STRANGE }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Odd' })).toBeVisible()
})

test('the first HTML contains the whole status, and the page refreshes only while visible', async ({
  page,
  unscripted,
  fakeApiUrl,
}) => {
  await unscripted.page.goto(`${fakeApiUrl}/status`)
  await expect(unscripted.page.getByRole('row', { name: 'Cancel subscription' })).toBeVisible()

  await page.clock.install()
  await page.goto(`${fakeApiUrl}/status`)
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

test('the page reports an unreachable console and keeps the earlier status', async ({ page, fakeApiUrl }) => {
  await page.goto(`${fakeApiUrl}/status`)
  const held = await hold(page, /\/api\/status/)
  await page.getByRole('button', { name: 'Refresh' }).press('Enter')
  await held.abort()
  const alert = page.getByRole('alert').filter({ hasText: 'The console cannot be reached' })
  await expect(alert).toContainText('Below is what was read before.')
  await expect(page.getByRole('table', { name: 'Calls of the billing API' })).toBeVisible()
  await alert.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(alert).toBeHidden()
})

test('call names do not overlap their figures at 360 px', async ({ page, fakeApiUrl }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${fakeApiUrl}/status`)
  const collisions = await page.getByRole('table', { name: 'Calls of the billing API' }).evaluate((table) => {
    return [...table.querySelectorAll('tr')].flatMap((row) => {
      const boxes = [...row.children].map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect()
      })
      const [name, ...figures] = boxes
      const meet = figures.filter(
        (box) => name && box.top < name.bottom && box.bottom > name.top && box.left < name.right + 6,
      )
      return meet.length > 0 ? [row.textContent] : []
    })
  })
  expect(collisions).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
