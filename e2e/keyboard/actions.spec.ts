import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { keepChange } from '../fixtures/keep-changes'
import { expect, test } from '../fixtures/keyboard-test'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const forecast = (page: Page) => page.getByRole('alertdialog').getByText('the API decides')

test('a dialog that could not read the subscription, retried', { tag: PROVE_ONLY }, async ({ page, keys }) => {
  await page.goto('/subscriptions/sub_acme')
  await page.route('**/api/subscriptions/sub_acme', (route) => route.abort(), { times: 1 })
  await keys.tabTo(button(page, 'Cancel subscription'))
  await keys.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await keys.tabTo(dialog.getByRole('button', { name: 'Retry' }), 'Shift+Tab')
  await keys.press('Enter')
  await expect(forecast(page)).toBeVisible()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await keys.press('Escape')
  await expect(button(page, 'Cancel subscription')).toBeFocused()
})

test('a delete whose answer is lost, looked for, and found', { tag: PROVE_ONLY }, async ({ page, keys }) => {
  const opener = button(page, 'Delete subscription')
  await page.goto('/subscriptions/sub_stark')
  await keys.tabTo(opener)
  await keys.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expect(forecast(page)).toBeVisible()
  // The request arrives, but its response is lost.
  await page.route('**/api/subscriptions/sub_stark', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.insertText('Ordered by mistake')
  await keys.tabTo(page.getByRole('alertdialog').getByRole('button', { name: 'Delete subscription' }))
  await keys.press('Enter')
  const notice = page.getByRole('status').filter({ hasText: 'Subscription deleted' })
  await expect(notice).toBeVisible()
  await expect(opener).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toBeAttached()
  await keys.tabTo(notice.getByRole('button', { name: 'Dismiss' }), 'Shift+Tab')
  await keys.press('Enter')
  await expect(notice).toBeHidden()
  await expect(page.locator('main:focus, main :focus')).toBeAttached()
})

test('what needs review, closed with a note', { tag: PROVE_ONLY }, async ({ page, keys, demo }) => {
  await keepChange(demo, { subscriptionId: 'sub_wonka' })
  await page.goto('/subscriptions/sub_wonka')
  const close = button(page, 'Close after review')
  await keys.tabTo(close)
  await keys.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Close after review?' })
  await keys.tabTo(dialog.getByRole('textbox', { name: 'What you found' }))
  await keys.press('Enter')
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription('Enter what you found.')
  await page.keyboard.insertText('It is as it was')
  await keys.press('Enter')
  const closed = page.getByRole('status').filter({ hasText: 'closed after review' })
  await expect(closed).toContainText('“It is as it was”')
  await expect(page.locator('main:focus, main :focus')).toBeAttached()
  await expect(button(page, 'Cancel subscription')).toBeEnabled()
})
