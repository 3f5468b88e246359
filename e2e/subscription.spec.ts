import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { chooseInMore, subscription, subscriptionPath } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

/*
 * What the page says of each response: app/(console)/scenarios.test.tsx, and the tests of lib/subscriptions and
 * lib/text. Its tree without a mouse: e2e/keyboard/tables.spec.ts.
 */

/** Demo subscriptions that no test changes. */
const ACTIVE = 'sub_globex'
const ENDS_BY_ITSELF = 'sub_initech'

test('the page answers who, how much and what next, before any script and on a phone, and says why a change is not possible', async ({
  browser,
  page,
  demo,
}) => {
  const { button, fact, reasons, rows, tree } = subscription(page)
  const answer = page.getByRole('region', { name: 'Answer' })

  await test.step('in the first HTML', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
    const unscripted = await context.newPage()
    await unscripted.goto(subscriptionPath(ACTIVE))
    await expect(unscripted).toHaveTitle(`${ACTIVE} · Enterprise · Billing Console`)
    await expect(unscripted.getByRole('region', { name: 'Answer' })).toContainText(
      /Enterprise · renews \d+ \w+ \d{4} · \$14,250\.00 a quarter \+ 2 other prices \+ usage/,
    )
    await expect(subscription(unscripted).rows.first()).toContainText('Enterprise')
    await context.close()
  })

  await test.step('on the first screen of a phone, with every other fact one click away', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(subscriptionPath(ACTIVE))
    const invoices = page.getByRole('region', { name: 'Invoices and customer' })
    await expect(answer.getByText(/renews \d+ \w+ \d{4} · \$14,250\.00 a quarter/)).toBeInViewport()
    await expect(answer.getByRole('button', { name: 'Copy reply' })).toBeInViewport()
    await expect(answer.getByText(/^Billing period \d+ since .* · Net 60.* · /)).toBeInViewport()
    const parts = [button('Cancel subscription'), invoices, tree]
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    await expect(fact('Customer ID')).toHaveCount(0)
    await chooseInMore(page, 'All fields')
    await expect(page.getByRole('group', { name: 'All fields' })).toBeFocused()
    await expect(fact('Customer ID')).toBeVisible()
    await expect(fact('Billing interval')).toBeInViewport()
  })

  await test.step('with the raw JSON of the billing API', async () => {
    const url = `${demo.serviceUrl}/external${subscriptionPath(ACTIVE)}/expanded`
    const response: unknown = await (await fetch(url, { headers: { 'x-api-key': demo.serviceKey } })).json()
    await chooseInMore(page, 'Raw JSON')
    await expect(page.getByRole('button', { name: 'Copy raw JSON' })).toBeVisible()
    expect(JSON.parse(await page.getByLabel('Raw JSON', { exact: true }).innerText())).toEqual(response)
  })

  await test.step('with the head of the price table on the first screen, the actions at the right, or why there are none', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const id of [ENDS_BY_ITSELF, ACTIVE]) {
      await page.goto(subscriptionPath(id))
      const more = await button('More').boundingBox()
      const box = await answer.boundingBox()
      const reply = await answer.getByRole('button', { name: 'Copy reply' }).boundingBox()
      expect((more?.x ?? 0) + (more?.width ?? 0)).toBeCloseTo((box?.x ?? 0) + (box?.width ?? 0), 0)
      expect((reply?.y ?? 0) - (more?.y ?? 0), 'the reply follows, and leaves no hole').toBeLessThan(130)
      await expect(tree.getByRole('columnheader').first()).toBeInViewport({ ratio: 1 })
    }
    await expect(button('Cancel subscription')).toBeEnabled()
    await expect(button('Delete subscription')).toHaveCount(0)
    expect(await reasons()).toEqual(['Delete subscription: Cancel before deleting'])
    // A short list of active prices without limits has neither filter nor needless columns.
    await expect(tree.getByRole('columnheader')).toHaveText(['Name', 'Charge', 'Billing'])
    await expect(page.getByRole('searchbox', { name: 'Filter prices' })).toHaveCount(0)
    await expect(rows).toHaveCount(7)

    await page.goto(subscriptionPath(ENDS_BY_ITSELF))
    await expect(button('Cancel subscription')).toHaveCount(0)
    await expect(page.getByText(/^Already ends: last day \d+ \w+ \d{4}\.$/)).toBeVisible()
    const [cancel, deletion] = await reasons()
    expect(cancel).toMatch(/^Cancel subscription: Already ends: last day \d+ \w+ \d{4}\.$/)
    expect(deletion).toMatch(/^Delete subscription: Can be deleted from \d+ \w+( \d{4})?$/)
    // Only an estimate says that a cancel changes nothing.
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Cancel subscription' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('By the console’s estimate of the billing period')
  })
})

test('leads to the invoices and the ledger that were seen', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto('/customers/acme-inc/transactions')
  const invoice = page.getByRole('table', { name: 'Transactions' }).getByRole('link').first()
  await invoice.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice \d+/)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.goto(subscriptionPath('sub_acme'))
  const seen = page.getByRole('region', { name: 'Invoices and customer' })
  await expect(seen.getByRole('link', { name: title })).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await expect(seen.getByRole('row', { name: title }).getByRole('cell').last()).toHaveText(/^\$[\d,]+\.\d\d/)
  expect(asked.filter((url) => url.includes('/api/invoices/'))).toEqual([])
  await seen.getByRole('link', { name: 'acme-inc', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('acme-inc')
})

test('the tree of prices unfolds each, with tiers as a table and the events in words, and shows 3,000 in parts', async ({
  page,
  fakeApiUrl,
}) => {
  const { tree, rows, button } = subscription(page)
  await page.goto(subscriptionPath(ENDS_BY_ITSELF))
  const tiered = '0–100 free · to 1,000 $0.12 · above $0.085 per GB'
  await expect(rows).toContainText(['Team', 'Platform fee · Monthly', 'Seats', tiered, 'API calls'])
  await expect(rows.filter({ hasText: '1 archived' })).toHaveAttribute('aria-expanded', 'false')
  await tree.getByText(tiered).click()
  // The row of the details has “Billable ID” once they are loaded.
  await rows.filter({ hasText: 'Billable · Metric' }).first().click()
  await rows.filter({ hasText: '1 archived' }).click()
  await rows.filter({ hasText: /base prices? with/ }).click()
  const tiers = tree.getByRole('table', { name: 'Price tiers' }).first()
  await expect(tiers.getByRole('row').nth(2)).toHaveText(/100\s*1,000\s*\$0\.12/)
  await expect(tree.getByText('Usage events counted').filter({ visible: true }).first()).toBeVisible()
  await expectAccessible(page, 'subscription, unfolded')
  await expect(tree.getByText('max of data.gigabytes where event = storage.measured')).toBeVisible()
  await expect(tree.getByText('Current')).toHaveCount(1)
  await expect(tree.getByText('Platform fee · Annually')).toBeVisible()

  await page.goto(fakeApiUrl + subscriptionPath(SCENARIO_IDS.subscription.large))
  await expect(rows.nth(1)).toHaveAttribute('aria-setsize', '2001')
  await expect(button('Expand all')).toHaveAttribute('aria-pressed', 'false')
  await button('Show 100 more').click()
  // The plan, 150 prices, and the folded row of archived prices.
  await expect(rows).toHaveCount(152)
  await page.getByRole('searchbox', { name: 'Filter prices' }).fill('archived billable 2997')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Price 2997')
})
