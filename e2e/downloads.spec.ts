import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import { expectAccessibleInProve } from './fixtures/accessible'
import { expect, test } from './fixtures/test'

/** Downloads the file behind a link or a menu item. @returns its name, and its lines */
async function downloaded(page: Page, role: 'link' | 'menuitem'): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole(role, { name: 'Export CSV', exact: true }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}

test('an agent filters a whole ledger, and downloads it and an invoice, also for Excel', async ({
  page,
  fakeApiUrl,
}) => {
  test.setTimeout(120_000)
  const today = new Date().toISOString().slice(0, 10)
  const filters = page.getByRole('group', { name: 'Filters' })
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody > tr')
  const found = page.getByRole('status').filter({ hasText: /^[\d,]+ transactions found · / })
  const more = page.getByRole('button', { name: 'More', exact: true })
  const invoiceCsv = page.getByRole('menuitem', { name: 'Export CSV', exact: true })

  await test.step('one pool of a ledger names its unit in the header, all pools in each row, also on paper', async () => {
    await page.goto('/customers/tyrell/transactions')
    const ofGpu = rows.filter({ hasText: 'GPU minutes' }).first()
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media })
      expect(await ofGpu.innerText()).toContain('GPU minutes')
    }
    await page.emulateMedia({ media: null })
    await filters.getByLabel('Pool').selectOption('GPU minutes')
    await expect(page).toHaveURL(/pool=/)
    await expect(found).toContainText('GPU minutes')
    await expect(rows.filter({ hasText: 'AI credits' })).toHaveCount(0)
    await page.goBack()
    await expect(rows).toHaveCount(20)
    await expect(filters.getByLabel('Pool')).toHaveValue('')
  })

  await test.step('a filter lists every match of the whole ledger', async () => {
    await page.goto('/customers/acme-inc/transactions')
    await filters.getByLabel('Type').selectOption('Expiration')
    await expect(page).toHaveURL(/type=expiration/)
    await expect(found).toHaveText(/^\d+ transactions found · −[\d,.]+ AI credits$/)
    const count = Number(/^\d+/.exec(await found.innerText())?.[0])
    await expect(rows).toHaveCount(count)
    await expect(rows.filter({ hasText: 'Expiration' })).toHaveCount(count)
  })

  await test.step('the file has these transactions only', async () => {
    const { name, lines } = await downloaded(page, 'link')
    expect(name).toContain('acme-inc')
    expect(name).toContain(today)
    expect(lines).toHaveLength((await rows.count()) + 1)
    for (const line of lines.slice(1)) expect(line).toMatch(/^20\d\d-\d\d-\d\dT.*expiration/)
  })

  await test.step('the form for Excel is chosen', async () => {
    await page.getByRole('checkbox', { name: 'For Excel', exact: true }).check()
    const [head = '', first = ''] = (await downloaded(page, 'link')).lines
    expect(head).toMatch(/^\uFEFFCreated \(UTC\);Created \(UTC day\);Type;Amount;/)
    expect(first).toMatch(/;-\d+,\d+;/)
  })

  await test.step('the form is kept for an invoice, whose menu stays open while it is changed', async () => {
    await page.goto('/invoices/inv_globex_overdue')
    const number = (await page.getByRole('heading', { level: 1 }).innerText()).replace('Invoice ', '')
    await more.click()
    await expect(invoiceCsv).toHaveAccessibleDescription(/Not for the customer\.$/)
    await expect(invoiceCsv).toHaveAttribute('href', /form=excel$/)
    await page.getByRole('menuitemcheckbox', { name: 'For Excel' }).click()
    await expect(invoiceCsv).toHaveAttribute('href', /\/csv$/)
    await expectAccessibleInProve(page, 'the menu “More”', '[role="menu"]')
    const { name, lines } = await downloaded(page, 'menuitem')
    expect(name).toBe(`invoice-${number}-internal_${today}.csv`)
    expect(lines[0]).toMatch(/^\uFEFFInvoice number,/)
    expect(lines.slice(1).map((line) => line.startsWith(`${number},`))).toEqual(Array.from({ length: 5 }, () => true))
  })

  await test.step('days that are none, or in the wrong order, are not applied', async () => {
    await page.goto('/customers/acme-inc/transactions?type=expiration')
    await expect(found).toBeVisible()
    const [from, to] = ['From', 'To'].map((label) => filters.getByLabel(label, { exact: true }))
    await from?.fill('soon')
    await from?.press('Enter')
    await expect(filters.getByRole('alert')).toHaveText('Use 2026-03-03 or 3 Mar 2026')
    await to?.fill('2026-01-01')
    await from?.fill('2026-03-03')
    await from?.press('Enter')
    await expect(filters.getByRole('alert')).toHaveText('From is after To. Swap the days.')
  })

  await test.step('a file that is not complete gives the reason in its last line', async () => {
    await page.goto(`${fakeApiUrl}/customers/${SCENARIO_IDS.customer.tied}/transactions`)
    const { lines } = await downloaded(page, 'link')
    expect(lines.at(-1)).toContain(
      'Partial: 249 of 250, because 1 transaction was sent twice, so another may be missing',
    )
  })
})
