import type { Locator, Page } from '@playwright/test'
import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { keepChange } from '../fixtures/keep-changes'
import { expect, type Keys, test } from '../fixtures/keyboard-test'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const forecast = (page: Page) => page.getByRole('alertdialog').getByText('the API decides')

/** Opens the cancel dialog from the menu of the first row with an invoice. @returns the button of the menu */
async function chooseCancel(page: Page, keys: Keys): Promise<Locator> {
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row')
  const actions = rows
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('button', { name: 'Actions', exact: true })
  await keys.tabTo(actions)
  await keys.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open invoice' })).toBeFocused()
  await expect(page.getByRole('menuitem', { name: 'Cancel subscription' })).toBeEnabled()
  await keys.press('c', 'Enter')
  return actions
}

test('a cancel from a ledger’s row reads the subscription once before and once after', async ({ page, keys }) => {
  await page.goto('/customers/tyrell/transactions')
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/subscriptions/')) asked.push(request.method())
  })
  const actions = await chooseCancel(page, keys)
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expect(forecast(page)).toBeVisible()
  for (let stops = 0; stops < 8; stops += 1) {
    await keys.press('Tab')
    const isInside = await dialog.evaluate(
      (element) => document.activeElement === document.body || element.contains(document.activeElement),
    )
    expect(isInside, 'Tab stays in the dialog').toBe(true)
  }
  await keys.tabTo(dialog.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.insertText('Asked for by phone')
  await keys.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
  await expect(actions).toBeFocused()
  // The notice reads the subscription, and nothing else does.
  await expect.poll(() => asked).toHaveLength(3)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual(['GET', 'POST', 'GET'])
})

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
  await page.goto('/subscriptions/sub_wayne')
  await keys.tabTo(opener)
  await keys.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expect(forecast(page)).toBeVisible()
  // The request arrives, but its response is lost.
  await page.route('**/api/subscriptions/sub_wayne', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.insertText('Ordered by mistake')
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
