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
    await expect(answer).toContainText('$14,250.00 quarterly')
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
        for (const text of [
          'cus_globex',
          '$14,250.00 quarterly',
          /^Renews in \d+ days$/,
          'Net 60: due 60 days after issue',
        ])
          await expect(answer.getByText(text)).toBeInViewport()
        // The buttons are above, the prices below, and every other fact is one click away.
        const { button, fact, tree } = subscription(page)
        const parts = [button('Cancel subscription'), answer, tree, button('All fields')]
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
    const { button } = subscription(page)
    await expect(page.getByText(/It renews on \d+ \w+ \d{4}, when billing period \d+ begins\./)).toBeVisible()
    await expect(button('Delete subscription')).toBeDisabled()
    await expect(button('Delete subscription')).toHaveAccessibleDescription('Cancel before deleting')
    await expect(button('Cancel subscription')).toBeEnabled()

    // The subscription ends by itself: a cancel stays possible, with a note that it changes nothing.
    await page.goto(subscriptionPath('sub_initech'))
    await expect(button('Cancel subscription')).toBeEnabled()
    await expect(button('Cancel subscription')).toHaveAccessibleDescription(
      /^Already ends: last day \d+ \w+ \d{4}\. Cancelling would change nothing\.$/,
    )
    await expect(button('Delete subscription')).toHaveAccessibleDescription(
      /^Ends \d+ \w+ \d{4}: can be deleted after that$/,
    )

    await page.goto(subscriptionPath('sub_duff'))
    await expect(button('Cancel subscription')).toHaveAccessibleDescription('Already deleted')
    await expect(button('Delete subscription')).toHaveAccessibleDescription('Already deleted')
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
    const seen = page.getByRole('region', { name: 'Invoices and ledger' })
    await expect(seen.getByRole('link', { name: title })).toBeVisible()

    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    const answer = page.getByRole('region', { name: 'Answer' })
    const [status = '', total = ''] = await seen.getByRole('row', { name: title }).getByRole('cell').allInnerTexts()
    expect(total).toMatch(/^\$[\d,]+\.\d\d/)
    for (const text of [title, status.split('\n')[0] ?? '', total, /as of \d+ \w+ \d{4}/])
      await expect(answer).toContainText(text)
    expect(asked.filter((url) => url.includes('/api/invoices/'))).toEqual([])
    await seen.getByRole('link', { name: 'Ledger of acme-inc' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('acme-inc')
  })
})

test('Cancel and Delete are at the top right, and no hint moves them', async ({ page }) => {
  const boxesOf = async (id: string) => {
    await page.goto(subscriptionPath(id))
    const { button } = subscription(page)
    return Promise.all(
      ['Cancel subscription', 'Delete subscription'].map((name) =>
        button(name).evaluate((element) => {
          const { left, top, right } = element.getBoundingClientRect()
          return { left, top, right }
        }),
      ),
    )
  }
  const [cancel, deletion] = await boxesOf(ACTIVE)
  const answer = await page.getByRole('region', { name: 'Answer' }).boundingBox()
  expect(deletion?.right).toBeCloseTo((answer?.x ?? 0) + (answer?.width ?? 0), 0)
  expect(deletion?.top).toBe(cancel?.top)
  expect(deletion?.left).toBeGreaterThan(cancel?.right ?? 0)
  // Hints of one line, of three lines, and of both buttons.
  for (const id of ['sub_initech', 'sub_duff']) expect(await boxesOf(id)).toEqual([cancel, deletion])
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
    for (const charge of [
      /\+ \$120\.00 per 10 seats.*, annually/,
      /\+ \$1,500\.00 fixed.*, monthly/,
      '+ 1 metered price',
    ])
      await expect(answer).toContainText(charge)
    await expect(answer).not.toContainText('other cadences')
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

  test('unfolds all, with tiers as a table and the events counted in words', async ({ page }) => {
    await page.goto(subscriptionPath('sub_initech'))
    const { tree, rows, button } = subscription(page)
    const folded = await rows.count()
    const tiered = '0–100 free · to 1,000 $0.12 · above $0.085 per GB'
    await expect(rows).toContainText(['Team', 'Platform fee · Monthly', 'Seats', tiered, 'API calls'])
    await expect(rows.filter({ hasText: '1 archived' })).toHaveAttribute('aria-expanded', 'false')
    await button('Expand all').click()
    const tiers = tree.getByRole('table', { name: 'Price tiers' }).first()
    await expect(tiers.getByRole('row').nth(2)).toHaveText(/100\s*1,000\s*\$0\.12/)
    await expect(tree.getByText('Usage events counted').filter({ visible: true }).first()).toBeVisible()
    await expectAccessible(page, 'subscription, unfolded')
    await expect(tree.getByText('max of data.gigabytes where event = storage.measured')).toBeVisible()
    await expect(tree.getByText('Current')).toHaveCount(1)
    await expect(tree.getByText('Platform fee · Annually')).toBeVisible()
    await button('Collapse all').click()
    await expect(rows).toHaveCount(folded)
  })
})

const urlOf = (consoleUrl: string, id: string) => consoleUrl + subscriptionPath(id)

test.describe('another API', () => {
  test('shows unknown values as sent', { tag: PROVE_ONLY }, async ({ page, fakeApiUrl }) => {
    await page.goto(urlOf(fakeApiUrl, SCENARIO_IDS.subscription.active))
    const { tree, fact, button } = subscription(page)
    await expect(fact('Payment gateway')).toContainText('braintree')
    await expect(fact('Billing interval')).toContainText('weekly')
    await expect(page.getByText('does not know the billing interval “weekly”').first()).toBeVisible()
    await button('Expand all').click()
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
    const { tree, button } = subscription(page)
    await button('Expand all').click()
    await expect(tree.getByText('Rules of a kind this console does not know').first()).toBeVisible()
    expect(await page.title()).not.toBe('owned')
    await expect(page.locator('main a[href^="javascript"]')).toHaveCount(0)
  })

  test('shows 3,000 prices in parts and filters them', async ({ page, fakeApiUrl }) => {
    await page.goto(urlOf(fakeApiUrl, SCENARIO_IDS.subscription.large))
    const { rows, button } = subscription(page)
    await expect(rows.nth(1)).toHaveAttribute('aria-setsize', '2001')
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
  await subscription(page).button('Expand all').click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(complaints).toEqual([])
})
