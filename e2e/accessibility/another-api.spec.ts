import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { expectAccessible, reportCheckedStates } from '../fixtures/accessible'
import { expect, test } from '../fixtures/test'
import { consoleSettings } from '@/testing/fake-billing-api/requested-page'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import { startFakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'

test.setTimeout(600_000)
test.afterAll(reportCheckedStates)

const { subscription, invoice, customer, fault } = SCENARIO_IDS
const segment = encodeURIComponent

/** Opens the list of drift and the details of the rows. */
async function unfold(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const expandAll = main.getByRole('button', { name: 'Expand all' })
  if (await expandAll.isVisible()) await expandAll.click()
  for (const row of (await main.getByRole('button', { name: /^Details/ }).all()).slice(0, 2)) await row.click()
  const gaps = main.getByText('from the interface document')
  if (await gaps.isVisible()) await gaps.click()
}

/** Checks the pages of lines and the filter. */
async function lookAtManyLines(page: Page, open: (path: string) => Promise<unknown>): Promise<void> {
  await open(`/invoices/${segment(invoice.large)}`)
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expectAccessible(page, 'invoice of 20,000 lines')
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('button', { name: 'Last page' }).click()
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('zeile-12345')
  await expect(page.getByText('1 matching line')).toBeVisible()
  await expectAccessible(page, 'invoice, a line matches')
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('nowhere')
  await expect(page.getByText('No line matches “nowhere”')).toBeVisible()
  await expectAccessible(page, 'invoice, no line matches')
}

test(
  'unknown, missing, hostile, very many and unreadable values pass axe',
  { tag: PROVE_ONLY },
  async ({ page, startConsoleFor }) => {
    const other = await startFakeBillingApi()
    try {
      const { consoleUrl } = await startConsoleFor(other, consoleSettings(''))
      const open = (path: string) => page.goto(consoleUrl + path)
      for (const id of [subscription.active, subscription.bare, subscription.hostile]) {
        await open(`/subscriptions/${segment(id)}`)
        await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
        await unfold(page)
        await expectAccessible(page, `subscription ${id}`)
      }
      await open(`/subscriptions/${segment(subscription.large)}`)
      await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
      await expectAccessible(page, 'subscription of 3,000 prices')
      const filter = page.getByRole('searchbox', { name: 'Filter prices' })
      await filter.fill('no such price')
      await expect(page.getByText('No price matches “no such price”')).toBeVisible()
      await expectAccessible(page, 'subscription, no price matches')

      for (const id of [invoice.bare, invoice.active, invoice.hostile]) {
        await open(`/invoices/${segment(id)}`)
        await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
        await unfold(page)
        await expectAccessible(page, `invoice ${id}`)
      }
      await lookAtManyLines(page, open)

      await open(`/customers/${segment(customer.acme)}/transactions`)
      await expect(page.getByText('total not known')).toBeVisible()
      await unfold(page)
      await expectAccessible(page, 'ledger without a count')
      await page.getByRole('button', { name: 'Actions', exact: true }).first().click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page, 'menu of a row that leads nowhere', '[role=menu]')

      for (const id of [fault.rateLimited, fault.drops, fault.echoesKey]) {
        await open(`/subscriptions/${id}`)
        await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible()
        await expectAccessible(page, `not readable: ${id}`)
      }
    } finally {
      await other.close()
    }
  },
)
