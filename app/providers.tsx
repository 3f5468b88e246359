'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { TimeZoneProvider } from '@/components/time-zone'
import { type SignedIn, SignedInProvider } from '@/lib/browser/signed-in'
import { Recents, RecentsProvider } from '@/lib/browser/recents'
import { createQueryClient } from '@/lib/queries/query-client'

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
  const [queryClient] = useState(createQueryClient)
  const [recents] = useState(() => new Recents(who.isDemo ? [environment] : [environment, who.name]))
  return (
    <QueryClientProvider client={queryClient}>
      <TimeZoneProvider timeZone={timeZone}>
        <SignedInProvider value={who}>
          <RecentsProvider value={recents}>{children}</RecentsProvider>
        </SignedInProvider>
      </TimeZoneProvider>
    </QueryClientProvider>
  )
}
