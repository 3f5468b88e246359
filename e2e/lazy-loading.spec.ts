import type { Locator, Response } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expect, test } from './fixtures/test'

/*
 * The code of menus, dialogs and details loads on first use. Without a network, an error shows in their place, the page keeps
 * working, and they load after the network returns.
 */

const LEDGER = '/customers/acme-inc/transactions'
const unloaded = (place: Locator) => place.getByRole('alert').filter({ hasText: 'This could not be loaded.' })

test('a row’s menu and details show a load error, and load with Retry', async ({ page, context }) => {
  await page.goto(LEDGER)
  const table = page.getByRole('table', { name: 'Transactions' })
  const row = table
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  await expect(row).toBeVisible()
  await context.setOffline(true)

  await row.getByRole('button', { name: 'Details' }).click()
  await expect(unloaded(table)).toContainText('Check your network and try again.')
  await row.getByRole('button', { name: 'Actions', exact: true }).click()
  const menu = page.locator('[popover]').filter({ has: page.getByRole('alert') })
  await expect(unloaded(menu)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('acme-inc')
  await unloaded(menu).getByRole('button', { name: 'Retry' }).click()
  await expect(unloaded(menu).getByRole('button', { name: 'Retry' })).toBeEnabled()

  await context.setOffline(false)
  await unloaded(menu).getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('menuitem', { name: 'Open invoice' })).toBeFocused()
  await page.keyboard.press('Escape')
  await unloaded(table).getByRole('button', { name: 'Retry' }).click()
  await expect(table.getByText('Transaction ID', { exact: true })).toBeVisible()
  await expect(unloaded(page.locator('body'))).toBeHidden()
})

test(
  'a menu that could not be loaded comes when it is opened again',
  { tag: PROVE_ONLY },
  async ({ page, context }) => {
    await page.goto(LEDGER)
    const actions = page
      .getByRole('table', { name: 'Transactions' })
      .getByRole('button', { name: 'Actions', exact: true })
      .first()
    await expect(actions).toBeVisible()
    await context.setOffline(true)
    await actions.click()
    await expect(unloaded(page.locator('[popover]'))).toBeVisible()
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await actions.click()
    await expect(page.getByRole('menuitem', { name: 'Open invoice' })).toBeFocused()
  },
)

test('a dialog that could not load shows an error in view, and opens with Retry', async ({ page, context }) => {
  await page.goto('/subscriptions/sub_globex')
  const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel subscription' })
  await expect(cancel).toBeVisible()
  await context.setOffline(true)
  await cancel.click()
  const alert = unloaded(page.getByRole('main'))
  await expect(alert).toBeInViewport({ ratio: 1 })
  // Opening it again tries again.
  await cancel.click()
  await expect(alert).toBeInViewport({ ratio: 1 })
  await context.setOffline(false)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Cancel subscription?' })).toBeVisible()
  await expect(alert).toBeHidden()
})

test(
  'line details and the result of “Go to date” show a load error, and load with Retry',
  { tag: PROVE_ONLY },
  async ({ page, context }) => {
    await page.goto('/invoices/inv_globex_overdue')
    const details = page.getByRole('button', { name: 'Details of line 1', exact: true })
    await expect(details).toBeVisible()
    await context.setOffline(true)
    await details.click()
    // Another part that loads late may fail too.
    const alert = unloaded(page.getByRole('table', { name: 'Line items' }))
    await expect(alert).toBeVisible()
    await context.setOffline(false)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toBeHidden()
    await expect(page.getByText('Price ID', { exact: true })).toBeVisible()

    await page.goto(LEDGER)
    const day = page.getByRole('textbox', { name: 'Go to date' })
    await day.fill('2026-03-03')
    await context.setOffline(true)
    await day.press('Enter')
    await expect(unloaded(page.getByRole('main'))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('acme-inc')
  },
)

test('the transactions tab loads no code of the balance tab', async ({ page }) => {
  /** The texts of which the scripts of a page hold some: they are in the code of the balance tab only. */
  const ofBalance = ['Balance over time', 'Explain a change', 'Continue reading', 'Left, calculated']
  /** @param last the heading of the part that loads last, once the whole ledger is read */
  const found = async (path: string, last: string) => {
    const scripts = new Set<string>()
    const keep = (response: Response) => {
      if (response.request().resourceType() === 'script') scripts.add(response.url())
    }
    page.on('response', keep)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: last, exact: true })).toBeVisible()
    page.off('response', keep)
    const texts = [...scripts].map(async (url) => (await page.request.get(url)).text())
    const code = (await Promise.all(texts)).join('\n')
    return ofBalance.filter((text) => code.includes(text))
  }
  expect(await found('/customers/acme-inc/transactions', 'Transactions')).toEqual([])
  expect(await found('/customers/acme-inc/balance', 'Blocks')).toEqual(ofBalance)
})

test('pointing at the next page of a ledger prefetches it, and turning to it reads nothing more', async ({ page }) => {
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/^\/api\/customers\/[^/]+\/transactions$/.test(pathname)) asked.push(searchParams.get('page'))
  })
  await page.goto('/customers/tyrell/transactions', { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  const next = page.getByRole('button', { name: 'Next page' })
  const answered = page.waitForResponse((response) => response.url().includes('page=2'))
  await next.hover()
  await answered
  await next.click()
  await expect(page.getByText('21–40 of 61', { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((number) => number === '2')).toHaveLength(1)
})

test('a link prefetches its target on hover or focus, and not before', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('_rsc')) asked.push(pathname)
  })
  await page.goto('/subscriptions', { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Users' }).hover()
  await expect.poll(() => asked).toContain('/users')
  await menu.getByRole('link', { name: 'Activity' }).focus()
  await expect.poll(() => asked).toContain('/activity')
  expect(new Set(asked)).toEqual(new Set(['/users', '/activity']))
})
