import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { expectAccessible } from '../fixtures/accessible'
import { expect, test } from '../fixtures/keyboard-test'

test.use({ timezoneId: 'Europe/Berlin' })

const FIND = 'Find a subscription, invoice or customer'
const LEDGER = '/customers/acme-inc/transactions'

test('keys lead through every page: past the menu, by rows, to the help, the reply and a cancel, until they are off', async ({
  page,
  keys,
  context,
}) => {
  test.setTimeout(120_000)
  await context.grantPermissions(['clipboard-write'])
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const display = page.getByRole('button', { name: 'Display', exact: true })

  await test.step('the first Tab skips to the content, and the menu opens every list', async () => {
    await page.goto(LEDGER)
    await keys.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await keys.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await keys.press('Tab')
    expect(await page.getByRole('main').evaluate((element) => element.contains(document.activeElement))).toBe(true)
    const menu = page.getByRole('navigation', { name: 'Main' })
    for (const [name, path] of [
      ['Subscriptions', '/subscriptions'],
      ['Home', '/'],
    ] as const) {
      // The content comes after the menu.
      await keys.tabTo(menu.getByRole('link', { name }), 'Shift+Tab')
      await keys.press('Enter')
      await expect(page).toHaveURL((url) => url.pathname === path)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
    await expect(page.getByRole('combobox', { name: FIND })).toBeFocused()
  })

  await test.step('j and k move through the rows of a list, and ? explains the keys, but not while typing', async () => {
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
  })

  await test.step('r copies the reply of a subscription, c opens its cancel', async () => {
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
  })

  await test.step('an ID is copied', async () => {
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
  })

  await test.step('a tree is one tab stop, with arrow keys in it', async () => {
    await page.goto('/subscriptions/sub_initech')
    const rows = page.getByRole('treegrid').locator('tbody > tr')
    await expect(rows.first()).toBeVisible()
    await keys.tabTo(rows.first())
    await keys.press('ArrowDown', 'ArrowRight')
    await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'true')
    await keys.press('ArrowDown')
    await expect(rows.nth(2)).toBeFocused()
    await keys.press('Shift+Tab')
    await keys.tabTo(rows.nth(2))
    await keys.press('ArrowLeft', 'ArrowLeft')
    await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'false')
    await expect(rows.nth(1)).toBeFocused()
  })

  await test.step('theme, time zone and the keys themselves are set, and the browser remembers them', async () => {
    const choice = (name: string) => page.getByRole('radio', { name })
    await keys.tabTo(display, 'Shift+Tab')
    await keys.press('Enter')
    await keys.tabTo(choice('System'))
    await keys.press('ArrowUp')
    await expect(choice('Dark')).toBeChecked()
    await keys.tabTo(choice('UTC'))
    await keys.press('ArrowDown')
    await expect(choice('Local time (Europe/Berlin)')).toBeChecked()
    await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck()
    await keys.press('Escape')
    await expect(choice('Dark')).toBeHidden()
    await expect(display).toBeFocused()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await keys.press('?')
    await expect(help).toBeHidden()
    await keys.press('Control+k')
    await expect(page.getByRole('combobox', { name: FIND })).toBeFocused()
    await keys.press('Escape')
    await display.press('Enter')
    await expect(choice('Dark')).toBeChecked()
    await expect(choice('Local time (Europe/Berlin)')).toBeChecked()
  })
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
