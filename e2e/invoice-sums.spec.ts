import { expectAccessible } from './fixtures/accessible'
import { expect, test } from './fixtures/test'

test('sums the invoices of a filter, and filters by their ages', async ({ page }) => {
  for (const id of ['inv_globex_overdue', 'inv_globex_paid']) await page.goto(`/invoices/${id}`)
  await page.goto('/invoices?text=globex')
  await page.getByText('Sums and ageing').click()
  const ages = page.getByRole('table', { name: 'Due, by age' })
  await expect(ages).toBeVisible()
  await expectAccessible(page, 'sums')
  await ages.getByRole('button', { name: '31–60 days overdue' }).click()
  await expect(page).toHaveURL(/text=globex.*due=to60/)
  const age = page.getByRole('button', { name: '31–60 days overdue', pressed: true })
  await expect(age).toBeVisible()
  await expect(page.getByRole('table', { name: 'Invoices known to this console' })).toContainText('inv_globex_overdue')
  await page.getByRole('textbox', { name: 'Plan' }).fill('no such plan')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('Lines add up')
  await page.getByLabel('Issued, UTC').fill('2026-03')
  await expect(page).toHaveURL(/issued=2026-03/)
  await age.click()
  await expect(page).not.toHaveURL(/due=/)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    text: 'globex',
    plan: 'no such plan',
    verdict: 'agrees',
    issued: '2026-03',
  })
})
