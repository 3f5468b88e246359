import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { ChangesView } from './changes-view'
import { changesInput, loadChangesSearch } from './search-params'

export const metadata: Metadata = { title: 'Changes' }

/** The cancels and deletes that the user's activity shows, or those of one group. */
export default consolePage('listChanges', async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  const input = changesInput(await loadChangesSearch(searchParams))
  await prefetch('listChanges', input)
  return (
    <Prefetched>
      <NuqsAdapter>
        <ChangesView />
      </NuqsAdapter>
    </Prefetched>
  )
})
