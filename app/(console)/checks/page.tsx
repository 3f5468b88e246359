import type { Metadata } from 'next'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../_shell/console-page'
import { Prefetched } from '../_shell/prefetched'
import { ChecksView } from './checks-view'

export const metadata: Metadata = { title: 'Checks' }

/** Starts checks of lists, and lists those of the team. */
export default consolePage('listChecks', () => (
  <Prefetched
    prefetch={(client) =>
      client.fetchQuery({ ...operationQuery('listChecks', {}), queryFn: () => runForPage('listChecks', {}) })
    }
  >
    {() => <ChecksView />}
  </Prefetched>
))
