import type { Locator } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expectAccessible } from './fixtures/accessible'
import { subscription, subscriptionPath } from './fixtures/subscription-page'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

/** Demo subscriptions that no test changes. */
const ACTIVE = 'sub_globex'

test.describe('the page of a subscription', () => {
  test('is in the first HTML, before any script', async ({ browser, demo }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
    const page = await context.newPage()
    await page.goto(subscriptionPath(ACTIVE))
    const { rows, fact } = subscription(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enterprise')
    await expect(page).toHaveTitle(`${ACTIVE} · Enterprise · Billing Console`)
    await expect(fact('Billing interval')).toContainText('Quarterly')
    await expect(fact('Payment gateway')).toContainText('QuickBooks')
    await expect(fact('Payment terms')).toContainText('Net 60: due 60 days after issue')
    const answer = page.getByRole('region', { name: 'Answer' })
    await expect(answer).toContainText(
      /Enterprise · renews \d+ \w+ \d{4} · \$14,250\.00 quarterly \+ 2 other prices \+ usage/,
    )
    await expect(rows).toContainText(['Enterprise', 'Platform fee', '1 base price with another billing interval'])
    await context.close()
  })

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])
    test(
      `answers who, how much and what next on the first screen of ${viewport.width} px`,
      {
        tag: viewport.width === 360 ? [] : PROVE_ONLY,
      },
      async ({ page }) => {
        await page.setViewportSize(viewport)
        await page.goto(subscriptionPath(ACTIVE))
        const answer = page.getByRole('region', { name: 'Answer' })
        const next = page.getByRole('region', { name: 'What happens next' })
        const around = page.getByRole('region', { name: 'Invoices and customer' })
        await expect(answer.getByText(/renews \d+ \w+ \d{4} · \$14,250\.00 quarterly/)).toBeInViewport()
        await expect(answer.getByRole('button', { name: 'Copy reply' })).toBeInViewport()
        await expect(next.getByText(/It renews on/)).toBeInViewport()
        if (viewport.width > 360) await expect(around.getByText('cus_globex')).toBeInViewport()
        // The prices are below, and every other fact is one click away.
        const { button, fact, tree } = subscription(page)
        const parts = [button('Cancel subscription'), next, tree, button('All fields')]
        const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
        expect(tops).toEqual(tops.toSorted((a, b) => a - b))
        await expect(fact('Customer ID')).toBeHidden()
        await button('All fields').click()
        await expect(button('All fields')).toHaveAttribute('aria-expanded', 'true')
        await expect(fact('Customer ID')).toBeVisible()
      },
    )

  test('shows what happens next, and why a change is not possible', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    const { button, reasons } = subscription(page)
    await expect(page.getByText(/It renews on \d+ \w+ \d{4}, when billing period \d+ begins\./)).toBeVisible()
    await expect(button('Cancel subscription')).toBeEnabled()
    await expect(button('Delete subscription')).toHaveCount(0)
    expect(await reasons()).toEqual(['Delete subscription: Cancel before deleting'])

    // The subscription ends by itself: the page says so in place of the button. Only an estimate says that a cancel changes nothing.
    await page.goto(subscriptionPath('sub_initech'))
    await expect(button('Cancel subscription')).toHaveCount(0)
    await expect(page.getByText(/^Already ends: last day \d+ \w+ \d{4}\.$/)).toBeVisible()
    const [cancel, deletion] = await reasons()
    expect(cancel).toMatch(/^Cancel subscription: Already ends: last day \d+ \w+ \d{4}\.$/)
    expect(deletion).toMatch(/^Delete subscription: Can be deleted from \d+ \w+( \d{4})?$/)
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Cancel subscription' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('By the console’s estimate of the billing period')

    await page.goto(subscriptionPath('sub_duff'))
    expect(await reasons()).toEqual(['Cancel subscription: Already deleted', 'Delete subscription: Already deleted'])
  })

  test('states which facts do not apply', { tag: PROVE_ONLY }, async ({ page }) => {
    await page.goto(subscriptionPath('sub_vandelay'))
    const { fact } = subscription(page)
    await expect(fact('Trial')).toContainText('Yes, this is a trial')
    await expect(fact('Usage during a trial')).toContainText('Not charged')
    await expect(fact('Payment terms')).toContainText('Do not apply')
    await expect(fact('Payment terms')).toContainText('Invoices are charged automatically.')
    await page.goto(subscriptionPath(ACTIVE))
    await expect(fact('Usage during a trial')).toContainText('It applies only during a trial.')
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
})

test('the actions are at the right, below the answer, and leave no hole below them', async ({ page }) => {
  for (const id of [ACTIVE, 'sub_initech', 'sub_duff']) {
    await page.goto(subscriptionPath(id))
    const more = await subscription(page).button('More').boundingBox()
    const answer = await page.getByRole('region', { name: 'Answer' }).boundingBox()
    const reply = await page
      .getByRole('region', { name: 'Answer' })
      .getByRole('button', { name: 'Copy reply' })
      .boundingBox()
    expect((more?.x ?? 0) + (more?.width ?? 0)).toBeCloseTo((answer?.x ?? 0) + (answer?.width ?? 0), 0)
    expect((reply?.y ?? 0) - (more?.y ?? 0), 'the reply follows').toBeLessThan(100)
  }
})

test('the raw JSON is the billing API’s response', async ({ page, demo }) => {
  const url = `${demo.serviceUrl}/external${subscriptionPath(ACTIVE)}/expanded`
  const response: unknown = await (await fetch(url, { headers: { 'x-api-key': demo.serviceKey } })).json()
  await page.goto(subscriptionPath(ACTIVE))
  await page.getByText('Raw JSON, as the billing API sends it').click()
  await expect(page.getByRole('button', { name: 'Copy raw JSON' })).toBeVisible()
  expect(JSON.parse(await page.getByLabel('Raw JSON', { exact: true }).innerText())).toEqual(response)
})

test.describe('the tree of plan, prices and billables', () => {
  test('shows every price that the summary counts, and folds only base prices of other intervals', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    const { rows } = subscription(page)
    const answer = page.getByRole('region', { name: 'Answer' })
    // Two prices name their own intervals, the third is charged by usage.
    await expect(answer).toContainText('$14,250.00 quarterly + 2 other prices + usage')
    // A short list of active prices without limits has neither filter nor needless columns and statuses.
    const { tree } = subscription(page)
    await expect(tree.getByRole('columnheader')).toHaveText(['Name', 'Charge', 'Billing'])
    await expect(tree.getByText('Active', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('searchbox', { name: 'Filter prices' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Expand all' })).toHaveCount(0)
    await expect(rows.filter({ hasText: 'Named contact' })).toContainText('Monthly')
    await expect(rows.filter({ hasText: '$120.00 per 10 seats' })).toContainText('Annually')
    // The plan, the base price, three prices that the summary counts, one without a charge, one folded row.
    await expect(rows).toHaveCount(7)
    await expect(rows.last()).toContainText('1 base price with another billing interval')
  })

  test('goes by the arrow keys', { tag: PROVE_ONLY }, async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    const { rows } = subscription(page)
    const plan = rows.nth(0)
    const price = rows.nth(1)
    await expect(plan).toHaveAttribute('aria-level', '1')
    await expect(plan).toHaveAttribute('aria-expanded', 'true')
    await plan.focus()
    await page.keyboard.press('ArrowDown')
    await expect(price).toBeFocused()
    await expect(price).toHaveAttribute('aria-level', '2')
    await expect(price).toHaveAttribute('aria-posinset', '1')

    await page.keyboard.press('ArrowRight')
    await expect(price).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(rows.nth(2)).toBeFocused()
    await expect(rows.nth(2)).toHaveAttribute('aria-level', '3')
    await page.keyboard.press('ArrowLeft')
    await expect(price).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(price).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('End')
    await expect(rows.last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(plan).toBeFocused()
  })

  test('unfolds each price, with tiers as a table and the events counted in words', async ({ page }) => {
    await page.goto(subscriptionPath('sub_initech'))
    const { tree, rows } = subscription(page)
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
  })
})

/** Unfolds every row of the tree. */
async function unfoldAll(rows: Locator): Promise<void> {
  const folded = rows.and(rows.page().locator('[aria-expanded=false]'))
  while ((await folded.count()) > 0) await folded.first().click()
}

const urlOf = (consoleUrl: string, id: string) => consoleUrl + subscriptionPath(id)

test.describe('another API', () => {
  test('shows unknown values as sent', { tag: PROVE_ONLY }, async ({ page, fakeApiUrl }) => {
    await page.goto(urlOf(fakeApiUrl, SCENARIO_IDS.subscription.active))
    const { tree, fact, rows } = subscription(page)
    await expect(fact('Payment gateway')).toContainText('braintree')
    await expect(fact('Billing interval')).toContainText('weekly')
    await expect(page.getByText('does not know the billing interval “weekly”').first()).toBeVisible()
    await unfoldAll(rows)
    await expect(tree.getByText('{"bands":[{"upTo":10,"flat":"9.99"}]}')).toBeVisible()
    await expect(tree.getByText('No upper end sent')).toBeVisible()
  })

  test('marks missing values as missing', { tag: PROVE_ONLY }, async ({ page, fakeApiUrl }) => {
    await page.goto(urlOf(fakeApiUrl, SCENARIO_IDS.subscription.bare))
    const { button } = subscription(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription 9001')
    await expect(page.getByText('Status not sent')).toBeVisible()
    await button('All fields').click()
    await page.getByText('17 fields not sent').click()
    await expect(page.getByText('Billing interval · Currency · Starts · Last day')).toBeVisible()
    await expect(button('Cancel subscription')).toBeEnabled()
    await expect(page.locator('main')).not.toContainText(/undefined|null|NaN|Invalid Date|unlimited/)
  })

  test('hostile values run nothing', { tag: PROVE_ONLY }, async ({ page, fakeApiUrl }) => {
    await page.goto(urlOf(fakeApiUrl, SCENARIO_IDS.subscription.hostile))
    const { tree, rows } = subscription(page)
    await unfoldAll(rows)
    await expect(tree.getByText('Rules of a kind this console does not know').first()).toBeVisible()
    expect(await page.title()).not.toBe('owned')
    await expect(page.locator('main a[href^="javascript"]')).toHaveCount(0)
  })

  test('shows 3,000 prices in parts and filters them', async ({ page, fakeApiUrl }) => {
    await page.goto(urlOf(fakeApiUrl, SCENARIO_IDS.subscription.large))
    const { rows, button } = subscription(page)
    await expect(rows.nth(1)).toHaveAttribute('aria-setsize', '2001')
    await expect(button('Expand all')).toHaveAttribute('aria-pressed', 'false')
    await button('Show 100 more').click()
    // The plan, 150 prices, and the folded row of archived prices.
    await expect(rows).toHaveCount(152)
    await page.getByRole('searchbox', { name: 'Filter prices' }).fill('archived billable 2997')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('Price 2997')
  })
})

test('hydrates without a complaint, and fits 360 px', { tag: PROVE_ONLY }, async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(subscriptionPath(ACTIVE))
  await unfoldAll(subscription(page).rows)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(complaints).toEqual([])
})
