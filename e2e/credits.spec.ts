import { readFile } from 'node:fs/promises'
import { readCsv } from '@/testing/console/read-csv'
import { expectAccessible } from './fixtures/accessible'
import { chooseInMore } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'

test('finance sees what customers had left at the end of a day, what it is worth, and the ledgers behind it', async ({
  page,
}) => {
  await page.goto('/customers/acme-inc/balance')
  await expect(page.getByText(/^All [\d,]+ transactions agree$/)).toBeVisible()
  await page.goto('/customers')
  await chooseInMore(page, 'Credits outstanding')
  await expect(page.getByRole('heading', { name: 'Credits outstanding' })).toBeVisible()
  const customers = page.getByRole('table', { name: 'By customer' })
  const row = customers.getByRole('row', { name: /acme-inc/ })
  await expect(row).toBeVisible()
  // Customers of other tests may have other units, and then there is a column for them.
  const balance = row.locator('[data-label="Balance"]')
  const before = (await balance.innerText()).replaceAll(',', '')

  const day = page.getByRole('textbox', { name: 'End of day (UTC)' })
  await day.fill('2999-01-01')
  await day.press('Enter')
  await expect(page.getByText('Choose a day that is over in UTC.')).toBeVisible()
  await day.fill('1 Jan 2020')
  await day.press('Enter')
  await expect(balance).toHaveText('0.00')
  await page.goBack()
  await expect(balance).not.toHaveText('0.00')

  await page.getByRole('textbox', { name: 'Price of a credit' }).fill('2')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/price=2/)
  await expect(page.getByRole('table', { name: 'By pool' })).toContainText('Value at 2')
  await expectAccessible(page, 'credits outstanding')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const { rows, partial } = readCsv(await readFile(await (await download).path(), 'utf8'))
  expect(partial).toBeNull()
  const exported = rows.find(({ Customer }) => Customer === 'acme-inc')
  expect(exported?.['Balance']).toBe(before)
  expect(Number(exported?.['Value'])).toBe(2 * Number(before))
})
