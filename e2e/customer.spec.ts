import {
  plainInvoice,
  plainLine,
  plainSubscription,
  plainTransaction,
} from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import type { FakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { expectAccessible } from './fixtures/accessible'
import { chooseInMore } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'

const day = (date: string) => `${date}T00:00:00.000Z`
const at = (name: string) => ({ customerId: `cus-${name}`, subscriptionId: `sub-${name}` })

/** A customer with one subscription, two invoices for the same month, and a ledger that names both. */
function addCustomer(api: Pick<FakeBillingApi, 'add'>, name: string) {
  const { customerId, subscriptionId } = at(name)
  api.add('subscription', subscriptionId, jsonResponse({ ...plainSubscription, id: subscriptionId, customerId }))
  const invoices = [1, 2].map((nth) => ({ id: `inv-${name}-${nth}`, vanityId: 7_000 + nth }))
  for (const { id, vanityId } of invoices) {
    const line = { ...plainLine, id: `line-${id}`, startDate: day('2026-10-01'), endDate: day('2026-11-01') }
    const more = { vanityId, vanityIdString: null, invoiceLineItems: [line], issueDate: day('2026-10-01') }
    api.add('invoice', id, jsonResponse({ ...plainInvoice, id, ...at(name), ...more }))
  }
  const results = invoices.map(({ id, vanityId }, nth) => ({
    ...plainTransaction,
    id: `tx-${id}`,
    customerId,
    type: 'planAllocation',
    amount: 100,
    createdAt: day(`2026-10-0${2 - nth}`),
    allocationBlock: { ...plainTransaction.allocationBlock, invoice: { id, vanityId } },
  }))
  api.add('customer', name, jsonResponse({ results, count: 2, pages: 1, currentPage: 1 }))
}

test('a customer page finds all there is through the ledger, shows what was charged twice and what changed, and is forgotten', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  test.setTimeout(120_000)
  const invoices = page.getByRole('region', { name: 'Invoices' })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const tabs = page.getByRole('navigation', { name: 'Customer' })
  const broken = jsonResponse({ message: 'Out of order' }, { status: 500 })

  await test.step('an invoice that cannot be read is named beside the others, and Retry reads it', async () => {
    addCustomer(fakeApi, 'found')
    fakeApi.add('invoice', 'inv-found-2', broken)
    await page.goto(`${consoleUrl}/customers/found`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('found')
    await expect(invoices.getByRole('alert')).toContainText('1 invoice could not be read (inv-found-2)')
    await expect(invoices.getByRole('link')).toHaveText(['Invoice 7001'])
    addCustomer(fakeApi, 'found')
    await invoices.getByRole('button', { name: 'Retry' }).click()
    await expect(invoices.getByRole('link')).toHaveText(['Invoice 7001', 'Invoice 7002'])
    await expect(invoices.getByRole('alert')).toHaveCount(0)
  })

  await test.step('two invoices that charge the same are marked', async () => {
    const subscriptions = page.getByRole('region', { name: 'Subscriptions' })
    await expect(subscriptions.getByRole('link', { name: 'Plain plan' })).toBeVisible()
    await expect(subscriptions).toContainText('Active')
    await expect(page.getByText(/^Invoice 7001: Charged twice\?/)).toBeVisible()
    await expect(page.getByText('2 invoices need a look, as last read')).toBeVisible()
    await expect(timeline.getByText('From all 2 transactions. There may be more.')).toBeVisible()
    await expect(timeline.getByRole('listitem').filter({ hasText: 'Charged twice?' })).toHaveCount(2)
    await expectAccessible(page, 'a customer')
  })

  await test.step('the tabs lead through the customer, on a phone too', async () => {
    await tabs.getByRole('link', { name: 'Timeline' }).click()
    await expect(page).toHaveURL(/\/customers\/found\/timeline$/)
    await expect(timeline.getByRole('listitem').filter({ hasText: 'Charged twice?' })).toHaveCount(2)
    await timeline.getByRole('button', { name: 'Subscriptions' }).click()
    await expect(timeline.getByRole('listitem')).toHaveText([/Plain plan started/])
    await expectAccessible(page, 'the timeline of a customer')
    for (const name of ['Timeline', 'Balance', 'Transactions', 'Overview']) {
      await tabs.getByRole('link', { name }).click()
      await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('found')
      await expect(page.getByRole('link', { name: 'cus-found' })).toBeVisible()
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360)
    }
    await page.getByRole('link', { name: 'cus-found' }).click()
    await expect(page).toHaveURL(/\/api-customers\/cus-found$/)
    await expect(invoices.getByRole('link')).toHaveCount(2)
    await page.getByRole('link', { name: 'found', exact: true }).click()
    await expect(page).toHaveURL(/\/customers\/found$/)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('an API ID in the place of an external ID leads to its customer', async () => {
    fakeApi.add('customer', 'cus-found', jsonResponse({ message: 'No such customer' }, { status: 404 }))
    await page.goto(`${consoleUrl}/customers/cus-found/transactions`)
    await page.getByRole('link', { name: 'Open the customer with this API ID' }).click()
    await expect(page).toHaveURL(/\/api-customers\/cus-found$/)
    await page.goto(`${consoleUrl}/customers/found`)
    await expect(invoices.getByRole('link')).toHaveCount(2)
  })

  await test.step('while the API fails, the page shows what the team has seen', async () => {
    fakeApi.add('customer', 'found', broken)
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: 'Out of order' })).toBeVisible()
    await expect(invoices.getByRole('link')).toHaveText(['Invoice 7001', 'Invoice 7002'])
    addCustomer(fakeApi, 'found')
  })

  await test.step('what changed in the API is on the object', async () => {
    const changed = { id: 'inv-found-1', vanityId: 7_001, vanityIdString: null, status: 'void' }
    fakeApi.add('invoice', 'inv-found-1', jsonResponse({ ...plainInvoice, ...at('found'), ...changed }))
    await page.goto(`${consoleUrl}/invoices/inv-found-1`)
    const changes = page.getByRole('region', { name: 'What changed' }).getByRole('listitem')
    await expect(changes.first()).toContainText('Status: Paid → Void')
    await expect(page.getByText('also charges', { exact: false })).toHaveCount(0)
    await expectAccessible(page, 'an invoice that changed')
  })

  await test.step('an admin forgets the customer, and the lists do not have them', async () => {
    await page.goto(`${consoleUrl}/customers/found`)
    await expect(timeline.getByText(/There may be more\./)).toBeVisible()
    await chooseInMore(page, 'Forget customer')
    const dialog = page.getByRole('alertdialog', { name: 'Forget customer?' })
    await dialog.getByRole('button', { name: 'Forget customer' }).click()
    await expect(page).toHaveURL(/\/customers$/)
    await page.goto(`${consoleUrl}/invoices?text=inv-found`)
    await expect(page.getByText('No matches')).toBeVisible()
  })
})

test('a customer page says once that there is nothing, and reads a long ledger further back', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  const main = page.getByRole('main')
  await test.step('an unknown customer is no alert', async () => {
    fakeApi.add('customer', 'unknown', jsonResponse({ message: 'No such customer' }, { status: 404 }))
    await page.goto(`${consoleUrl}/customers/unknown`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer not found')
    await expect(main.getByText(/No customer found with this ID/)).toHaveCount(1)
    await expect(main.getByRole('alert').or(main.getByRole('button')).or(page.getByRole('region'))).toHaveCount(0)
    await expectAccessible(page, 'an unknown customer')
  })

  await test.step('a customer without transactions has one empty state', async () => {
    fakeApi.add('customer', 'bare', jsonResponse({ results: [], count: 0, pages: 0, currentPage: 1 }))
    for (const [path, title] of [
      ['', 'No transactions, so nothing else is known under this ID'],
      ['/timeline', 'No events yet'],
    ] as const) {
      await page.goto(`${consoleUrl}/customers/bare${path}`)
      await expect(main.getByText(title, { exact: true })).toBeVisible()
      await expect(main.getByRole('link', { name: 'Find another customer' })).toHaveCount(1)
      expect(await page.getByRole('region').count(), path).toBeLessThanOrEqual(1)
    }
  })

  await test.step('“Look further back” reads the next transactions', async () => {
    await page.goto(`${consoleUrl}/customers/${SCENARIO_IDS.customer.long}/timeline`)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('From the newest 100 transactions. There may be more.')).toBeVisible()
    await timeline.getByRole('button', { name: 'Look further back' }).click()
    await expect(timeline.getByText('From the newest 200 transactions. There may be more.')).toBeVisible()
  })
})

const AMOUNT = 12_345_678_901_234.566

test('three pools and amounts of 17 digits fit a phone, and invoices that the API does not have are one calm line', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  addCustomer(fakeApi, 'wide')
  const { customerId, subscriptionId } = at('wide')
  const line = { ...plainLine, amount: AMOUNT, details: { quantity: 1, unitPrice: AMOUNT } }
  const wide = {
    ...plainInvoice,
    ...at('wide'),
    id: 'inv-wide-1',
    vanityId: 7_001,
    vanityIdString: null,
    invoiceLineItems: [line],
  }
  fakeApi.add('invoice', 'inv-wide-1', jsonResponse(wide))
  const results = ['Credits', 'GPU minutes', 'Seats'].map((displayName, nth) => ({
    ...plainTransaction,
    id: `tx-wide-${nth}`,
    customerId,
    type: 'planAllocation',
    amount: AMOUNT,
    previousBalance: 0,
    newBalance: AMOUNT,
    createdAt: day(`2026-10-0${3 - nth}`),
    allocationBlockId: `block-${nth}`,
    allocationBlock: {
      ...plainTransaction.allocationBlock,
      id: `block-${nth}`,
      customPricingUnitId: `unit-${nth}`,
      customPricingUnit: { displayName },
      invoice: { id: 'inv-wide-1', vanityId: 7_001 },
    },
  }))
  fakeApi.add('customer', 'wide', jsonResponse({ results, count: 3, pages: 1, currentPage: 1 }))

  await test.step('on a phone no page scrolls sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await page.goto(`${consoleUrl}/customers/wide`)
    const pools = page.getByRole('list', { name: 'Balances' }).getByRole('listitem')
    await expect(pools).toHaveText([/Credits/, /GPU minutes/, /Seats/])
    await expect(page.getByRole('table', { name: 'Invoices of this customer' })).toContainText('Invoice 7001')
    await expect(page.getByRole('table', { name: 'Subscriptions of this customer' })).toBeVisible()
    expect(await width()).toBe(360)
    await page.goto(`${consoleUrl}/subscriptions/${subscriptionId}`)
    await expect(page.getByRole('table', { name: 'Known invoices' })).toContainText('12,345,678,901,234.57')
    expect(await width()).toBe(360)
    await page.goto(`${consoleUrl}/customers/wide/balance`)
    await page.getByRole('button', { name: 'Seats', exact: true }).click()
    await expect(page).toHaveURL(/pool=/)
    await expect(page.getByRole('figure').getByRole('heading')).toHaveText(/Seats/)
    for (const name of ['Months', 'Blocks']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('table', { name })).toContainText('12,345,678,901,234.566')
      await expect(page.getByRole('table', { name })).not.toContainText('GPU minutes')
      expect(await width(), name).toBe(360)
    }
    await expectAccessible(page, 'the balance of one of three pools')
  })

  await test.step('missing invoices are no alert and no empty table', async () => {
    const lost = { message: 'No such invoice' }
    fakeApi.add('invoice', 'inv-lost', jsonResponse(lost, { status: 404 }))
    const [first] = results
    const invoice = { id: 'inv-lost', vanityId: 7_009 }
    const named = {
      ...first,
      id: 'tx-lost',
      customerId: 'cus-lost',
      allocationBlock: { ...plainTransaction.allocationBlock, invoice },
    }
    fakeApi.add('customer', 'lost', jsonResponse({ results: [named], count: 1, pages: 1, currentPage: 1 }))
    await page.goto(`${consoleUrl}/customers/lost`)
    await expect(page.getByText('The billing API doesn’t have 1 invoice that the ledger names: inv-lost')).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Invoices of this customer' })).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
})
