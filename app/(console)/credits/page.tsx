import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { CreditsView } from './credits-view'
import { creditsInput, lastDayOfMonthBefore, loadCreditsSearch } from './search-params'

export const metadata: Metadata = { title: 'Credits outstanding' }

/** What customers had left at the end of a day; of the month before, unless the URL has another one. */
export default consolePage('listCredits', async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  const defaultDay = lastDayOfMonthBefore(new Date())
  const input = creditsInput(await loadCreditsSearch(searchParams), defaultDay)
  await prefetch('listCredits', input)
  return (
    <Prefetched>
      <NuqsAdapter>
        <CreditsView defaultDay={defaultDay} />
      </NuqsAdapter>
    </Prefetched>
  )
})
