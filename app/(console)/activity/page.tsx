import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { ACTIVITY_SCOPES } from '@/lib/core/roles'
import { ACTIVITY_TITLES } from '@/lib/activity/activity-title'
import { readPreferences } from '@/lib/text/preferences'
import { pageActor } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { activityInput, loadActivitySearch } from './activity-search-params'
import { ActivityView } from './activity-view'

export async function generateMetadata(): Promise<Metadata> {
  try {
    const { role } = await pageActor()
    return { title: ACTIVITY_TITLES[ACTIVITY_SCOPES[role]].heading }
  } catch {
    return { title: ACTIVITY_TITLES.all.heading }
  }
}

interface ActivityPageProps {
  searchParams: Promise<SearchParams>
}

export default consolePage('listActivity', async ({ searchParams }: ActivityPageProps) => {
  const jar = await cookies()
  const { timeZone } = readPreferences((name) => jar.get(name)?.value)
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
