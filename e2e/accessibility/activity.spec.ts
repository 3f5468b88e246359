import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { CSRF_HEADER } from '@/lib/core/request-headers'
import { expectAccessible, reportCheckedStates } from '../fixtures/accessible'
import { expect, test } from '../fixtures/test'

test.setTimeout(180_000)
test.afterAll(reportCheckedStates)

test(
  'the activity passes axe: no match, entries, one unfolded, cards, and a history',
  { tag: PROVE_ONLY },
  async ({ page, demo }) => {
    const headers = { origin: demo.consoleUrl, [CSRF_HEADER.name]: CSRF_HEADER.value }
    const data = { reason: 'Typed by mistake', ticket: 'T-7', seen: { status: 'active' } }
    await page.request.post('/api/subscriptions/sub_globex/cancel', {
      headers,
      data: { ...data, externalCustomerId: 'x' },
    })
    await page.goto('/activity?outcome=unknown')
    await expect(page.getByText('No matches')).toBeVisible()
    await expectAccessible(page, 'activity: nothing fits')
    await page.goto('/activity')
    await page.getByRole('button', { name: 'Details' }).first().click()
    await expect(page.getByText('State before')).toBeVisible()
    await expectAccessible(page, 'activity, an entry unfolded')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page, 'activity, as cards')
    await page.goto('/subscriptions/sub_globex')
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByRole('listitem')).toBeVisible()
    await expectAccessible(page, 'a subscription’s history', 'section:has(ol[aria-label=History])')
  },
)
