import { InvoiceStatus } from '@/contract/billing/invoice'
import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { expectAccessible, reportCheckedStates } from '../fixtures/accessible'
import { chooseInMore } from '../fixtures/page-parts'
import { expect, test } from '../fixtures/test'

test.setTimeout(180_000)
test.afterAll(reportCheckedStates)

test('an invoice in every status passes axe', { tag: PROVE_ONLY }, async ({ page }) => {
  for (const status of InvoiceStatus.options) {
    await page.goto(`/invoices/inv_globex_${status}`)
    await expect(page.getByText(/^All \d+ lines add up$/)).toBeVisible()
    await expectAccessible(page, `invoice, ${status}`)
  }
})

test(
  'an invoice passes axe: a line unfolded, raw JSON, 360 px, and an unreadable response',
  { tag: PROVE_ONLY },
  async ({ page }) => {
    await page.goto('/invoices/inv_globex_overdue')
    await page.getByRole('button', { name: 'Details of line 1', exact: true }).click()
    await expect(page.getByText('Matches the line amount.')).toBeVisible()
    await chooseInMore(page, 'Raw JSON')
    await expect(page.getByLabel('Raw JSON', { exact: true })).toBeVisible()
    await expectAccessible(page, 'invoice, a line unfolded, raw JSON')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page, 'invoice, a line unfolded, at 360 px')

    const read = /\/api\/invoices\/[^/]+$/
    await page.route(read, (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Below is what was read before.')).toBeVisible()
    await expectAccessible(page, 'invoice, not refreshed')
    await page.unroute(read)
    await page.route(read, (route) => route.fulfill({ json: {} }))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown')
    await expectAccessible(page, 'a defect of the console')
  },
)
