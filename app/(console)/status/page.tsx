import type { Metadata } from 'next'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
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
