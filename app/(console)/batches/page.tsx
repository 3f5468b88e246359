import type { Metadata } from 'next'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../_shell/console-page'
import { Prefetched } from '../_shell/prefetched'
import { BatchesView } from './batches-view'

export const metadata: Metadata = { title: 'Batches' }

/** Makes batches of cancels and deletes, and lists those of the team. */
export default consolePage('listBatches', () => (
  <Prefetched
    prefetch={(client) =>
      client.fetchQuery({
        ...operationQuery('listBatches', { state: 'all' }),
        queryFn: () => runForPage('listBatches', { state: 'all' }),
      })
    }
  >
    {() => <BatchesView />}
  </Prefetched>
))
