import type { Page } from '@playwright/test'
import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { expectAccessible, reportCheckedStates } from '../fixtures/accessible'
import { hold } from '../fixtures/hold'
import { paste } from '../fixtures/clipboard'
import { expect, test } from '../fixtures/test'

test.setTimeout(180_000)
test.afterAll(reportCheckedStates)

const findBox = (page: Page) => page.getByRole('combobox', { name: 'Find a subscription, invoice or customer' })

test('Find passes axe: nothing opened yet, not found, several hits', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto('/')
  await expect(findBox(page)).toBeFocused()
  await expectAccessible(page, 'start, nothing opened yet')
  await findBox(page).fill('no-such-id')
  await findBox(page).press('Enter')
  await expect(page.getByRole('row', { name: /^no-such-id.*Not found/ })).toBeVisible()
  await expectAccessible(page, 'Find: not found')

  const hit = { kind: 'subscription', id: 'both', label: 'Scale · active' }
  const hits = [hit, { ...hit, kind: 'customer', label: '3 transactions' }]
  await page.route('**/api/find', (route) =>
    route.fulfill({ json: { hits, unanswered: [], indexed: [], similar: [] } }),
  )
  await findBox(page).fill('both')
  await findBox(page).press('Enter')
  await expect(page.getByRole('table', { name: 'In this ticket' }).getByRole('link')).toHaveCount(2)
  await findBox(page).press('ArrowDown')
  await expectAccessible(page, 'Find: several hits, one chosen')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'Find: several hits, at 360 px')
  await page.unrouteAll()

  await paste(findBox(page), 'Please see sub_acme\nand acme-inc of order 98-7654')
  await expect(page.getByRole('status').filter({ hasText: '2 found · 1 not found' })).toBeVisible()
  await expectAccessible(page, 'Find: the IDs of a pasted text, at 360 px')

  const asked = await hold(page, '**/api/find')
  await page.goto('/')
  await findBox(page).fill('sub_globex')
  await findBox(page).press('Enter')
  await expect(findBox(page)).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page, 'Find: looking')
  // The results ask once more.
  await page.route('**/api/find', (route) => route.abort())
  await asked.abort()
  await expect(page.getByText('Search failed')).toBeVisible()
  await expectAccessible(page, 'Find: search failed')
})

test('the display settings and a chosen theme pass axe', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto('/subscriptions/sub_globex')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enterprise')
  await page.getByRole('button', { name: 'Display', exact: true }).click()
  await expectAccessible(page, 'display settings')
  const choose = (theme: string) => page.getByRole('radio', { name: theme, exact: true }).check()
  await choose('Dark')
  await expectAccessible(page, 'display settings, Dark chosen')
  await choose('Light')
  await expectAccessible(page, 'display settings, Light chosen')
  await page.goto('/subscriptions')
  await expect(page.getByRole('table', { name: 'Subscriptions known to this console' })).toBeVisible()
  await expectAccessible(page, 'subscriptions, some opened')
})

const OTHERS = [
  '/invoices',
  '/subscriptions/no-such-subscription',
  '/no/such/page',
  '/customers/%01/transactions',
  '/customers',
  '/find?id=no-such-id',
  '/invoices/no-such-invoice',
  '/customers/no-such-customer/transactions',
]

test('lists and missing pages pass axe', { tag: PROVE_ONLY }, async ({ page }) => {
  for (const path of OTHERS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, path)
  }
})
