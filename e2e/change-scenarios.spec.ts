import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { ledgerOwner } from '@/testing/fake-billing-api/ledger-scenarios'
import { tryChange } from './fixtures/try-change'
import { expect, test } from './fixtures/fake-api-test'
import { scenarioId } from '@/testing/fake-billing-api/scenario'
import { CHANGE_SCENARIOS } from '@/testing/fake-billing-api/change-scenarios'

/* `npm test` shows these outcomes without a browser: run-change.db.test.ts, change-evidence.test.ts and change-texts.test.ts. */
for (const scenario of CHANGE_SCENARIOS)
  test(`${scenario.gap}: ${scenario.name}`, { tag: PROVE_ONLY }, async ({ page, watch, fakeApiUrl, fakeApi }) => {
    await tryChange(page, watch, scenario, fakeApiUrl)
    const sent = fakeApi.requests.filter(
      ({ method, url }) => method !== 'GET' && url.split('/').includes(encodeURIComponent(scenario.id)),
    )
    expect(sent, 'a write is sent once, whatever becomes of it').toHaveLength(1)
    tally('scenarios of another API’s answers to a write', 1)
  })

test(
  'from a ledger the external customer id is known, and is sent',
  { tag: PROVE_ONLY },
  async ({ page, watch, fakeApiUrl, fakeApi }) => {
    const { customer, subscription } = ledgerOwner
    await page.goto(`${fakeApiUrl}/customers/${encodeURIComponent(customer)}/transactions`)
    await page.getByRole('button', { name: 'Actions', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Cancel subscription' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
    await expect(dialog.getByRole('textbox', { name: 'External customer ID' })).toHaveValue(customer)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for')
    await expect(dialog.locator('[aria-busy=false]')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(dialog).toBeHidden()
    await watch.check()
    const sent = fakeApi.requests.filter(
      ({ method, url }) =>
        method === 'POST' && url === `/external/subscriptions/${encodeURIComponent(subscription)}/cancel`,
    )
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ externalCustomerId: customer }])
  },
)

test(
  'minor units and other query names again, below a base path',
  { tag: PROVE_ONLY },
  async ({ page, watch, minorUrl: url }) => {
    const open = (path: string) => page.goto(url + path)
    const main = page.getByRole('main')
    await open(
      `/invoices/${encodeURIComponent(scenarioId('invoice', 'Invoice currency', 'of a subscription in euro'))}`,
    )
    await expect(main).toContainText('€0.125')
    await watch.check()
    await open(
      `/subscriptions/${encodeURIComponent(scenarioId('subscription', 'Price types', 'every known type, numbers as text'))}`,
    )
    await expect(main).toContainText('$0.000000025')
    await watch.check()
    await open(
      `/customers/${encodeURIComponent(scenarioId('customer', '`count`, `pages`', '120,000 transactions'))}/transactions`,
    )
    await page.getByRole('button', { name: 'Last page' }).click()
    await expect(page).toHaveURL(/page=6000/)
    // The amount is in a custom pricing unit, not in money, so it is not divided.
    await expect(main).toContainText(/(?<![\d.,])19\.00/)
    await page.getByRole('button', { name: 'Created' }).click()
    await expect(page).toHaveURL(/order=asc/)
    await watch.check()
  },
)
