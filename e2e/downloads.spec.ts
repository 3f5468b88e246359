import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleInProve } from './fixtures/accessible'
import { expect, test } from './fixtures/test'
import { tiedLedger } from '@/testing/fake-billing-api/ledger-page-scenarios'

/** Follows a download link. @returns the name and the bytes of the file */
async function followed(page: Page, link: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('an invoice downloads as a CSV', async ({ page }) => {
  await page.goto('/invoices/inv_globex_overdue')
  const number = (await page.getByRole('heading', { level: 1 }).textContent())?.replace('Invoice ', '')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const item = page.getByRole('menuitem', { name: 'Export CSV', exact: true })
  await expect(item).toHaveAccessibleDescription(/Not for the customer\.$/)
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
  const today = new Date().toISOString().slice(0, 10)
  expect(download.suggestedFilename()).toBe(`invoice-${number}-internal_${today}.csv`)
  const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(rows[0]).toMatch(/^\uFEFFInvoice number,/)
  expect(rows.slice(1).every((row) => row.startsWith(`${number},`))).toBe(true)
  expect(rows).toHaveLength(6)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  // The choice for Excel keeps the menu open.
  await page.getByRole('menuitemcheckbox', { name: 'For Excel' }).click()
  await expect(item).toHaveAttribute('href', /form=excel$/)
  await expectAccessibleInProve(page, 'the menu “More”', '[role="menu"]')
})

test('exports a whole ledger as a file that contains entries only, and says so on the page', async ({ page, demo }) => {
  const customer = demo.ids.find(({ kind }) => kind === 'customer')?.id ?? ''
  await page.goto(`/customers/${encodeURIComponent(customer)}/transactions`)
  const { name, bytes } = await followed(page, 'Export CSV')
  expect(name).toBe(`transactions-${customer}_${new Date().toISOString().slice(0, 10)}.csv`)
  const entries = bytes.toString().trimEnd().split('\r\n').slice(1)
  expect(entries.filter((row) => !/^20\d\d-\d\d-\d\dT/.test(row))).toEqual([])
  const outcome = `Exported all ${entries.length} transactions.`
  await expect(page.getByRole('status').filter({ hasText: outcome })).toBeVisible()
  await expectAccessibleInProve(page, 'an export that is complete', '[role="status"]')
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByText(outcome)).toBeHidden()
})

test('shows on the page the same reason for an incomplete export as the file', async ({ page, fakeApiUrl }) => {
  await page.goto(`${fakeApiUrl}/customers/${encodeURIComponent(tiedLedger)}/transactions`)
  const { bytes } = await followed(page, 'Export CSV')
  const outcome = 'Partial: 249 of 250, because 1 transaction was sent twice, so another may be missing'
  expect(bytes.toString().trimEnd().split('\r\n').at(-1)).toContain(outcome)
  await expect(page.getByRole('alert').filter({ hasText: outcome })).toBeVisible()
})
