'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { CsvFormProvider } from '@/components/csv-download'
import { TimeZoneProvider } from '@/components/time-zone'
import { judgeFailedLoads } from '@/components/ui/lazy-with-retry'
import type { CsvForm } from '@/contract/console/download'
import { isCodeGone, watchTyping } from '@/lib/browser/outdated-page'
import { type SignedIn, SignedInProvider } from '@/lib/browser/signed-in'
import { type QueryCache, QueryCacheContext } from '@/lib/queries/query-cache'

const RECENTS = 'billing-console:recents'

judgeFailedLoads(isCodeGone)

interface ProvidersProps {
  who: SignedIn
  timeZone: string
  csvForm: CsvForm
  children: ReactNode
}

/**
 * Provides every page with the user's zone and form of CSVs, and with the cache of one user in one environment. Pass both as its `key`, so that a
 * change resets it.
 */
export function Providers({ who, timeZone, csvForm, children }: ProvidersProps) {
  const [queryCache] = useState<QueryCache>({})
  useEffect(forgetRecents, [])
  useEffect(watchTyping, [])
  return (
    <QueryCacheContext value={queryCache}>
      <TimeZoneProvider timeZone={timeZone}>
        <CsvFormProvider chosen={csvForm}>
          <SignedInProvider value={who}>{children}</SignedInProvider>
        </CsvFormProvider>
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
