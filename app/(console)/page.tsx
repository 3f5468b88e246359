import { dehydrate } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { isAllowed } from '@/lib/core/roles'
import { ProblemError } from '@/lib/core/problem-error'
import { TRY_THIS_COOKIE } from '@/lib/text/preferences'
import { listedChanges } from '@/components/changes/change-queries'
import { pageActor, pagePreferences, runForPage } from '@/lib/run-for-page'
import { FindPage } from '@/components/find/find-page'
import { consolePage } from '@/components/shell/console-page'
import { pageQueryClient, prefetchOptional } from '@/lib/prefetch'
import { HomeFind } from '@/components/find/home-find'
import { NeedsAttention } from '@/components/find/needs-attention'
import { RecentlyOpened } from '@/components/find/recently-opened'
import { LazyChangeList } from '@/components/changes/lazy-change-list'

export const metadata: Metadata = { title: 'Home' }

/** The lists of changes, each with its title. */
const UNRESOLVED = { list: 'open', title: 'Unresolved changes' } as const
const TO_APPROVE = { list: 'proposed', title: 'To approve' } as const

export default consolePage('find', async () => {
  const client = pageQueryClient()
  const { userId, role } = await pageActor()
  const isDemo = userId === undefined
  const lists = isAllowed(role, 'approve') ? [TO_APPROVE, UNRESOLVED] : [UNRESOLVED]
  const isDismissed = (await cookies()).has(TRY_THIS_COOKIE)
  const { timeZone } = await pagePreferences()
  const [attention, opened, proposals] = await Promise.all([
    orElse(null, runForPage('getAttention', {})),
    orElse(
      [],
      runForPage('listOpened', {}).then((list) => list.opened),
    ),
    isAllowed(role, 'cancel') ? orElse(null, runForPage('listChanges', listedChanges('own_proposals', 1))) : null,
    ...lists.map(({ list }) => prefetchOptional('listChanges', listedChanges(list, 1))),
  ])
  return (
    <FindPage
      title="Home"
      hint="Paste an ID, a link or a whole ticket. Only IDs are sent to the billing API, never the text of a ticket."
    >
      <HomeFind hasCards={isDemo && !isDismissed} />
      <NeedsAttention attention={attention} proposals={proposals}>
        {lists.map((shown) => (
          <LazyChangeList key={shown.list} {...shown} state={dehydrate(client)} />
        ))}
      </NeedsAttention>
      <RecentlyOpened opened={opened} readAt={new Date().toISOString()} timeZone={timeZone} />
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
