import type { Metadata } from 'next'
import { consolePage } from '../_shell/console-page'
import { prefetch } from '../_shell/prefetch'
import { Prefetched } from '../_shell/prefetched'
import { StatusView } from './status-view'

export const metadata: Metadata = { title: 'Status' }

export default consolePage('getStatus', async () => {
  await prefetch('getStatus', {})
  return (
    <Prefetched>
      <StatusView />
    </Prefetched>
  )
})
