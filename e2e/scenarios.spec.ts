import type { Page } from '@playwright/test'
import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { expectAccessible, reportCheckedStates } from './fixtures/accessible'
import { chooseInMore } from './fixtures/page-parts'
import { expect, test } from './fixtures/fake-api-test'
import type { ResourceKind } from '@/testing/fake-billing-api/scenario'
import { SCENARIOS } from '@/testing/fake-billing-api/scenarios'

// Any free worker takes the next test.
test.describe.configure({ mode: 'parallel' })
test.afterAll(reportCheckedStates)

/** Enough for a response of 12 MB on a busy machine. */
const READ_TIMEOUT_MS = 30_000
/** The number of rows to unfold on a page. */
const MAX_ROWS = 10
/** Prices below which there is no “Expand all”, each with its plan and billables. */
const MAX_FOLDED = 40

/** Axe takes minutes for them unfolded. */
const LARGE = ['3,000 prices', '20000 lines']

const PATHS: Record<ResourceKind, (segment: string) => string> = {
  subscription: (segment) => `/subscriptions/${segment}`,
  invoice: (segment) => `/invoices/${segment}`,
  customer: (segment) => `/customers/${segment}/transactions`,
}

/* What these pages show is tested without a browser: app/(console)/scenarios.test.tsx. */
for (const { kind, name, id } of SCENARIOS)
  test(
    `${kind}: ${name} runs nothing foreign, breaks nothing, passes axe and fits a phone`,
    { tag: PROVE_ONLY },
    async ({ page, watch, fakeApiUrl }) => {
      test.setTimeout(180_000)
      const path = PATHS[kind](encodeURIComponent(id))
      const main = page.getByRole('main')
      const refresh = main.getByRole('button', { name: 'Refresh' })
      expect((await page.goto(fakeApiUrl + path))?.status()).toBe(200)
      await expect(refresh).toBeVisible()
      if (LARGE.includes(name)) await expectAccessible(page, id)
      await unfold(page, kind)
      await watch.check()
      if (!LARGE.includes(name)) await expectAccessible(page, id)
      const read = page.waitForResponse((received) => new URL(received.url()).pathname === `/api${path}`)
      await refresh.click()
      expect((await read).status()).toBe(200)
      await expect(refresh).not.toHaveAttribute('aria-busy')
      await watch.check()
      await openChange(page, kind)
      await watch.check()

      tally('scenarios of another API’s answers to a read', 1)
      await page.setViewportSize({ width: 360, height: 800 })
      await page.reload()
      expect(await overflow(page), 'folded').toBe(0)
      const digits = main.locator('details', { hasText: 'more digits' })
      await digits.evaluateAll((all) => {
        for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
      })
      expect(await overflow(page), 'with all digits').toBe(0)
    },
  )

/** Returns how many pixels the page is wider than its screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Opens everything that can be opened: rows, trees, details, raw JSON. */
async function unfold(page: Page, kind: ResourceKind): Promise<void> {
  const main = page.getByRole('main')
  // A page ignores clicks before hydration.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main button') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  const expandAll = main.getByRole('button', { name: 'Expand all' })
  if (await expandAll.isVisible()) await expandAll.click()
  // Few prices have no such button.
  const folded = main.getByRole('treegrid').locator('[aria-expanded=false]')
  for (let left = MAX_FOLDED; left > 0 && (await folded.count()) > 0; left -= 1)
    await folded.first().press('ArrowRight')
  const rows = main.getByRole('button', { name: /^Details/ })
  for (const row of (await rows.all()).slice(0, MAX_ROWS)) await row.click()
  await main.locator('details:not([open]) > summary').evaluateAll((summaries) => {
    for (const summary of summaries) if (summary instanceof HTMLElement) summary.click()
  })
  if (kind !== 'customer') await chooseInMore(page, 'Raw JSON')
  await expect(page.getByLabel('Raw JSON', { exact: true })).toBeVisible({ timeout: READ_TIMEOUT_MS })
}

/** Opens the dialog of a cancel on a subscription's page, or the menu of a row in a ledger. */
async function openChange(page: Page, kind: ResourceKind): Promise<void> {
  const main = page.getByRole('main')
  const cancel = main.getByRole('button', { name: 'Cancel subscription' })
  if (kind === 'subscription' && (await cancel.isVisible())) {
    await cancel.click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
    await expect(dialog.locator('[aria-busy=false]')).toBeVisible({ timeout: READ_TIMEOUT_MS })
    await dialog.getByRole('button', { name: 'Keep subscription' }).click()
    await expect(dialog).toBeHidden()
  }
  const actions = main.getByRole('button', { name: 'Actions', exact: true }).first()
  if (kind !== 'customer' || !(await actions.isVisible())) return
  await actions.click()
  const menu = page.getByRole('menu', { name: 'Actions' })
  await expect(menu.getByRole('menuitem', { name: 'Open subscription' })).not.toHaveAccessibleDescription(/Looking|…$/)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
}
