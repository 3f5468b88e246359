'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { TimeZoneProvider } from '@/components/time-zone'
import { Recents, RecentsProvider } from '@/lib/browser/recents'
import { createQueryClient } from '@/lib/queries/query-client'

interface ProvidersProps {
  /** As the badge shows it. */
  environment: string
  timeZone: string
  children: ReactNode
}

/**
 * What every page needs around it: URL state, the person's zone, and what belongs to one environment: the cache of what
 * was read there and the recents. Give it the environment as its `key`: with another one both begin anew.
 */
export function Providers({ environment, timeZone, children }: ProvidersProps) {
  const [queryClient] = useState(createQueryClient)
  const [recents] = useState(() => new Recents([environment]))
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <TimeZoneProvider timeZone={timeZone}>
          <RecentsProvider value={recents}>{children}</RecentsProvider>
        </TimeZoneProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  )
}
