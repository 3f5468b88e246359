'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { buttonClass } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { MenuButton } from '@/components/ui/menu-button'
import { MAX_BATCH } from '@/contract/console/batches'
import type { ConsoleInput } from '@/contract/console/operations'
import { sendOperation } from '@/lib/browser/operation'
import { batchPath } from '@/lib/format/paths'
import { useMay } from '@/lib/browser/signed-in'
import { formatNumber } from '@/lib/format/amount'
import { CHANGE_LABELS } from '@/lib/format/change-state-label'
import { JobProblem } from '../_jobs/job'

/** The subscriptions of a batch: the filters of their list, or a check. */
export type BatchedList = Omit<ConsoleInput<'startBatch'>, 'action' | 'ids'>

/** Makes a batch, and opens its page with the preview. */
export function useStartBatch() {
  const router = useRouter()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ConsoleInput<'startBatch'>) => sendOperation('startBatch', input),
    onSuccess: ({ batch }) => router.push(batchPath(batch.id)),
    onError: () => client.invalidateQueries({ queryKey: ['listBatches'] }),
  })
}

/** Leads to the preview of cancelling or deleting all rows that match the filters of a list. */
export function BatchThese({ list, count }: { list: BatchedList; count: number }) {
  const { mutate, isPending, error } = useStartBatch()
  const may = { cancel: useMay('cancel'), delete: useMay('delete') }
  const actions = (['cancel', 'delete'] as const).filter((action) => may[action])
  if (actions.length === 0) return null
  const isTooLong = count > MAX_BATCH
  const those = isTooLong ? 'these' : count === 1 ? 'this one' : `these ${formatNumber(count)}`
  return (
    <span className="no-print inline-flex flex-wrap items-center gap-2">
      {error && <JobProblem error={error} />}
      <MenuButton
        label="Cancel or delete"
        className={buttonClass('secondary', true)}
        content={
          <>
            Cancel or delete
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </>
        }
      >
        <Menu label="Cancel or delete">
          {actions.map((action) => (
            <MenuItem
              key={action}
              label={`${CHANGE_LABELS[action]} ${those}…`}
              danger
              disabled={isTooLong || isPending}
              description={
                isTooLong
                  ? `Filter to ${formatNumber(MAX_BATCH)} or fewer, for example by plan or status`
                  : 'Shows the effect on each first. Nothing is sent yet.'
              }
              onSelect={() => mutate({ ...list, action })}
            />
          ))}
        </Menu>
      </MenuButton>
    </span>
  )
}
