import { plainInvoice, plainLine, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import type { FakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { expectAccessible } from './fixtures/accessible'
import { paste } from './fixtures/clipboard'
import { expect, test } from './fixtures/fake-api-test'

const at = (day: string) => `2026-${day}T00:00:00.000Z`

/** Adds a subscription with an invoice of each month; `months` are the units, the price of one and other lines. */
function addInvoices(api: Pick<FakeBillingApi, 'add'>, name: string, months: [string, number, number, object[]][]) {
  const ids = { subscriptionId: `sub-${name}`, customerId: `cus-${name}` }
  api.add('subscription', ids.subscriptionId, jsonResponse({ ...plainSubscription, ...ids, id: ids.subscriptionId }))
  for (const [month, quantity, unitPrice, others] of months) {
    const id = `inv-${name}-${month}`
    const period = { startDate: at(`${month}-01`), endDate: at(`${month}-28`) }
    const calls = {
      ...plainLine,
      ...period,
      description: 'API calls',
      amount: quantity * unitPrice,
      details: { quantity, unitPrice },
      price: { ...plainLine.price, rules: { quantity: 1, price: unitPrice } },
    }
    const more = { issueDate: at(`${month}-28`), vanityId: 8_000 + Number(month), vanityIdString: null }
    const invoiceLineItems = [calls, ...others.map((line) => ({ ...calls, ...line }))]
    api.add('invoice', id, jsonResponse({ ...plainInvoice, ...ids, ...more, id, invoiceLineItems }))
  }
}

const rightOf = (box: { x: number; width: number } | null) => (box ? box.x + box.width : NaN)

const SETUP = { priceId: 'price-setup', description: 'Setup', amount: 75, details: null, price: null }

test('an invoice links to why it is higher than the one before: parts, prices and a reply', async ({
  page,
  fakeApi,
}) => {
  addInvoices(fakeApi, 'compared', [
    ['08', 4, 10, []],
    ['09', 5, 10, [SETUP]],
    ['10', 7, 12.5, []],
  ])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/invoices/inv-compared-09')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice 8009')
  await expect(
    page.getByRole('link', { name: /invoice 8008/ }),
    'no link before the earlier invoice is opened',
  ).toHaveCount(0)
  await page.goto('/invoices/inv-compared-08')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice 8008')
  await page.goto('/invoices/inv-compared-10')
  await page.getByRole('link', { name: '$37.50 less than invoice 8009' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice 8010 and invoice 8009')
  await expect(page).toHaveURL(/\/invoices\/inv-compared-10\/compare\?with=inv-compared-09$/)
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('$37.50 less than invoice 8009')
  const table = page.getByRole('table', { name: 'Parts of the difference' })
  const cells = (of: typeof table) => of.locator('tbody > tr').allInnerTexts()
  expect((await cells(table)).map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'Invoice 8009 $125.00',
    'Setup Only on the other invoice −$75.00',
    'API calls Quantity 5 → 7 calls +$20.00',
    'API calls Price $10.00 → $12.50 +$17.50',
    'Invoice 8010 $87.50',
  ])
  const prices = page.getByRole('table', { name: 'Prices of both invoices' })
  await expect(prices.getByRole('row', { name: /^API calls/ })).toHaveText(/API calls\$50\.00\$87\.50\+\$37\.50/)
  await expect(answer).toContainText(
    'Invoice 8010 for USD 87.50 is USD 37.50 lower than invoice 8009. What changed: no charges for Setup (−USD 75.00), 2 more API calls (+USD 20.00) and the new price of API calls (+USD 17.50).',
  )
  await expect(answer.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await expectAccessible(page, 'two invoices compared')

  const other = page.getByRole('combobox', { name: 'Compared with' })
  await expect(other).toHaveAccessibleDescription('Invoices of this subscription that your team opened')
  await other.selectOption({ label: 'Invoice 8008 · 28 Aug 2026 · Paid' })
  await expect(page).toHaveURL(/\?with=inv-compared-08$/)
  await expect(answer).toContainText('$47.50 more than invoice 8008')
  await page.goBack()
  await expect(answer).toContainText('$37.50 less than invoice 8009')

  await page.setViewportSize({ width: 360, height: 740 })
  // The amounts are at the right edge: the column of the bars leaves no gap.
  const [amount, whole] = [await table.getByText('+$17.50').boundingBox(), await table.boundingBox()]
  expect(rightOf(whole) - rightOf(amount)).toBeLessThan(20)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page, 'two invoices compared, 360 px')

  await test.step('a comparison says why there is none', async () => {
    await page.goto('/invoices/inv-compared-08/compare')
    await expect(page.getByText('No earlier invoice of this subscription is known.')).toBeVisible()
    await page.goto('/invoices/inv-compared-08/compare?with=inv-none')
    await expect(page.getByText('Not compared: the billing API does not have the other invoice.')).toBeVisible()
  })

  await test.step('the reply to a ticket that asks about a double charge says what was compared', async () => {
    await page.goto('/')
    const box = page.getByRole('combobox', { name: 'Find a subscription, invoice or customer' })
    await paste(box, 'Hello,\nwere we charged twice by inv-compared-10?')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/invoices\/inv-compared-10$/)
    await expect(page.locator('p[lang]')).toContainText(
      'We compared this invoice with others of your subscription and found nothing charged twice.',
    )
    await page.goto('/invoices/inv-compared-09')
    await expect(page.locator('p[lang]')).toContainText('Invoice 8009')
    await expect(page.locator('p[lang]')).not.toContainText('charged twice')
  })
})
