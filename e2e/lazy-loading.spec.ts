import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures/test'

const unloaded = (place: Locator) => place.getByRole('alert').filter({ hasText: 'This could not be loaded.' })

test('menus, details and dialogs load on first use: without a network they say so, and load with Retry', async ({
  page,
  context,
}) => {
  await test.step('a dialog, whose error is in view', async () => {
    await page.goto('/subscriptions/sub_globex')
    const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel subscription' })
    await expect(cancel).toBeVisible()
    await context.setOffline(true)
    await cancel.click()
    const alert = unloaded(page.getByRole('main')).first()
    await expect(alert).toBeInViewport({ ratio: 1 })
    // Opening it again tries again.
    await cancel.click()
    await expect(alert).toBeInViewport({ ratio: 1 })
    await context.setOffline(false)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Cancel subscription?' })).toBeVisible()
    await expect(alert).toBeHidden()
  })

  await test.step('the details and the menu of a row', async () => {
    await page.goto('/customers/acme-inc/transactions')
    const table = page.getByRole('table', { name: 'Transactions' })
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first()
    const actions = row.getByRole('button', { name: 'Actions', exact: true })
    await expect(row).toBeVisible()
    await context.setOffline(true)

    await row.getByRole('button', { name: 'Details' }).click()
    await expect(unloaded(table)).toContainText('Check your network and try again.')
    await actions.click()
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
})
