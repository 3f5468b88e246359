import { PROVE_ONLY, volume } from '../../scripts/test/volume.mjs'
import { expectAccessible } from '../fixtures/accessible'
import { forgetOpened } from '../fixtures/forget-opened'
import { paste } from '../fixtures/paste'
import { expect, test } from '../fixtures/keyboard-test'

test.use({ timezoneId: 'Europe/Berlin' })

const FIND = 'Find a subscription, invoice or customer'
const LEDGER = '/customers/acme-inc/transactions'

test('the first Tab skips to the content, and the menu opens every list', async ({ page, keys }) => {
  await page.goto(LEDGER)
  await keys.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await keys.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await keys.press('Tab')
  expect(await page.getByRole('main').evaluate((element) => element.contains(document.activeElement))).toBe(true)

  const navigation = page.getByRole('navigation', { name: 'Main' })
  const lists = [
    ['Subscriptions', '/subscriptions'],
    ['Invoices', '/invoices'],
    ['Customers', '/customers'],
    ['Home', '/'],
  ] as const
  for (const [name, path] of lists.slice(0, volume({ test: 2, prove: 4 }))) {
    const link = navigation.getByRole('link', { name })
    // The content comes after the menu.
    await keys.tabTo(link, name === 'Subscriptions' || name === 'Home' ? 'Shift+Tab' : 'Tab')
    await keys.press('Enter')
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    if (name === 'Home') await expect(page.getByRole('combobox', { name: FIND })).toBeFocused()
  }
})

test('Find opens anywhere and shows offers, and Escape restores the focus', async ({ page, keys }) => {
  await forgetOpened(page)
  await page.goto('/invoices/inv_globex_paid')
  await page.goto(LEDGER)
  const box = page.getByRole('combobox', { name: FIND })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await keys.tabTo(refresh)
  await keys.press('Control+k')
  await expect(box).toBeFocused()
  const seen = page.getByRole('listbox', { name: 'You opened' })
  await expect(seen.getByRole('option')).toHaveCount(2)
  await keys.press('Escape')
  await expect(seen).toBeHidden()
  await expect(box).toBeFocused()
  await keys.press('Escape')
  await expect(refresh).toBeFocused()

  await keys.press('Control+k', 'ArrowDown', 'ArrowDown')
  await expect(seen.getByRole('option', { selected: true })).toContainText('Invoice')
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)
})

test('keys of one letter move through rows and the ticket, unless the person types or turned them off', async ({
  page,
  keys,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await page.goto('/invoices/inv_globex_paid')
  await page.goto('/invoices/inv_globex_overdue')
  await page.goto('/invoices')
  const links = page.getByRole('table', { name: 'Invoices known to this console' }).getByRole('link')
  await expect(links.nth(1)).toBeVisible()
  await keys.press('j')
  await expect(links.first()).toBeFocused()
  await keys.press('j')
  await expect(links.nth(1)).toBeFocused()
  await keys.press('k')
  await expect(links.first()).toBeFocused()

  await keys.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Next row')
  await expectAccessible(page, 'keyboard shortcuts')
  await keys.press('Escape')
  await expect(help).toBeHidden()
  await expect(links.first()).toBeFocused()

  const text = page.getByRole('textbox', { name: 'Number, ID or customer ID' })
  await text.focus()
  await keys.press('j', '?')
  await expect(text).toHaveValue('j?')
  await expect(help).toBeHidden()

  await paste(page.getByRole('combobox', { name: FIND }), 'Please see inv_globex_paid\nand inv_globex_overdue')
  const found = page.getByRole('table', { name: 'In this ticket' }).getByRole('link')
  await expect(found).toHaveCount(2)
  await keys.press('ArrowDown', 'Enter')
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)
  await expect(page.getByRole('navigation', { name: 'In this ticket' })).toBeVisible()
  await keys.press(']')
  await expect(page).toHaveURL(/\/invoices\/inv_globex_overdue$/)
  await keys.press('[')
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)

  await page.goto('/subscriptions/sub_globex')
  await expect(page.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await keys.press('r')
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeAttached()
  const cancel = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  for (const _ of ['its code loads', 'its code is there']) {
    await keys.press('c')
    await expect(cancel.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await expect(cancel.getByRole('textbox', { name: 'Reason' })).toHaveValue('')
    await keys.press('Escape')
    await expect(cancel).toBeHidden()
  }
  await page.goto('/invoices/inv_globex_paid')

  await page.getByRole('button', { name: 'Display', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck()
  await keys.press('Escape')
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'In this ticket' })).toBeVisible()
  await keys.press(']', '?')
  await expect(help).toBeHidden()
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)
  await keys.press('Control+k')
  await expect(page.getByRole('combobox', { name: FIND })).toBeFocused()
})

test('keys choose one of several hits of Find', async ({ page, keys }) => {
  const hit = { kind: 'customer', id: 'acme-inc', label: '3 transactions' }
  const hits = [hit, { kind: 'subscription', id: 'sub_globex', label: 'Enterprise' }]
  await page.route('**/api/find', (route) =>
    route.fulfill({ json: { hits, unanswered: [], indexed: [], similar: [] } }),
  )
  await page.goto('/')
  await expect(page.getByRole('combobox', { name: FIND })).toBeFocused()
  await page.keyboard.insertText('both')
  await keys.press('Enter')
  await expect(page.getByRole('table', { name: 'In this ticket' }).getByRole('link')).toHaveCount(2)
  await keys.press('ArrowDown')
  await expectAccessible(page, 'Find: several hits, one chosen')
  await keys.press('ArrowDown', 'Enter')
  await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
})

test('an arrow key that is pressed as the options appear chooses the first', async ({ page, keys }) => {
  await forgetOpened(page)
  await page.goto('/invoices/inv_globex_paid')
  await page.goto('/')
  const box = page.getByRole('combobox', { name: FIND })
  await expect(box).toBeFocused()
  // In the task that adds the list to the page, before the browser paints it.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=option]')) return
      observer.disconnect()
      const key = { key: 'ArrowDown', bubbles: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await keys.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
})

test('keys copy an id, and change the display settings', async ({ page, keys, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await page.goto('/subscriptions/sub_globex')
  const copy = page.getByRole('button', { name: 'Copy subscription ID' })
  await keys.tabTo(copy)
  await keys.press('Enter')
  await expect(copy).toBeFocused()
  // The console's own pages may not read the clipboard.
  await page.goto('/subscriptions')
  const filter = page.getByRole('textbox', { name: 'Plan, ID or customer ID' })
  await filter.focus()
  await expect(async () => {
    await keys.press('ControlOrMeta+A', 'ControlOrMeta+V')
    await expect(filter).toHaveValue('sub_globex', { timeout: 500 })
  }).toPass()

  const opener = page.getByRole('button', { name: 'Display', exact: true })
  const choice = (name: string) => page.getByRole('radio', { name })
  await keys.tabTo(opener, 'Shift+Tab')
  await keys.press('Enter')
  await keys.tabTo(choice('System'))
  await keys.press('ArrowUp')
  await expect(choice('Dark')).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await keys.tabTo(choice('UTC'))
  await keys.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Local time (Europe/Berlin)' })).toBeChecked()
  await keys.press('Escape')
  await expect(choice('Dark')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('keys retry a page that could not be read', { tag: PROVE_ONLY }, async ({ page, keys }) => {
  await page.goto('/invoices/inv_globex_overdue')
  await page.route(/\/api\/invoices\/[^/]+$/, (route) => route.abort(), { times: 1 })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await keys.tabTo(refresh)
  await keys.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'Below is what was read before.' })
  await keys.tabTo(alert.getByRole('button', { name: 'Retry' }))
  await keys.press('Enter')
  await expect(alert).toBeHidden()
  // The focus returns to the stop before the message.
  await expect(refresh).toBeFocused()
})
