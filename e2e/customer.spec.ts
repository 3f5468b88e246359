import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import {
  plainInvoice,
  plainLine,
  plainSubscription,
  plainTransaction,
} from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { scenarioId } from '@/testing/fake-billing-api/scenario'
import type { FakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { expectAccessible } from './fixtures/accessible'
import { fetchSignedIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'

const day = (date: string) => `${date}T00:00:00.000Z`
const at = (name: string) => ({ customerId: `cus-${name}`, subscriptionId: `sub-${name}` })

/** A customer with one subscription, two invoices for the same month, and a ledger that names both. @param number of the first */
function addCustomer(api: Pick<FakeBillingApi, 'add'>, name: string, number = 7_001) {
  const { customerId, subscriptionId } = at(name)
  api.add('subscription', subscriptionId, jsonResponse({ ...plainSubscription, id: subscriptionId, customerId }))
  const invoices = [1, 2].map((nth) => ({ id: `inv-${name}-${nth}`, vanityId: number - 1 + nth }))
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

test('a customer page finds invoices and subscriptions through the ledger, and charged twice', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  addCustomer(fakeApi, 'found')
  await page.goto(`${consoleUrl}/customers/found`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('found')
  const subscriptions = page.getByRole('region', { name: 'Subscriptions' })
  await expect(subscriptions.getByRole('link', { name: 'Plain plan' })).toBeVisible()
  await expect(subscriptions).toContainText('Active')
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect(invoices.getByRole('link')).toHaveText(['Invoice 7001', 'Invoice 7002'])
  await expect(page.getByText('Charged twice?').first()).toBeVisible()
  await expect(
    page.getByText(/Charged twice\? Invoice 7002 also charges “Plain line” for 1 Oct 2026 to 31 Oct/).first(),
  ).toBeVisible()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText('From all 2 transactions. There may be more.')).toBeVisible()
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Charged twice?' })).toHaveCount(2)
  await expectAccessible(page, 'a customer')

  const tabs = page.getByRole('navigation', { name: 'Customer' })
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
  await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('link')).toHaveCount(2)
  await page.getByRole('link', { name: 'found', exact: true }).click()
  await expect(page).toHaveURL(/\/customers\/found$/)
})

test('an unknown customer is reported once, without an alert, and one without objects has one empty state', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  fakeApi.add('customer', 'unknown', jsonResponse({ message: 'No such customer' }, { status: 404 }))
  await page.goto(`${consoleUrl}/customers/unknown`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer not found')
  await expect(main.getByText(/No customer found with this ID/)).toHaveCount(1)
  await expect(main.getByRole('alert')).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('region')).toHaveCount(0)
  await expectAccessible(page, 'an unknown customer')

  fakeApi.add('customer', 'bare', jsonResponse({ results: [], count: 0, pages: 0, currentPage: 1 }))
  for (const [path, title] of [
    ['', 'No transactions, so nothing else is known under this ID'],
    ['/transactions', 'No transactions yet'],
    ['/balance', 'No transactions yet, so no balance'],
    ['/timeline', 'No events yet'],
  ] as const) {
    await page.goto(`${consoleUrl}/customers/bare${path}`)
    await expect(main.getByText(title, { exact: true })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Find another customer' })).toHaveCount(1)
    await expect(main.getByRole('table')).toHaveCount(0)
    expect(await page.getByRole('region').count(), path).toBeLessThanOrEqual(1)
  }
})

test('a customer page shows what the team has seen while the API fails, says what failed, and retries', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  addCustomer(fakeApi, 'partly')
  for (const path of ['customers/partly/transactions', 'invoices/inv-partly-1', 'subscriptions/sub-partly'])
    expect((await fetchSignedIn(`${consoleUrl}/api/${path}`)).status).toBe(200)
  const broken = jsonResponse({ message: 'Out of order' }, { status: 500 })
  fakeApi.add('invoice', 'inv-partly-2', broken)
  await page.goto(`${consoleUrl}/customers/partly`)
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect(invoices.getByRole('alert')).toContainText('1 invoice could not be read (inv-partly-2)')
  await expect(invoices.getByRole('link')).toHaveText(['Invoice 7001'])
  addCustomer(fakeApi, 'partly')
  await invoices.getByRole('button', { name: 'Retry' }).click()
  await expect(invoices.getByRole('link')).toHaveText(['Invoice 7001', 'Invoice 7002'])
  await expect(invoices.getByRole('alert')).toHaveCount(0)

  fakeApi.add('customer', 'partly', broken)
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Out of order' })).toBeVisible()
  await expect(invoices.getByRole('link')).toHaveText(['Invoice 7001', 'Invoice 7002'])

  addCustomer(fakeApi, 'partly')
  fakeApi.add('invoice', 'inv-partly-2', jsonResponse({ message: 'No such invoice' }, { status: 404 }))
  await page.reload()
  await expect(invoices.getByRole('row').filter({ hasText: 'Invoice 7002' })).toContainText(/Gone since/)
  // An invoice that is gone charges nothing.
  await expect(page.getByText('Charged twice?')).toHaveCount(0)
})

test('“Look further back” reads the next transactions of a long ledger', async ({ page, fakeApiUrl }) => {
  const id = scenarioId('customer', '`count`, `pages`', '120,000 transactions')
  await page.goto(`${fakeApiUrl}/customers/${encodeURIComponent(id)}/timeline`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText('From the newest 100 transactions. There may be more.')).toBeVisible()
  await timeline.getByRole('button', { name: 'Look further back' }).click()
  await expect(timeline.getByText('From the newest 200 transactions. There may be more.')).toBeVisible()
})

test('an invoice that charges what another one charges says so, and changes are on Home and on the object', async ({
  page,
  fakeApi,
  fakeApiUrl: consoleUrl,
}) => {
  addCustomer(fakeApi, 'changed', 8_001)
  for (const nth of [1, 2])
    expect((await fetchSignedIn(`${consoleUrl}/api/invoices/inv-changed-${nth}`)).status).toBe(200)
  await page.goto(`${consoleUrl}/invoices/inv-changed-1`)
  await expect(page.getByText(/Invoice 8002 also charges “Plain line”/).first()).toBeVisible()

  fakeApi.add(
    'invoice',
    'inv-changed-1',
    jsonResponse({ ...plainInvoice, id: 'inv-changed-1', vanityId: 8_001, vanityIdString: null, status: 'void' }),
  )
  // The times of responses have seconds.
  await page.waitForTimeout(1_100)
  await page.reload()
  const changed = page.getByRole('region', { name: 'What changed' })
  await expect(changed.getByRole('listitem').first()).toContainText('Status: Paid → Void')
  await expect(page.getByText('also charges', { exact: false })).toHaveCount(0)
  await page.goto(consoleUrl)
  const news = page.getByRole('region', { name: 'What changed' })
  await expect(
    news.getByRole('listitem').filter({ hasText: 'Invoice 8001' }).filter({ hasText: 'Status' }),
  ).toHaveCount(1)
  await expectAccessible(page, 'Home with changes')
})

test(
  'an admin forgets a customer from its page, and nothing reads it back',
  { tag: PROVE_ONLY },
  async ({ page, fakeApi, startConsoleFor }) => {
    const { consoleUrl } = await startConsoleFor(fakeApi)
    addCustomer(fakeApi, 'forgotten')
    await page.goto(`${consoleUrl}/customers/forgotten`)
    await expect(page.getByText('There may be more.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Forget customer' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Forget customer?' })
    await dialog.getByRole('button', { name: 'Forget customer' }).click()
    await expect(page).toHaveURL(/\/customers$/)
    await expect(page.getByText('Nothing opened yet')).toBeVisible()
    await page.goto(`${consoleUrl}/invoices`)
    await expect(page.getByText('Nothing opened yet')).toBeVisible()

    await page.goto(`${consoleUrl}/customers/forgotten`)
    await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('link')).toHaveText([
      'Invoice 7001',
      'Invoice 7002',
    ])
  },
)
