import type { Locator, Page } from '@playwright/test'
import { PROVE_ONLY } from '../../scripts/volume.mjs'
import { expect, type Keys, test } from '../fixtures/keyboard-test'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const forecast = (page: Page) => page.getByRole('alertdialog').getByText('the API decides')

/** Opens the menu of the first row that has an invoice, and in it the cancel dialog; gives the button of the menu. */
async function chooseCancel(page: Page, keys: Keys): Promise<Locator> {
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row')
  const actions = rows
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('button', { name: 'Actions' })
  await keys.tabTo(actions)
  await keys.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open invoice' })).toBeFocused()
  await expect(page.getByRole('menuitem', { name: 'Cancel subscription' })).toBeEnabled()
  await keys.press('c', 'Enter')
  return actions
}

test('from Find to a ledger, to a row’s dialog and back, and to the subscription', async ({ page, keys }) => {
  await page.goto('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText('acme-inc')
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/customers\/acme-inc\/transactions$/)

  const actions = await chooseCancel(page, keys)
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  // The customer's id is known from the ledger, and can only be read: the reason is what is asked.
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expect(forecast(page)).toBeVisible()
  for (let stops = 0; stops < 8; stops += 1) {
    await keys.press('Tab')
    const isInside = await dialog.evaluate(
      (element) => document.activeElement === document.body || element.contains(document.activeElement),
    )
    expect(isInside, 'Tab stays in the dialog').toBe(true)
  }
  await keys.tabTo(dialog.getByRole('button', { name: 'Keep subscription' }))
  await keys.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(actions).toBeFocused()

  await keys.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open invoice' })).toBeFocused()
  await expect(page.getByRole('menuitem', { name: 'Open subscription' })).toBeEnabled()
  await keys.press('ArrowDown', 'Enter')
  await expect(page).toHaveURL(/\/subscriptions\//)
  await expect(page.getByRole('treegrid')).toBeVisible()
})

test('a cancel from a ledger’s row, done, on one read of the subscription before and one after', async ({
  page,
  keys,
}) => {
  await page.goto('/customers/tyrell/transactions')
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/subscriptions/')) asked.push(request.method())
  })
  const actions = await chooseCancel(page, keys)
  await expect(page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expect(forecast(page)).toBeVisible()
  await page.keyboard.insertText('Asked for by phone')
  await keys.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
  await expect(actions).toBeFocused()
  expect(asked).toEqual(['GET', 'POST', 'GET'])
})

test('a dialog that could not read the subscription, retried', { tag: PROVE_ONLY }, async ({ page, keys }) => {
  await page.goto('/subscriptions/sub_vandelay')
  await page.route('**/api/subscriptions/sub_vandelay', (route) => route.abort(), { times: 1 })
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

test('a delete whose answer is lost, dismissed, and done again', { tag: PROVE_ONLY }, async ({ page, keys }) => {
  const address = '**/api/subscriptions/sub_wayne'
  const opener = button(page, 'Delete subscription')
  const act = async () => {
    await keys.press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await expect(forecast(page)).toBeVisible()
    await page.keyboard.insertText('Ordered by mistake')
    await keys.press('Enter')
  }
  await page.route(address, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.fallback()))
  await page.goto('/subscriptions/sub_wayne')
  await keys.tabTo(opener)
  await act()
  await expect(page.getByRole('alert').filter({ hasText: 'Status and dates are as before' })).toBeVisible()
  await expect(opener).toBeFocused()
  await keys.tabTo(button(page, 'Dismiss'), 'Shift+Tab')
  await keys.press('Enter')
  await expect(button(page, 'Dismiss')).toBeHidden()
  await expect(page.locator('main:focus, main :focus')).toBeAttached()
  await keys.tabTo(opener)

  await page.unroute(address)
  await act()
  await expect(page.getByRole('status').filter({ hasText: 'Deleted.' })).toBeVisible()
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAccessibleDescription('Deleted already')
})

test('a cancel that could not be checked, checked again', { tag: PROVE_ONLY }, async ({ page, keys }) => {
  const read = '**/api/subscriptions/sub_wonka'
  await page.goto('/subscriptions/sub_wonka')
  await keys.tabTo(button(page, 'Cancel subscription'))
  await keys.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('textbox', { name: 'External customer ID' })).toBeFocused()
  await expect(forecast(page)).toBeVisible()
  await page.route(/\/cancel$|\/api\/subscriptions\/sub_wonka$/, (route) => route.abort())
  await keys.tabTo(page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.insertText('Asked for by phone')
  await keys.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'It could not be read again' })).toBeVisible()
  await page.unrouteAll()
  await keys.tabTo(button(page, 'Check again'), 'Shift+Tab')
  const checked = page.waitForResponse(read)
  await keys.press('Enter')
  await checked
  const settled = page.getByRole('alert').filter({ hasText: 'Status and dates are as before' })
  await expect(settled).toBeFocused()
  await keys.tabTo(settled.getByRole('button', { name: 'Dismiss' }))
  await keys.press('Enter')
  await expect(settled).toBeHidden()
  await expect(page.locator('main:focus, main :focus')).toBeAttached()
})
