import { dehydrate } from '@tanstack/react-query'
import { cookies } from 'next/headers'
import { ProblemError } from '@/contract/console/problem-error'
import { TRY_THIS_COOKIE } from '@/lib/format/preferences'
import { operationQuery } from '@/lib/queries/operation-query'
import { createQueryClient } from '@/lib/queries/query-client'
import { unresolvedChanges } from '@/lib/queries/change-queries'
import { pageActor, runForPage } from '@/lib/server/http/run-for-page'
import { WhatChanged } from './_differences/what-changed'
import { FindPage } from './_find/find-page'
import { consolePage } from './_shell/console-page'
import { HomeFind } from './_find/home-find'
import { NeedsAttention, UNRESOLVED_ID } from './_find/needs-attention'
import { RecentlyOpened } from './_find/recently-opened'
import { WatchedList } from './_watched/watched-list'
import { readViews } from './_views/read-views'
import { SavedViewsSection } from './_views/saved-views-section'
import { UnresolvedChanges } from './_subscription-changes/unresolved-changes'

const NEWEST = unresolvedChanges(1)

export default consolePage('find', async () => {
  const client = createQueryClient()
  const { userId, role } = await pageActor()
  const isDemo = userId === undefined
  const isDismissed = (await cookies()).has(TRY_THIS_COOKIE)
  const [attention, opened, differences, watched] = await Promise.all([
    orElse(null, runForPage('getAttention', {})),
    orElse(
      [],
      runForPage('listOpened', {}).then((list) => list.opened),
    ),
    orElse(
      [],
      runForPage('listDifferences', {}).then((list) => list.differences),
    ),
    orElse(
      [],
      runForPage('listWatched', {}).then((list) => list.watched),
    ),
    // When the prefetch fails, the browser repeats it and shows the failure.
    client.prefetchQuery({
      ...operationQuery('listChanges', NEWEST),
      queryFn: () => runForPage('listChanges', NEWEST),
    }),
  ])
  const unresolved = client.getQueryData(operationQuery('listChanges', NEWEST).queryKey)?.count ?? 0
  return (
    <FindPage
      title="Home"
      hint="Paste an ID, a link or a whole ticket. Only IDs are sent to the billing API, never the text of a ticket."
    >
      <HomeFind hasCards={isDemo && !isDismissed} />
      <NeedsAttention attention={attention} unresolved={unresolved} />
      <SavedViewsSection views={await readViews()} role={role} />
      <div id={UNRESOLVED_ID} className="scroll-mt-16 empty:hidden">
        <UnresolvedChanges state={dehydrate(client)} />
      </div>
      {differences.length > 0 && <WhatChanged title="What changed" differences={differences} />}
      {watched.length > 0 && <WatchedList watched={watched} />}
      <RecentlyOpened opened={opened} readAt={new Date().toISOString()} />
    </FindPage>
  )
})

/** Find works without these lists, and "Unresolved changes" says when the store fails. */
async function orElse<Value, Otherwise>(otherwise: Otherwise, read: Promise<Value>): Promise<Value | Otherwise> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ProblemError) return otherwise
    throw error
  }
}
