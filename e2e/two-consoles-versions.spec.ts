import type { Page } from '@playwright/test'
import { ROOT } from '../scripts/command.mjs'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { startConsoleGroup } from './fixtures/console-group'
import { whyNoProxy } from './fixtures/nginx'
import { buildVersion, previousCommit } from './fixtures/previous-version'
import { ADMIN } from './fixtures/sign-in'
import { startConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'
import { signIn } from './fixtures/users'

/* An update: consoles of the commit before this one and of this one, on one PostgreSQL behind nginx. */

test.describe('the version before beside this one', { tag: PROVE_ONLY }, () => {
  test.setTimeout(10 * 60_000)
  let previous: Awaited<ReturnType<typeof buildVersion>> | undefined

  test.beforeAll(async () => {
    test.setTimeout(10 * 60_000)
    const commit = whyNoProxy() === '' ? await previousCommit() : null
    if (commit !== null) previous = await buildVersion(commit)
  })
  test.beforeEach(() => test.skip(previous === undefined, whyNoProxy() || 'there is no commit before this one'))
  test.afterAll(() => previous?.remove())

  test('both serve the main paths in turn', async ({ page }) => {
    const demo = await startConsole()
    const billingApi = { url: demo.serviceUrl, key: demo.serviceKey }
    const group = await startConsoleGroup({ billingApi, roots: [previous?.root, undefined] })
    try {
      await page.goto(`${group.url}/`)
      await signIn(page, ADMIN.email, ADMIN.password)
      // Twice, so that each version has served each page.
      for (const round of [1, 2]) {
        await page.goto(`${group.url}/subscriptions/sub_globex`)
        await expect(page.getByRole('treegrid', { name: 'Plan, prices and billables' })).toBeVisible()
        await page.goto(`${group.url}/invoices/inv_globex_overdue`)
        await page.getByRole('button', { name: 'Details of line 1', exact: true }).click()
        await expect(page.getByText('Price ID', { exact: true })).toBeVisible()
        await page.goto(`${group.url}/customers/acme-inc/transactions`)
        await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice \d+/)
        await cancel(page, group.url, round === 1 ? 'sub_acme' : 'sub_koeln')
        await page.goto(`${group.url}/status`)
        await expect(page.getByRole('row', { name: 'All reads' })).toBeVisible()
      }
    } finally {
      await group.stop()
      await demo.stop()
    }
  })

  test('a page of the version before keeps working after the update, or reloads itself', async ({ page }) => {
    const demo = await startConsole()
    const billingApi = { url: demo.serviceUrl, key: demo.serviceKey }
    const group = await startConsoleGroup({ billingApi, roots: [previous?.root, previous?.root] })
    try {
      await page.goto(`${group.url}/subscriptions/sub_globex`)
      await signIn(page, ADMIN.email, ADMIN.password)
      await page.getByRole('main').getByRole('button', { name: 'Cancel subscription' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Typed before the update')

      const ledger = await page.context().newPage()
      await ledger.goto(`${group.url}/customers/acme-inc/transactions`)
      const actions = ledger
        .getByRole('table', { name: 'Transactions' })
        .getByRole('button', { name: 'Actions', exact: true })
      await expect(actions.first()).toBeVisible()
      await ledger.waitForLoadState('networkidle')

      for (const index of [0, 1]) await group.restart(index, ROOT)

      // The code of this menu was not loaded before the update.
      const menu = ledger.getByRole('menuitem', { name: 'Open invoice' })
      await expect(async () => {
        await actions.first().click()
        await expect(menu).toBeVisible({ timeout: 3_000 })
      }).toPass({ timeout: 30_000 })

      await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Typed before the update')
      await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
      await expect(page.getByRole('status').filter({ hasText: /^Subscription cancelled/ })).toBeVisible()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
      await page.goto(`${group.url}/status`)
      await expect(page.getByText(/as seen by 2 console processes/)).toBeVisible({ timeout: 20_000 })
    } finally {
      await group.stop()
      await demo.stop()
    }
  })
})

async function cancel(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/subscriptions/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by phone')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Subscription cancelled/ })).toBeVisible()
}
