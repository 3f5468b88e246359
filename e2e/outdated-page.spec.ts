import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'

/* A page of an earlier build. What it may lose and how often it reloads: lib/core/outdated-page.test.ts and operation.test.ts. */

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
