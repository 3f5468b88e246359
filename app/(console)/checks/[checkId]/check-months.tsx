'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Expander } from '@/components/ui/expander'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import type { Check } from '@/contract/console/checks'
import { readOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'

const LOADING = <Skeleton className="h-24" />
const MonthTables = lazyWithRetry(() => import('./month-tables').then((module) => module.MonthTables), LOADING)

const POLL_MS = 10_000

/** The amounts of a check's invoices by plan and month. Loaded when it is unfolded. */
export function CheckMonths({ check: { id: checkId, state } }: { check: Check }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    // Read anew when the check ends: its last reads are in no read before.
    queryKey: ['getCheckMonths', checkId, state],
    queryFn: ({ signal }) => readOperation('getCheckMonths', { checkId }, signal),
    placeholderData: keepPreviousData,
    enabled: isOpen,
    refetchInterval: state === 'running' && POLL_MS,
  })
  return (
    <Expander summary="By plan and month" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {error && <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && LOADING}
      {data && <MonthTables months={data} checkId={checkId} />}
    </Expander>
  )
}
