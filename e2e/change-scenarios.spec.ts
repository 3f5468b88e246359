import { PROVE_ONLY, tally, volume } from '../scripts/test/volume.mjs'
import { ledgerOwner } from '@/testing/fake-billing-api/ledger-scenarios'
import { isKnown, tryChange } from './fixtures/try-change'
import { expect, test } from './fixtures/fake-api-test'
import { oneOfEach, scenarioId, type ChangeScenario } from '@/testing/fake-billing-api/scenario'
import { CHANGE_SCENARIOS } from '@/testing/fake-billing-api/change-scenarios'

let writes = 0
test.afterAll(() => tally('scenarios of another API’s answers to a write', writes))

/** `npm test` runs one scenario for each action and kind of outcome (change-effect.ts), `npm run prove` all. */
const outcomeOf = ({ action, refused, later, says }: ChangeScenario) =>
  later ? `later, ${isKnown(later.says)}` : [action, refused, isKnown(says)].join(' ')
const HOSTILE = CHANGE_SCENARIOS.filter(({ gap }) => gap === 'Hostile strings')
/** Sorted by waiting time, shortest first. */
const soonest = CHANGE_SCENARIOS.toSorted((a, b) => (a.later?.afterReads ?? 0) - (b.later?.afterReads ?? 0))
const chosen = new Set([...HOSTILE, ...oneOfEach([...HOSTILE, ...soonest], outcomeOf)])
const scenarios = CHANGE_SCENARIOS.filter((scenario) => volume({ test: 0, prove: 1 }) || chosen.has(scenario))

for (const scenario of scenarios)
  test(`${scenario.gap}: ${scenario.name}`, async ({ page, watch, fakeApiUrl, fakeApi }) => {
    writes += 1
    await tryChange(page, watch, scenario, fakeApiUrl)
    const sent = fakeApi.requests.filter(
      ({ method, url }) => method !== 'GET' && url.split('/').includes(encodeURIComponent(scenario.id)),
    )
    expect(sent, 'a write is sent once, whatever becomes of it').toHaveLength(1)
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
