import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { expectAccessible, reportCheckedStates } from '../fixtures/accessible'
import { expect, test } from '../fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

test.setTimeout(180_000)
test.afterAll(reportCheckedStates)

test(
  'the status passes axe: calls, failures, drift, and stacked on a phone',
  { tag: PROVE_ONLY },
  async ({ page, fakeApiUrl }) => {
    await page.goto(`${fakeApiUrl}/subscriptions/${encodeURIComponent(SCENARIO_IDS.subscription.active)}`)
    await page.goto(`${fakeApiUrl}/invoices/${SCENARIO_IDS.fault.html}`)
    await page.goto(`${fakeApiUrl}/status`)
    await expect(page.getByRole('table', { name: 'Last failures' })).toBeVisible()
    await expectAccessible(page, 'status')
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page, 'status, stacked')
  },
)
