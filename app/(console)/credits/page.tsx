import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../_shell/console-page'
import { Prefetched } from '../_shell/prefetched'
import { CreditsView } from './credits-view'
import { creditsInput, lastDayOfMonthBefore, loadCreditsSearch } from './search-params'

export const metadata: Metadata = { title: 'Credits outstanding' }

/** What customers had left at the end of a day; of the month before, unless the URL has another one. */
export default consolePage('listCredits', async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  const defaultDay = lastDayOfMonthBefore(new Date())
  const input = creditsInput(await loadCreditsSearch(searchParams), defaultDay)
  return (
    <Prefetched
      prefetch={(client) =>
        client.fetchQuery({ ...operationQuery('listCredits', input), queryFn: () => runForPage('listCredits', input) })
      }
    >
      {() => (
        <NuqsAdapter>
          <CreditsView defaultDay={defaultDay} />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
