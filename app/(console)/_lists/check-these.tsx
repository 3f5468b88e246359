'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { MAX_CHECKED } from '@/contract/console/checks'
import type { ConsoleInput } from '@/contract/console/operations'
import { sendOperation } from '@/lib/browser/operation'
import { checkPath } from '@/lib/format/paths'
import { problemOf } from '@/lib/browser/problem-of'
import { formatNumber } from '@/lib/format/amount'

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

/** Says why a check was not started or changed, with the way to the running ones. */
export function CheckProblem({ error }: { error: Error }) {
  const { code, detail } = problemOf(error)
  return (
    <span role="alert" className="text-red text-xs">
      {detail}{' '}
      {code === 'check_running' && (
        <Link href="/checks" className="text-accent hover:underline">
          Show checks
        </Link>
      )}
    </span>
  )
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
      {error && <CheckProblem error={error} />}
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
