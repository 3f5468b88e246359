import { volume } from '../scripts/test/volume.mjs'
import { forgetOpened } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'

test('Home offers six things to try on demo data, which do what they say, until they are dismissed', async ({
  page,
}) => {
  await forgetOpened(page)
  const cards = page.getByRole('region', { name: 'Try this' })
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  const table = page.getByRole('table', { name: 'In this ticket' })
  const found: [string, RegExp, () => Promise<void>][] = [
    [
      'Paste a ticket',
      /\/find$/,
      async () => {
        await expect(page.getByText('we were charged again this month')).toBeVisible()
        await expect(table.getByRole('link')).toHaveCount(2)
        await expect(table.getByRole('row', { name: /^inv_acme_999.*Not found/ })).toBeVisible()
      },
    ],
    [
      'Cancel a subscription',
      /\/subscriptions\/sub_globex$/,
      async () => {
        await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('')
        await expect(dialog.getByRole('textbox', { name: 'Ticket' })).toHaveValue('48211')
      },
    ],
    ['An overdue invoice', /\/invoices\/inv_globex_overdue$/, async () => {}],
    ['Why did the credits drop?', /\/customers\/acme-inc\/balance$/, async () => {}],
    ['A whole customer', /\/customers\/acme-inc$/, async () => {}],
  ]
  // The others are links as well: scripts/start/first-run.mjs makes their addresses.
  for (const [name, address, check] of found.slice(0, volume({ test: 2, prove: 5 }))) {
    await page.goto('/')
    await expect(cards.getByRole('listitem')).toHaveCount(6)
    await cards.getByText(name).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check()
  }
  await page.goto('/subscriptions/sub_globex')
  await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.goto('/')
  await cards.getByText('By keyboard').click()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices\/inv_globex_paid$/)

  await page.goto('/')
  await cards.getByRole('button', { name: 'Dismiss' }).click()
  await expect(cards).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Opened recently' })).toBeVisible()
  await expect(cards).toHaveCount(0)
})
