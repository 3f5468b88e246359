import type { Metadata } from 'next'
import { FindPage } from '../_find/find-page'

export const metadata: Metadata = { title: 'Subscriptions' }

export default function SubscriptionsPage() {
  return <FindPage title="Subscriptions" hint="Paste a subscription id and press Enter." kind="subscription" />
}
