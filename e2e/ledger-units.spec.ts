import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expect, test } from './fixtures/test'
import { spikedLedger, unitlessLedger } from '@/testing/fake-billing-api/ledger-scenarios'

const ledgerPath = (externalId: string) => `/customers/${encodeURIComponent(externalId)}/transactions`

function ledger(page: Page) {
  const table = page.getByRole('table', { name: 'Transactions' })
  return { table, rows: table.locator('tbody > tr') }
}

test(
  'shows amounts as sent, and says so once, when an API in minor units does not send the unit',
  { tag: PROVE_ONLY },
  async ({ page, minorUrl }) => {
    await page.goto(minorUrl + ledgerPath(unitlessLedger))
    const { table } = ledger(page)
    await expect(table).toContainText('−1,250.00')
    await expect(table).toContainText('10,000.00')
    await expect(page.getByText('Amounts without a unit are shown as sent.')).toHaveCount(1)
  },
)

test('names a shared unit once in the header, also in print, and otherwise in each row', async ({ page }) => {
  await page.goto('/customers/acme-inc/transactions')
  const { table, rows } = ledger(page)
  const amount = table.getByRole('columnheader', { name: 'Amount AI credits' })
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media })
    await expect(amount).toBeVisible()
    expect(await rows.first().innerText()).not.toContain('AI credits')
  }
  await page.goto('/customers/tyrell/transactions')
  await expect(table.getByRole('columnheader', { name: 'Amount', exact: true })).toBeVisible()
  const ofGpu = rows.filter({ hasText: 'GPU minutes' }).first()
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media })
    expect(await ofGpu.innerText()).toContain('GPU minutes')
  }
})

test('cuts off the bar of a large amount, so that the others keep their lengths', async ({ page, fakeApiUrl }) => {
  await page.goto(fakeApiUrl + ledgerPath(spikedLedger))
  const { rows } = ledger(page)
  const bar = (row: number) => rows.nth(row).getByRole('cell').nth(4)
  await expect(bar(0)).toHaveAttribute('data-bar', 'clipped')
  await expect(bar(1)).toHaveAttribute('style', /\* 0\.3333\)/)
})
