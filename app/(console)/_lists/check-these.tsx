'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { MAX_CHECKED } from '@/contract/console/checks'
import type { ConsoleInput } from '@/contract/console/operations'
import { sendOperation } from '@/lib/browser/operation'
import { checkPath } from '@/lib/format/paths'
import { formatNumber } from '@/lib/format/amount'
import { JobProblem } from '../_jobs/job'

/** Starts the check of a list, and opens its page. */
export function useStartCheck() {
  const router = useRouter()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (list: ConsoleInput<'startCheck'>) => sendOperation('startCheck', list),
    onSuccess: ({ check }) => router.push(checkPath(check.id)),
    // The list of checks then has the one that is running.
    onError: () => client.invalidateQueries({ queryKey: ['listChecks'] }),
  })
}

interface CheckTheseProps {
  list: ConsoleInput<'startCheck'>
  count: number
}

/** Checks all rows that match the filters of a list. */
export function CheckThese({ list, count }: CheckTheseProps) {
  const { mutate, isPending, error } = useStartCheck()
  const id = useId()
  const isTooLong = count > MAX_CHECKED
  return (
    <span className="no-print inline-flex flex-wrap items-center gap-2">
      {error && <JobProblem error={error} />}
      {isTooLong && (
        <span id={id} className="text-muted text-xs">
          Filter to {formatNumber(MAX_CHECKED)} or fewer to check them
        </span>
      )}
      <Button
        small
        pending={isPending}
        aria-disabled={isTooLong}
        aria-describedby={isTooLong ? id : undefined}
        title="Reads each of them again, and lists what needs a look"
        onClick={() => mutate(list)}
      >
        {isTooLong ? 'Check these' : count === 1 ? 'Check this one' : `Check these ${formatNumber(count)}`}
      </Button>
    </span>
  )
}
