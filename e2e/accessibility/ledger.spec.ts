import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { expectAccessible, reportCheckedStates } from '../fixtures/accessible'
import { hold } from '../fixtures/hold'
import { expect, test } from '../fixtures/test'

test.setTimeout(180_000)
test.afterAll(reportCheckedStates)

const ledgerPath = (customer: string) => `/customers/${encodeURIComponent(customer)}/transactions`

/** Locators for the page's controls by their accessible names. */
function ledger(page: Page) {
  const table = page.getByRole('table', { name: 'Transactions' })
  return {
    table,
    row: table
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first(),
    item: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    button: (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }),
  }
}

test('a ledger passes axe: unfolded, loading, failed, with its raw JSON', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto(ledgerPath('acme-inc'))
  const { table, row, button } = ledger(page)
  await row.getByRole('button', { name: 'Details' }).click()
  await expectAccessible(page, 'ledger, a row unfolded')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('listbox', { name: /^(You opened|Opened by your team)$/ })).toBeVisible()
  await expectAccessible(page, 'ledger, Find open')
  await page.keyboard.press('Escape')

  const second = await hold(page, /page=2/)
  await button('Next page').click()
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page, 'ledger, loading')
  await second.abort()
  await expect(page.getByText('Page 2 could not be loaded. Below is page 1.')).toBeVisible()
  await expectAccessible(page, 'ledger, failed')
  await button('Retry').click()
  await expect(row).toBeVisible()
  await page.getByText('Raw JSON, as the billing API sends it').click()
  await expect(page.getByLabel('Raw JSON', { exact: true })).toBeVisible()
  await expectAccessible(page, 'ledger, raw JSON')

  const read = /\/api\/customers\//
  await page.route(read, (route) => route.abort())
  await button('Refresh').click()
  await expect(page.getByText('Below is what was read before.')).toBeVisible()
  await expectAccessible(page, 'ledger, not refreshed')
})

test('the menu of a row and its dialogs pass axe', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto(ledgerPath('acme-inc'))
  const { row, item } = ledger(page)
  const invoices = await hold(page, /\/api\/invoices\//)
  await row.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(item('Cancel subscription')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'menu, looking for the subscription', '[role=menu]')
  await invoices.release()
  await expect(item('Cancel subscription')).not.toHaveAttribute('aria-disabled')
  await expect(item('Delete subscription')).toHaveAccessibleDescription('Cancel before deleting')
  await expectAccessible(page, 'menu, one action not possible', '[role=menu]')
  await item('Cancel subscription').click()
  await expect(page.getByRole('alertdialog').getByText('the API decides')).toBeVisible()
  await expectAccessible(page, 'cancel dialog, its customer known', 'dialog')
  await page.keyboard.press('Escape')

  await page.goto(ledgerPath('acme-inc'))
  await page.route(/\/api\/invoices\//, (route) => route.abort())
  await row.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(item('Cancel subscription')).toHaveAccessibleDescription(/^The invoice could not be read: /)
  await expectAccessible(page, 'menu, the subscription not found', '[role=menu]')
})

test('a ledger past its end, empty, of one pool and at 360 px passes axe', { tag: PROVE_ONLY }, async ({ page }) => {
  const { button } = ledger(page)
  await page.goto(`${ledgerPath('acme-inc')}?page=999999`)
  await expect(page.getByText('is past the end')).toBeVisible()
  await expectAccessible(page, 'ledger, past the end')
  await page.goto(ledgerPath('globex/eu west'))
  await expect(page.getByText('No transactions yet')).toBeVisible()
  await expectAccessible(page, 'ledger, empty')
  await page.goto(ledgerPath('tyrell'))
  await page.getByRole('textbox', { name: 'Go to date' }).fill('03/04/2026')
  await page.getByRole('textbox', { name: 'Go to date' }).press('Enter')
  await expect(page.getByText('Use 2026-03-03 or 3 Mar 2026')).toBeVisible()
  await expectAccessible(page, 'ledger, a date that is none')
  await page.goto('/customers/tyrell/balance')
  await expect(page.getByText(/^All [\d,]+ transactions agree$/)).toBeVisible()
  await button('Show as table').click()
  await button('Last 30 days').click()
  await expect(page.getByRole('button', { name: 'Copy reply' }).first()).toBeVisible()
  await expectAccessible(page, 'ledger read whole, a change explained')
  await page.goto(ledgerPath('tyrell'))
  await button('More filters').click()
  await page.getByRole('group', { name: 'Filters' }).getByLabel('Pool').selectOption('GPU minutes')
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible()
  await expectAccessible(page, 'ledger, one pool')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(ledgerPath('acme-inc'))
  await expect(ledger(page).row).toBeVisible()
  await expectAccessible(page, 'ledger at 360 px')
})
