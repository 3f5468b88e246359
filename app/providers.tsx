'use client'

import { type ReactNode, useState } from 'react'
import { TimeZoneProvider } from '@/components/time-zone'
import { type SignedIn, SignedInProvider } from '@/lib/browser/signed-in'
import { Recents, RecentsProvider } from '@/lib/browser/recents'
import { type QueryCache, QueryCacheContext } from '@/lib/queries/query-cache'

interface ProvidersProps {
  /** As the badge shows it. */
  environment: string
  who: SignedIn
  timeZone: string
  children: ReactNode
}

/**
 * What every page needs around it: the person's zone, and what belongs to one person in one environment: the
 * cache of what was read there and the recents. Give it both as its `key`: with others these begin anew.
 */
export function Providers({ environment, who, timeZone, children }: ProvidersProps) {
  const [queryCache] = useState<QueryCache>({})
  const [recents] = useState(() => new Recents(who.isDemo ? [environment] : [environment, who.name]))
  return (
    <QueryCacheContext value={queryCache}>
      <TimeZoneProvider timeZone={timeZone}>
        <SignedInProvider value={who}>
          <RecentsProvider value={recents}>{children}</RecentsProvider>
        </SignedInProvider>
      </TimeZoneProvider>
    </QueryCacheContext>
  )
}
