'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { TimeZoneProvider } from '@/components/time-zone'
import { judgeFailedLoads } from '@/components/ui/lazy-with-retry'
import { isCodeGone, watchTyping } from '@/lib/browser/outdated-page'
import { type SignedIn, SignedInProvider } from '@/lib/browser/signed-in'
import { type QueryCache, QueryCacheContext } from '@/lib/queries/query-cache'

const RECENTS = 'billing-console:recents'

judgeFailedLoads(isCodeGone)

interface ProvidersProps {
  who: SignedIn
  timeZone: string
  children: ReactNode
}

/**
 * Provides every page with the user's zone, and with the cache of one user in one environment. Pass both as its `key`, so that a
 * change resets it.
 */
export function Providers({ who, timeZone, children }: ProvidersProps) {
  const [queryCache] = useState<QueryCache>({})
  useEffect(forgetRecents, [])
  useEffect(watchTyping, [])
  return (
    <QueryCacheContext value={queryCache}>
      <TimeZoneProvider timeZone={timeZone}>
        <SignedInProvider value={who}>{children}</SignedInProvider>
      </TimeZoneProvider>
    </QueryCacheContext>
  )
}

/** Removes what earlier versions kept in the browser, with names and amounts; the store keeps what a user opened now. */
function forgetRecents(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(RECENTS)) localStorage.removeItem(key)
  } catch {
    // A browser without a storage has kept nothing.
  }
}
