import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { ACTIVITY_SCOPES } from '@/lib/core/roles'
import { ACTIVITY_TITLES } from '@/lib/activity/activity-title'
import { pageActor, pagePreferences } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { titleOf } from '@/components/page/title-of'
import { activityInput, loadActivitySearch } from './activity-search-params'
import { ActivityView } from './activity-view'

export const generateMetadata = () =>
  titleOf(async () => ACTIVITY_TITLES[ACTIVITY_SCOPES[(await pageActor()).role]].heading, ACTIVITY_TITLES.all.heading)

export default consolePage('listActivity', async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  const { timeZone } = await pagePreferences()
  const input = activityInput(await loadActivitySearch(searchParams), timeZone)
  await prefetch('listActivity', input)
  return (
    <Prefetched>
      <NuqsAdapter>
        <ActivityView />
      </NuqsAdapter>
    </Prefetched>
  )
})
