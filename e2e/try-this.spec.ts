import { volume } from '../scripts/test/volume.mjs'
import { forgetOpened } from './fixtures/forget-opened'
import { expect, test } from './fixtures/test'

test('Home offers six things to try on demo data until something was opened', async ({ page }) => {
  const cards = page.getByRole('region', { name: 'Try this' })
  const found: [string, RegExp][] = [
    ['Paste a ticket', /\/invoices\/inv_acme_9$/],
    ['Cancel a subscription', /\/subscriptions\/sub_globex$/],
    ['An overdue invoice', /\/invoices\/inv_globex_overdue$/],
    ['Why did the credits drop?', /\/customers\/acme-inc\/transactions$/],
    ['A whole customer', /\/customers\/acme-inc$/],
  ]
  // The others are links as well: scripts/start/first-run.mjs makes their addresses.
  for (const [name, address] of found.slice(0, volume({ test: 2, prove: 5 }))) {
    await forgetOpened(page)
    await expect(cards.getByRole('listitem')).toHaveCount(6)
    await cards.getByText(name).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await forgetOpened(page)
  await cards.getByText('By keyboard').click()
  await expect(page.getByRole('combobox')).toBeFocused()

  await page.goto('/subscriptions/sub_globex')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Opened recently' })).toBeVisible()
  await expect(cards).toHaveCount(0)
})
