import type { Metadata } from 'next'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../_shell/console-page'
import { Prefetched } from '../_shell/prefetched'
import { StatusView } from './status-view'

export const metadata: Metadata = { title: 'Status' }

export default consolePage('getStatus', () => (
  <Prefetched
    prefetch={(client) =>
      client.fetchQuery({ ...operationQuery('getStatus', {}), queryFn: () => runForPage('getStatus', {}) })
    }
  >
    {() => <StatusView />}
  </Prefetched>
))
