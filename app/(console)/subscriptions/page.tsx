import type { Metadata } from 'next'
import { FindPage } from '../_find/find-page'
import { consolePage } from '../_shell/console-page'

export const metadata: Metadata = { title: 'Subscriptions' }

export default consolePage('find', () => {
  return <FindPage title="Subscriptions" hint="Paste a subscription ID and press Enter." kind="subscription" />
})
