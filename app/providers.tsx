'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { CsvFormProvider } from '@/components/lists/csv-download'
import { TimeZone } from '@/components/time/time-zone'
import { judgeFailedLoads } from '@/components/ui/lazy-with-retry'
import { isCodeGone, watchTyping } from '@/lib/core/outdated-page'
import { type SignedIn, SignedInContext } from '@/components/page/signed-in'
import type { Preferences } from '@/lib/text/preferences'
import { type QueryCache, QueryCacheContext } from '@/lib/core/query-cache'

const RECENTS = 'billing-console:recents'

judgeFailedLoads(isCodeGone)

interface ProvidersProps {
  who: SignedIn
  preferences: Preferences
  children: ReactNode
}

/**
 * Provides every page with the user's preferences, and with the cache of one user in one environment. Pass both as its `key`, so that a
 * change resets it.
 */
export function Providers({ who, preferences, children }: ProvidersProps) {
  const [queryCache] = useState<QueryCache>({})
  useEffect(forgetRecents, [])
  useEffect(watchTyping, [])
  return (
    <QueryCacheContext value={queryCache}>
      <TimeZone value={preferences.timeZone}>
        <CsvFormProvider chosen={preferences.csvForm}>
          <SignedInContext value={who}>{children}</SignedInContext>
        </CsvFormProvider>
      </TimeZone>
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
