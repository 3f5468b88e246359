import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expect, test } from './fixtures/test'

/*
 * Failures between the browser and the console: a lost network, and a proxy that responds instead of the console. No request
 * reaches the billing API, so the subscription stays unchanged.
 */

const PATH = '/subscriptions/sub_globex'

async function confirmCancel(page: Page) {
  await page.goto(PATH)
  await page.getByRole('main').getByRole('button', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for')
  await expect(dialog.locator('[aria-busy=false]')).toBeVisible()
  return dialog
}

/** Collects the changes that the browser sends from now on. */
function changesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.method())
  })
  return writes
}

test('a cancel confirmed without a network is not sent later', async ({ page, context }) => {
  const dialog = await confirmCancel(page)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(dialog).toBeHidden()
  const notice = page.getByRole('status').filter({ hasText: 'Not known yet whether the cancel took effect' })
  await expect(notice).toContainText('Its record cannot be read just now.')

  const writes = changesOf(page)
  await context.setOffline(false)
  await expect(notice).toContainText('It has no record of the change so far, and it sends nothing without a record.')
  const refreshed = page.waitForResponse(`**/api${PATH}`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const subscription = await (await refreshed).json()
  expect(subscription).toMatchObject({ status: 'active' })
  expect(subscription).not.toHaveProperty('endDate')
  expect(writes).toEqual([])
})

test.describe('a proxy that responds instead of the console', () => {
  const responses = [
    ['its own problem, with a code of ours', 504, { type: 'about:blank', status: 504, code: 'timed_out' }],
    ['a success without a word of ours', 200, { ok: true }],
  ] as const
  for (const [what, status, json] of responses)
    test(`to a write is no outcome: ${what}`, { tag: status === 200 ? [] : PROVE_ONLY }, async ({ page }) => {
      const dialog = await confirmCancel(page)
      await page.route('**/api/subscriptions/*/cancel', (route) =>
        route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(json) }),
      )
      await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('status').filter({ hasText: 'Not known yet' })).toBeVisible()
    })
})
