import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleToo } from './fixtures/accessible'
import { expect, test } from './fixtures/test'

/** The file that a link gives, by its name and its bytes. */
async function followed(page: Page, link: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('an invoice is a file for the customer, one for us, and a table', async ({ page }) => {
  await page.goto('/invoices/inv_globex_overdue')
  const number = (await page.getByRole('heading', { level: 1 }).textContent())?.replace('Invoice ', '')
  const customer = await followed(page, 'Download PDF')
  const internal = await followed(page, 'Internal PDF')
  const table = await followed(page, 'Download CSV')
  expect([customer.name, internal.name, table.name]).toEqual([
    `invoice-${number}.pdf`,
    `invoice-${number}-internal.pdf`,
    `invoice-${number}-internal.csv`,
  ])
  for (const { bytes } of [customer, internal]) expect(bytes.subarray(0, 9).toString()).toBe('%PDF-1.7\n')
  expect(table.bytes.toString()).toMatch(/^\uFEFFRecord,Invoice number[\s\S]*\r\nCOMPLETE: 5 lines,+\r\n$/)
})

test('the customer’s copy is asked for by the ledger that the agent came from', async ({ page }) => {
  await page.goto('/customers/acme-inc/transactions')
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice /)
  await expect(page.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
    'href',
    /copy=customer&externalId=acme-inc$/,
  )
  await expect(page.getByRole('link', { name: 'Internal PDF' })).toHaveAttribute('href', /copy=internal$/)
  const { bytes } = await followed(page, 'Download PDF')
  expect(bytes.subarray(0, 9).toString()).toBe('%PDF-1.7\n')
})

test('a ledger is exported as a whole, and the page says what the file says', async ({ page, demo }) => {
  const customer = demo.ids.find(({ kind }) => kind === 'customer')?.id ?? ''
  await page.goto(`/customers/${encodeURIComponent(customer)}/transactions`)
  const { name, bytes } = await followed(page, 'Export CSV')
  expect(name).toBe(`transactions-${customer}.csv`)
  const outcome = bytes.toString().split('\r\n').at(-2)?.replace(/,+$/, '') ?? ''
  expect(outcome).toMatch(/^COMPLETE: \d+ rows$/)
  await expect(page.getByRole('status').filter({ hasText: outcome })).toBeVisible()
  await expectAccessibleToo(page, 'an export that is complete', '[role="status"]')
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByText(outcome)).toBeHidden()
})
