import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

const FIND = 'Find a subscription, invoice or customer'
const MONTHS: Record<string, number> = { monthly: 1, quarterly: 3, annually: 12 }

/** Returns the first end of a billing period after `now`: whole UTC months from the day of the start. */
function endOfPeriod(startDate: string, cadence: string, now: Date): Date {
  const anchor = new Date(startDate)
  for (let months = MONTHS[cadence] ?? 1; ; months += MONTHS[cadence] ?? 1) {
    const end = new Date(anchor)
    end.setUTCDate(1)
    end.setUTCMonth(anchor.getUTCMonth() + months)
    const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
    end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
    if (end > now) return end
  }
}

const asWritten = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

test(
  'an agent pastes a customer id, goes from a ledger row to its invoice and subscription, and cancels it',
  { tag: PROVE_ONLY },
  async ({ page, demo }) => {
    const customer = demo.ids.find(({ kind }) => kind === 'customer')?.id ?? ''
    await page.goto('/')
    await page.getByRole('combobox', { name: FIND }).fill(customer)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(customer)

    await page.getByRole('navigation', { name: 'Customer' }).getByRole('link', { name: 'Transactions' }).click()
    const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row')
    await expect(rows.nth(1)).toBeVisible()
    const row = rows.filter({ has: page.getByRole('link') }).first()
    await row.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Open invoice' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice \d+/)
    await expect(page.getByRole('table', { name: 'Line items' })).toBeVisible()
    await expect(page.getByText('Total', { exact: true })).toBeVisible()

    await page
      .locator('main')
      .getByRole('link', { name: /subscription|sub_/i })
      .first()
      .click()
    await expect(page).toHaveURL(/\/subscriptions\//)
    await expect(page.getByRole('treegrid', { name: 'Plan, prices and billables' })).toBeVisible()
    const subscriptionId = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')

    await page.goto(`/customers/${encodeURIComponent(customer)}/transactions`)
    await row.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Cancel subscription' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
    await expect(dialog.getByRole('textbox', { name: 'External customer ID' })).toHaveValue(customer)

    const read = () =>
      fetch(`${demo.serviceUrl}/external/subscriptions/${encodeURIComponent(subscriptionId)}/expanded`, {
        headers: { 'x-api-key': demo.serviceKey },
      }).then((response) => response.json())
    const before = await read()
    expect(before).toMatchObject({ status: 'active', endDate: null })
    const end = endOfPeriod(before.startDate, before.billingCadence, new Date())
    // An end is named by its last day.
    const lastDay = asWritten(new Date(end.getTime() - 1))
    await expect(dialog).toContainText(lastDay)

    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711: the customer asked for it')
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(page.getByRole('status').filter({ hasText: `Subscription cancelled: ends ${lastDay}` })).toBeVisible()
    expect(await read()).toMatchObject({ status: 'active', endDate: end.toISOString() })

    await page.goto(`/subscriptions/${encodeURIComponent(subscriptionId)}`)
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText(`ends ${lastDay}`)
  },
)

test(
  'the same pages work against another, differently shaped billing API',
  { tag: PROVE_ONLY },
  async ({ page, fakeApiUrl: consoleUrl }) => {
    await page.goto(consoleUrl)
    await page.getByRole('combobox', { name: FIND }).fill(SCENARIO_IDS.customer.acme)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(SCENARIO_IDS.customer.acme)
    await page.getByRole('navigation', { name: 'Customer' }).getByRole('link', { name: 'Transactions' }).click()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)

    await page.goto(`${consoleUrl}/invoices/${encodeURIComponent(SCENARIO_IDS.invoice.active)}`)
    await expect(page.getByRole('table', { name: 'Line items' })).toBeVisible()

    await page.goto(`${consoleUrl}/subscriptions/${encodeURIComponent(SCENARIO_IDS.subscription.upcomingOfMainJob)}`)
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ordered by mistake')
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    // This API deletes the subscription and then returns 404: the console must report a success.
    const outcome = page
      .getByRole('status')
      .filter({ hasText: 'Subscription cancelled: the billing API no longer knows it' })
    await expect(outcome).toBeVisible()
  },
)
