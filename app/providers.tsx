'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { TimeZoneProvider } from '@/components/time-zone'
import { createQueryClient } from '@/lib/queries/query-client'

/** What every page needs around it: the query client, URL state, the person's zone. */
export function Providers({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <TimeZoneProvider timeZone={timeZone}>{children}</TimeZoneProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  )
}
