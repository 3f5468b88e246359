import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { expect, test } from '../fixtures/keyboard-test'

test('keys reach a ledger’s order, details, rows per page, pages and raw JSON', async ({ page, keys }) => {
  await page.goto('/customers/acme-inc/transactions')
  const table = page.getByRole('table', { name: 'Transactions' })
  const pagination = page.getByRole('navigation', { name: 'Pagination' })
  const created = table.getByRole('button', { name: 'Created' })
  await keys.tabTo(created)
  await keys.press('Enter')
  await expect(page).toHaveURL(/order=asc/)
  await expect(created).toBeFocused()
  // The rows before stay until the new ones replace them.
  await expect(table.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending')

  const details = table.getByRole('button', { name: 'Details' }).first()
  await keys.tabTo(details)
  await keys.press('Space')
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await expect(details).toBeFocused()

  const rowsPerPage = pagination.getByRole('combobox', { name: 'Rows per page' })
  await keys.tabTo(rowsPerPage)
  await keys.press('5')
  await expect(page).toHaveURL(/pageSize=50/)
  await expect(rowsPerPage).toBeFocused()
  const next = pagination.getByRole('button', { name: 'Next page' })
  await keys.tabTo(next)
  await keys.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(next).toBeFocused()

  const summary = page.getByText('Raw JSON, as the billing API sends it')
  await keys.tabTo(summary)
  await keys.press('Enter')
  const json = page.getByLabel('Raw JSON', { exact: true })
  await keys.tabTo(json)
  // On a busy machine the text may get the focus one frame before it can scroll.
  await expect(async () => {
    await keys.press('PageDown')
    expect(await json.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  }).toPass()
  await keys.tabTo(summary, 'Shift+Tab')
  await keys.press('Enter')
  await expect(json).toBeHidden()
})

test('an invoice: its lines, and the way to its subscription', { tag: PROVE_ONLY }, async ({ page, keys }) => {
  await page.goto('/invoices/inv_globex_overdue')
  const details = page.getByRole('button', { name: 'Details of line 1', exact: true })
  await keys.tabTo(details)
  await keys.press('Enter')
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await keys.press('Enter')
  await expect(details).toHaveAttribute('aria-expanded', 'false')
  await expect(details).toBeFocused()
  await keys.tabTo(page.getByRole('main').getByRole('link', { name: 'sub_globex' }).first(), 'Shift+Tab')
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/subscriptions\/sub_globex$/)
})

test('past the end of a ledger, and back to its last page', { tag: PROVE_ONLY }, async ({ page, keys }) => {
  await page.goto('/customers/acme-inc/transactions?page=9999')
  await keys.tabTo(page.getByRole('button', { name: 'Go to the last page' }))
  await keys.press('Enter')
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible()
  await expect(page.locator('main:focus, main :focus')).toBeAttached()
})

test('a subscription has one tab stop for the tree, and arrow keys in it', async ({ page, keys }) => {
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
