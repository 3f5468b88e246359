import { subscription, subscriptionPath } from './fixtures/subscription-page'
import { expect, test } from './fixtures/test'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'

test.describe('the dates of a subscription', () => {
  const running = { ...plainSubscription, startDate: '2026-01-05T00:00:00.000Z' }

  test('are UTC days in every zone, and an end is its last day', async ({ page, context, fakeApi, fakeApiUrl }) => {
    const id = 'ends-at-midnight'
    fakeApi.faults.addSubscription(id, {
      ...running,
      endDate: '2090-12-01T00:00:00.000Z',
      billingCadence: 'oneTime',
    })
    await page.goto(fakeApiUrl + subscriptionPath(id))
    const { button, fact, reasons } = subscription(page)
    const answer = page.getByRole('region', { name: 'Answer' })
    for (const zone of ['UTC', 'Pacific/Auckland']) {
      await context.addCookies([{ name: 'time-zone', value: zone, url: fakeApiUrl }])
      await page.reload()
      await expect(answer).toContainText('ends 30 Nov 2090')
      await expect(fact('Last day')).toContainText('30 Nov 2090')
      await expect(page.getByText('1 Dec 2090')).toHaveCount(0)
      expect(await reasons()).toContain('Delete subscription: Can be deleted from 1 Dec 2090')
    }
    await button('All fields').click()
    await expect(fact('Last day').getByText('30 Nov 2090', { exact: true })).toHaveAttribute(
      'data-both',
      /^1 Dec 2090, 00:00 UTC\n1 Dec 2090, 13:00/,
    )

    fakeApi.faults.addSubscription(id, { ...running, endDate: null })
    await page.reload()
    const next = page.getByRole('region', { name: 'What happens next' })
    await expect(next.getByText('UTC', { exact: false })).toHaveText(['Estimated from the start date. Days are UTC.'])
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
    await expect(page.getByRole('list', { name: 'What is unclear' }).getByRole('listitem')).toHaveText([
      'The API says active, but its last day was 30 Nov 2025.',
      'Currencies disagree: subscription USD, plan EUR. Amounts are shown in the subscription’s.',
      'Dates disagree: it starts 5 Jan 2026 and its last day is 30 Nov 2025, before its start.',
    ])
  })
})
