'use client'

import { type ReactNode, useState } from 'react'
import { TimeZoneProvider } from '@/components/time-zone'
import { type SignedIn, SignedInProvider } from '@/lib/browser/signed-in'
import { Recents, RecentsProvider } from '@/lib/browser/recents'
import { type QueryCache, QueryCacheContext } from '@/lib/queries/query-cache'

interface ProvidersProps {
  /** The name on the environment badge. */
  environment: string
  who: SignedIn
  timeZone: string
  children: ReactNode
}

/**
 * Provides every page with the user's zone, and with the cache and recents of one user in one environment. Pass both as
 * its `key`, so that a change resets them.
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
