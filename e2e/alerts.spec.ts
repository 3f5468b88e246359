import { expectAccessible } from './fixtures/accessible'
import { expect, test } from './fixtures/test'

test('an admin adds a webhook, sees its secret once, and deletes it', async ({ page, fakeApiUrl: consoleUrl }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${consoleUrl}/users`)
  const section = page.getByRole('region', { name: 'Webhooks' })
  await section.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Add webhook' })
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog).toContainText('Enter an https address.')
  await expect(dialog).toContainText('Enter a name.')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/in/path-secret')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ledger bot')
  await dialog.getByRole('checkbox', { name: /^Amounts/ }).check()
  await expectAccessible(page, 'add webhook')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const added = page.getByRole('alertdialog', { name: 'Webhook added' })
  await expect(added.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await expectAccessible(page, 'webhook added')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await added.getByRole('button', { name: 'Done' }).click()
  const row = section.getByRole('row').filter({ hasText: 'Ledger bot' })
  await expect(row).toContainText('hooks.invalid')
  await expect(page.getByRole('main')).not.toContainText(/path-secret|whsec_/)

  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('Failed', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })

  await row.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('table', { name: 'Activity' })).toContainText('Add webhook')
  await page.goBack()
  await row.getByRole('button', { name: 'Delete Ledger bot' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete webhook?' })
    .getByRole('button', { name: 'Delete webhook' })
    .click()
  await expect(row).toHaveCount(0)
})

test('a person chooses alert emails', async ({ page, fakeApi, startConsoleFor }) => {
  const { consoleUrl } = await startConsoleFor(fakeApi, {
    CONSOLE_SMTP_URL: 'smtp://127.0.0.1:1',
    CONSOLE_SMTP_FROM: 'console@example.com',
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${consoleUrl}/account`)
  const section = page.getByRole('region', { name: 'Alert emails' })
  await section.getByRole('checkbox', { name: /became overdue/ }).check()
  await section.getByRole('radio', { name: 'a day' }).check()
  await section.getByRole('button', { name: 'Save alert emails' }).click()
  await expect(section.getByRole('status')).toHaveText('Saved.')
  await expectAccessible(page, 'alert emails')
  await page.reload()
  await expect(section.getByRole('checkbox', { name: /became overdue/ })).toBeChecked()
  await expect(section.getByRole('radio', { name: 'a day' })).toBeChecked()
})
