import { expect, it } from 'vitest'
import type { IndexedSubscription } from '@/lib/objects/indexed-objects'
import { renderedText } from '@/testing/console/rendered-page'
import { CustomerSubscriptions } from './customer-subscriptions'

const READ_AT = '2026-11-26T12:00:00.000Z'
const scale: IndexedSubscription = {
  id: 'sub_1',
  planName: 'Scale',
  status: 'active',
  startDate: null,
  endDate: null,
  billingCadence: 'monthly',
  pays: '$499.00 a month',
  basePrice: '499',
  currency: 'USD',
  customerId: 'cus_1',
  asOf: READ_AT,
  goneAt: null,
  deletedAt: null,
}

it('names the price of the index “Base price”, because the subscription may have other prices', () => {
  const text = renderedText(
    [],
    <CustomerSubscriptions subscriptions={[scale]} readAt={READ_AT} isRead={() => false} onAct={() => undefined} />,
  )
  expect(text).toContain('Base price')
  expect(text).not.toContain('Pays')
})
