import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures/test'
import { VARIATION_IDS } from './variation-server/ids'
import { startVariationServer } from './variation-server/start-variation-server'

const subscriptionPath = (id: string) => `/subscriptions/${encodeURIComponent(id)}`

/** Demo subscriptions that no other test changes, by what they show. */
const ACTIVE = 'sub_globex'
const ACTIVE_TO_CANCEL = 'sub_hooli'
const UPCOMING = 'sub_umbra'
const ENDED = 'sub_pied-piper'

/** What the tests look at: the page's parts by the names that ux.md gives them. */
function subscription(page: Page) {
  const tree = page.getByRole('treegrid', { name: 'Plan, prices and billables' })
  return {
    tree,
    rows: tree.locator('tbody > tr'),
    button: (name: string) => page.locator('main').getByRole('button', { name, exact: true }),
    fact: (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) }),
  }
}

/** The open dialog of an action: "Cancel" or "Delete". */
function dialogOf(page: Page, verb: string) {
  const dialog = page.getByRole('alertdialog', { name: `${verb} subscription?` })
  return {
    dialog,
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    customer: dialog.getByRole('textbox', { name: 'External customer ID' }),
    confirm: dialog.getByRole('button', { name: `${verb} subscription` }),
    keep: dialog.getByRole('button', { name: 'Keep subscription' }),
  }
}

async function openDialog(page: Page, verb: string) {
  await subscription(page).button(`${verb} subscription`).click()
  const opened = dialogOf(page, verb)
  await expect(opened.dialog.getByText('the API decides')).toBeVisible()
  return opened
}

const notice = (page: Page, role: 'status' | 'alert', words: string) => page.getByRole(role).filter({ hasText: words })

test.describe('the page of a subscription', () => {
  test('is in the first HTML, before any script', async ({ browser, demo }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.consoleUrl })
    const page = await context.newPage()
    await page.goto(subscriptionPath(ACTIVE))
    const { rows, fact } = subscription(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enterprise')
    await expect(page).toHaveTitle('Enterprise · Billing Console')
    await expect(fact('Billing cadence')).toContainText('Quarterly')
    await expect(fact('Payment gateway')).toContainText('QuickBooks')
    await expect(fact('Payment terms')).toContainText('Net 60: due 60 days after issue')
    const answer = page.getByRole('region', { name: 'Answer' })
    await expect(answer).toContainText('$14,250.00 quarterly')
    await expect(rows).toContainText(['Enterprise', 'Platform fee', '5 prices of other cadences'])
    await context.close()
  })

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])
    test(`answers who, how much and what next on the first screen of ${viewport.width} px`, async ({ page }) => {
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
      // Every other fact is one click away.
      const { button, fact } = subscription(page)
      await expect(fact('Customer id')).toBeHidden()
      await button('All fields').click()
      await expect(button('All fields')).toHaveAttribute('aria-expanded', 'true')
      await expect(fact('Customer id')).toBeVisible()
    })

  test('says what happens next, and why an action is not possible', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    const { button } = subscription(page)
    await expect(page.getByText(/It renews on \d+ \w+ \d{4}, when billing period \d+ begins\./)).toBeVisible()
    await expect(button('Delete subscription')).toBeDisabled()
    await expect(button('Delete subscription')).toHaveAccessibleDescription('Active: cancel it first')
    await expect(button('Cancel subscription')).toBeEnabled()

    await page.goto(subscriptionPath('sub_duff'))
    await expect(button('Cancel subscription')).toHaveAccessibleDescription('Deleted: there is nothing to cancel')
    await expect(button('Delete subscription')).toHaveAccessibleDescription('Deleted already')
  })

  test('says what does not apply', async ({ page }) => {
    await page.goto(subscriptionPath('sub_vandelay'))
    const { fact } = subscription(page)
    await expect(fact('Trial')).toContainText('Yes, this is a trial')
    await expect(fact('Usage during a trial')).toContainText('Not charged')
    await expect(fact('Payment terms')).toContainText('Do not apply')
    await expect(fact('Payment terms')).toContainText('Invoices are charged automatically.')
    await page.goto(subscriptionPath(ACTIVE))
    await expect(fact('Usage during a trial')).toContainText('It applies only during a trial.')
  })

  test('leads to the invoices and the ledger that were seen in this browser', async ({ page }) => {
    await page.goto('/customers/acme-inc/transactions')
    const invoice = page.getByRole('table', { name: 'Transactions' }).getByRole('link').first()
    await invoice.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice \d+/)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    await page.goto(subscriptionPath('sub_acme'))
    const seen = page.getByRole('region', { name: 'Invoices and ledger' })
    await expect(seen.getByRole('link', { name: title })).toBeVisible()
    await seen.getByRole('link', { name: 'Ledger of acme-inc' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('acme-inc')
  })
})

test('the raw JSON is the billing API’s own answer', async ({ page, demo }) => {
  const url = `${demo.serviceUrl}/external${subscriptionPath(ACTIVE)}/expanded`
  const response: unknown = await (await fetch(url, { headers: { 'x-api-key': demo.serviceKey } })).json()
  await page.goto(subscriptionPath(ACTIVE))
  await page.getByText('Raw JSON, as the billing API sends it').click()
  await expect(page.getByRole('button', { name: 'Copy raw JSON' })).toBeVisible()
  expect(JSON.parse(await page.getByLabel('Raw JSON', { exact: true }).innerText())).toEqual(response)
})

test.describe('the tree of plan, prices and billables', () => {
  test('goes by the arrow keys', async ({ page }) => {
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
    await button('Expand all').click()
    const tiers = tree.getByRole('table', { name: 'Price tiers' }).first()
    await expect(tiers.getByRole('row').nth(2)).toHaveText(/100\s*1,000\s*\$0\.12/)
    await expect(tree.getByText('Usage events counted').first()).toBeVisible()
    await expect(tree.getByText('max of data.gigabytes').first()).toBeVisible()
    await expect(tree.getByText('In force')).toHaveCount(1)
    await button('Collapse all').click()
    await expect(rows).toHaveCount(folded)
  })
})

test.describe('an action', () => {
  test('can be dismissed, asks for a reason, and gives the focus back', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    const opened = await openDialog(page, 'Cancel')
    await expect(opened.customer).toBeFocused()
    await opened.confirm.click()
    await expect(opened.reason).toBeFocused()
    await expect(opened.reason).toHaveAccessibleDescription('Say why, for the record.')
    await page.keyboard.press('Escape')
    await expect(opened.dialog).toBeHidden()
    await expect(subscription(page).button('Cancel subscription')).toBeFocused()
    await openDialog(page, 'Cancel')
    await opened.keep.click()
    await expect(opened.dialog).toBeHidden()
  })

  test('cancels an active subscription at the end of its billing period, sent once', async ({ page }) => {
    const writes: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && writes.push(request.url())))
    await page.goto(subscriptionPath(ACTIVE_TO_CANCEL))
    const opened = await openDialog(page, 'Cancel')
    const [, end = ''] = /active until (.+), the end of the current billing/.exec(await opened.dialog.innerText()) ?? []
    await expect(opened.dialog).toContainText('Cannot be undone here.')
    await opened.reason.fill('Asked for by phone')
    await opened.confirm.dblclick()
    await expect(notice(page, 'status', `Cancelled: it ends on ${end}.`)).toBeVisible()
    await expect(page.getByText(`Active · ends ${end}`)).toBeVisible()
    await expect(page.getByText(`It ends on ${end} and does not renew.`)).toBeVisible()
    expect(writes).toHaveLength(1)

    await openDialog(page, 'Cancel')
    await expect(opened.dialog).toContainText(`It already ends on ${end}: cancelling would change nothing.`)
  })

  test('cancelling an upcoming subscription deletes it', async ({ page }) => {
    await page.goto(subscriptionPath(UPCOMING))
    const opened = await openDialog(page, 'Cancel')
    await expect(opened.dialog).toContainText('It has not started yet: cancelling deletes it.')
    await opened.reason.fill('Ordered by mistake')
    await opened.reason.press('Enter')
    await expect(notice(page, 'status', 'Cancelled: it is deleted.')).toBeVisible()
    await expect(subscription(page).button('Delete subscription')).toHaveAccessibleDescription('Deleted already')
  })

  test('deletes an ended subscription', async ({ page }) => {
    await page.goto(subscriptionPath(ENDED))
    const opened = await openDialog(page, 'Delete')
    await opened.reason.fill('Cleaning up')
    await opened.confirm.click()
    await expect(notice(page, 'status', 'Deleted.')).toBeVisible()
  })

  test('is locked while it runs', async ({ page }) => {
    const held: Route[] = []
    await page.route('**/cancel', (route) => void held.push(route))
    await page.goto(subscriptionPath(ACTIVE))
    const opened = await openDialog(page, 'Cancel')
    await opened.reason.fill('Asked for by phone')
    await opened.confirm.click()
    await expect(opened.confirm).toHaveAttribute('aria-busy', 'true')
    await expect(opened.keep).toBeDisabled()
    await expect(opened.reason).toHaveAttribute('readonly')
    await page.keyboard.press('Escape')
    await expect(opened.dialog).toBeVisible()
    await Promise.all(held.map((route) => route.abort()))
    await expect(opened.dialog).toBeHidden()
  })

  test('without an answer is called neither failed nor done: it is read again, and not known yet', async ({ page }) => {
    await page.route('**/cancel', (route) => route.abort())
    await page.goto(subscriptionPath(ACTIVE))
    const opened = await openDialog(page, 'Cancel')
    await opened.reason.fill('Asked for by phone')
    await opened.confirm.click()
    const told = notice(page, 'alert', 'Not known yet whether the cancel took effect.')
    await expect(told).toContainText('Status and dates are as before: active, no end date.')
    await expect(told.getByRole('button', { name: 'Check again' })).toBeVisible()
  })

  test('says so when it cannot be checked either, and checks again', async ({ page }) => {
    await page.route('**/cancel', (route) => route.abort())
    await page.goto(subscriptionPath(ACTIVE))
    const opened = await openDialog(page, 'Cancel')
    await page.route(`**/api${subscriptionPath(ACTIVE)}`, (route) => route.abort())
    await opened.reason.fill('Asked for by phone')
    await opened.confirm.click()
    await expect(notice(page, 'alert', 'It could not be read again')).toBeVisible()
    await page.unroute(`**/api${subscriptionPath(ACTIVE)}`)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(notice(page, 'alert', 'Status and dates are as before')).toBeVisible()
  })

  test('is not offered on a subscription that cannot be read', async ({ page }) => {
    await page.goto(subscriptionPath(ACTIVE))
    await page.route(`**/api${subscriptionPath(ACTIVE)}`, (route) => route.abort(), { times: 1 })
    await subscription(page).button('Cancel subscription').click()
    const { dialog, confirm } = dialogOf(page, 'Cancel')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(confirm).toBeEnabled()
  })
})

test('another API: its refusals in its own words, its losses told as they are', async ({ page, startConsoleFor }) => {
  const other = await startVariationServer()
  try {
    const { consoleUrl } = await startConsoleFor(other)
    const open = (id: string) => page.goto(consoleUrl + subscriptionPath(id))

    await open(VARIATION_IDS.subscription.stubborn)
    const refused = await openDialog(page, 'Cancel')
    await refused.reason.fill('Asked for by phone')
    await refused.confirm.click()
    await expect(refused.dialog.getByRole('alert')).toContainText('subscription is locked')
    await expect(refused.dialog.getByRole('alert')).toContainText('Nothing was changed: it is active, no end date')
    await refused.customer.fill('somebody else')
    await expect(refused.confirm).toBeEnabled()
    await page.keyboard.press('Escape')

    for (const id of [VARIATION_IDS.fault.dropsAfterWrite, VARIATION_IDS.fault.failsAfterWrite]) {
      await open(id)
      const opened = await openDialog(page, 'Cancel')
      await opened.customer.fill(VARIATION_IDS.customer.acme)
      await opened.reason.fill('Asked for by phone')
      await opened.confirm.click()
      await expect(notice(page, 'status', 'It did take effect: it ends on 28 Feb 2031.')).toBeVisible()
    }
    const cancels = other.requests.filter(({ method, url }) => method === 'POST' && url.includes('fault-'))
    expect(cancels.map(({ body }) => body)).toEqual(
      Array(2).fill(JSON.stringify({ externalCustomerId: VARIATION_IDS.customer.acme })),
    )

    await open(VARIATION_IDS.subscription.draft)
    const draft = await openDialog(page, 'Delete')
    await draft.reason.fill('Cleaning up')
    await draft.confirm.click()
    await expect(notice(page, 'status', 'Deleted.')).toBeVisible()
    await expect(page.getByText('The billing API no longer knows this subscription.')).toBeVisible()
    await expect(subscription(page).button('Cancel subscription')).toBeDisabled()
  } finally {
    await other.close()
  }
})

test('another API: unknown, missing and hostile values, and 3,000 prices', async ({ page, startConsoleFor }) => {
  const other = await startVariationServer()
  try {
    const { consoleUrl } = await startConsoleFor(other)
    const { tree, fact, button, rows } = subscription(page)
    const open = (id: string) => page.goto(consoleUrl + subscriptionPath(id))

    await open(VARIATION_IDS.subscription.active)
    await expect(fact('Payment gateway')).toContainText('braintree')
    await expect(fact('Billing cadence')).toContainText('weekly')
    await expect(page.getByText('does not know the cadence “weekly”').first()).toBeVisible()
    await button('Expand all').click()
    await expect(tree.getByText('{"bands":[{"upTo":10,"flat":"9.99"}]}')).toBeVisible()
    await expect(tree.getByText('no end sent')).toBeVisible()

    await open(VARIATION_IDS.subscription.bare)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription 9001')
    await expect(page.getByText('Status not sent')).toBeVisible()
    await expect(button('Cancel subscription')).toBeEnabled()
    await expect(page.locator('main')).not.toContainText(/undefined|null|NaN|Invalid Date|unlimited/)

    await open(VARIATION_IDS.subscription.hostile)
    await button('Expand all').click()
    await expect(tree.getByText('Rules of a kind this console does not know').first()).toBeVisible()
    expect(await page.title()).not.toBe('owned')
    await expect(page.locator('main a[href^="javascript"]')).toHaveCount(0)

    await open(VARIATION_IDS.subscription.large)
    await expect(rows.nth(1)).toHaveAttribute('aria-setsize', '2001')
    await button('Show 100 more').click()
    // The plan, 150 prices, and the row that the archived ones are folded into.
    await expect(rows).toHaveCount(152)
    await page.getByRole('searchbox', { name: 'Filter prices' }).fill('archived billable 2997')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('Price 2997')
  } finally {
    await other.close()
  }
})

test('hydrates without a complaint, and fits 360 px', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(subscriptionPath(ACTIVE))
  await subscription(page).button('Expand all').click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(complaints).toEqual([])
})
