import { subscription, subscriptionPath } from './fixtures/subscription-page'
import { expect, test } from './fixtures/test'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'

test.describe('the dates of a subscription', () => {
  const running = { ...plainSubscription, startDate: '2026-01-05T00:00:00.000Z' }

  test('follow the zone shown everywhere, and days of periods are UTC', async ({
    page,
    context,
    fakeApi,
    fakeApiUrl,
  }) => {
    const id = 'ends-at-midnight'
    fakeApi.faults.addSubscription(id, {
      ...running,
      endDate: '2090-12-01T00:00:00.000Z',
      billingCadence: 'oneTime',
    })
    await page.goto(fakeApiUrl + subscriptionPath(id))
    const { button, fact } = subscription(page)
    const answer = page.getByRole('region', { name: 'Answer' })
    await expect(page.getByText('Active · ends 30 Nov 2090')).toBeVisible()
    await expect(answer).toContainText('Ends 1 Dec 2090, 00:00 · last day 30 Nov')
    await expect(fact('Ends')).toContainText('1 Dec 2090, 00:00 · last day 30 Nov')
    await expect(button('Delete subscription')).toHaveAccessibleDescription(
      'Ends 30 Nov 2090: can be deleted after that',
    )

    await context.addCookies([{ name: 'time-zone', value: 'Pacific/Auckland', url: fakeApiUrl }])
    await page.reload()
    await expect(page.getByText('Active · ends 1 Dec 2090')).toBeVisible()
    await expect(answer).toContainText('Ends 1 Dec 2090, 13:00')
    await expect(answer).not.toContainText('last day')
    await expect(button('Delete subscription')).toHaveAccessibleDescription(
      'Ends 1 Dec 2090: can be deleted after that',
    )

    fakeApi.faults.addSubscription(id, { ...running, endDate: null })
    await page.reload()
    const next = page.getByRole('region', { name: 'What happens next' })
    await expect(next.getByText('UTC', { exact: false })).toHaveText([
      'Days of billing periods are UTC',
      'Estimated from the start date (UTC).',
    ])
  })

  test('are shown side by side when they disagree, and so are currencies', async ({ page, fakeApi, fakeApiUrl }) => {
    const id = 'disagrees'
    fakeApi.faults.addSubscription(id, {
      ...running,
      endDate: '2025-12-01T00:00:00.000Z',
      currency: 'USD',
      plan: { ...plainSubscription.plan, currency: 'EUR' },
    })
    await page.goto(fakeApiUrl + subscriptionPath(id))
    await expect(page.getByRole('list', { name: 'Disagreements' }).getByRole('listitem')).toHaveText([
      'Currencies disagree: subscription USD, plan EUR. Prices are shown in the plan’s.',
      'Dates disagree: it starts 5 Jan 2026, 00:00 and ends 1 Dec 2025, 00:00, before its start.',
    ])
  })
})
