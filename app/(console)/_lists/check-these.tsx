'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import type { ConsoleInput } from '@/contract/console/operations'
import { sendOperation } from '@/lib/browser/operation'
import { checkPath } from '@/lib/browser/paths'
import { problemOf } from '@/lib/browser/problem-of'
import { formatNumber } from '@/lib/format/amount'

/** Starts the check of a list, and opens its page. */
export function useStartCheck() {
  const router = useRouter()
  return useMutation({
    mutationFn: (list: ConsoleInput<'startCheck'>) => sendOperation('startCheck', list),
    onSuccess: ({ check }) => router.push(checkPath(check.id)),
  })
}

interface CheckTheseProps {
  list: ConsoleInput<'startCheck'>
  count: number
}

/** Checks all rows that match the filters of a list. */
export function CheckThese({ list, count }: CheckTheseProps) {
  const { mutate, isPending, error } = useStartCheck()
  return (
    <span className="no-print inline-flex flex-wrap items-center gap-2">
      {error && (
        <span role="alert" className="text-red text-xs">
          {problemOf(error).detail}
        </span>
      )}
      <Button
        small
        pending={isPending}
        title="Reads each of them again, and lists what needs a look"
        onClick={() => mutate(list)}
      >
        Check {count === 1 ? 'this one' : `these ${formatNumber(count)}`}
      </Button>
    </span>
  )
}
