import type { Page } from '@playwright/test'
import { problemOfCode } from '@/contract/console/errors'
import { BUILD_HEADER } from '@/contract/console/request-headers'
import { expect, test } from './fixtures/test'

/* Pages of an earlier build. */

/** Takes the files from the console that the page has not loaded so far. @returns gives them back */
async function takeUnloadedFiles(page: Page): Promise<() => Promise<void>> {
  const loaded = new Set<string>(
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
  )
  const files = '**/_next/static/chunks/**'
  await page.route(files, (route, request) =>
    loaded.has(request.url()) ? route.continue() : route.fulfill({ status: 404 }),
  )
  return () => page.unroute(files)
}

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

test('a page whose code is gone reloads itself once, and then says what to do', async ({ page }) => {
  await page.goto('/subscriptions/sub_globex')
  const giveBack = await takeUnloadedFiles(page)
  const loads = countLoads(page)
  const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel subscription' })
  await cancel.click()
  await expect.poll(loads).toBe(1)
  await page.waitForLoadState('networkidle')

  await cancel.click()
  const notice = page.getByRole('alert').filter({ hasText: 'The console was updated. Reload the page to load this.' })
  await expect(notice).toBeVisible()
  expect(loads()).toBe(1)
  await giveBack()
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(loads).toBe(2)
  await page.waitForLoadState('networkidle')
  await cancel.click()
  await expect(page.getByRole('alertdialog', { name: 'Cancel subscription?' })).toBeVisible()
})

test('a page whose request a new build rejects says so, and never reloads under typed text', async ({ page }) => {
  await page.goto('/status')
  await page.route('**/api/status', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      headers: { [BUILD_HEADER]: 'a newer one' },
      body: JSON.stringify({ ...problemOfCode('route_not_found'), detail: 'The console has no such path.' }),
    }),
  )
  const loads = countLoads(page)
  const box = page.getByRole('combobox', { name: 'Find a subscription, invoice or customer' })
  await box.fill('sub_g')
  const refresh = page.getByRole('button', { name: /refresh/i })
  await refresh.click()
  const panel = page.getByRole('alert').filter({ hasText: 'The console was updated' })
  await expect(panel).toContainText('Nothing was changed. Reload the page, then try again.')
  await expect(box).toHaveValue('sub_g')
  await page.waitForTimeout(500)
  expect(loads()).toBe(0)

  await page.reload()
  expect(loads()).toBe(1)
  await refresh.click()
  await expect.poll(loads).toBe(2)
  // Never again for the same build.
  await refresh.click()
  await expect(panel).toBeVisible()
  await page.waitForTimeout(500)
  expect(loads()).toBe(2)
})
