import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { MenuItem } from '@/components/ui/menu'
import { Notice } from '@/components/ui/notice'
import { MAX_READ } from '@/lib/reads/reads'
import { sendOperation, type InputOf } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { formatCount, formatNumber } from '@/lib/money/amount'

const ReadIdsDialog = lazyWithRetry(() => import('./read-ids-dialog').then((module) => module.ReadIdsDialog))

/** A list whose objects can be read again. */
interface ReadList {
  /** The filters of the list. */
  list: Omit<InputOf<'readThese'>, 'ids'>
  /** Shows what a run has read. */
  onRun: (run: string) => void
}

/**
 * Returns the menu items that start a run, and the dialog and the problem that they open.
 * @param count the rows of the list; undefined until it is read
 */
export function useReadThese({ list, onRun }: ReadList, count = 0): { items: ReactNode; opened: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (input: InputOf<'readThese'>) => sendOperation('readThese', input),
    onSuccess: ({ run }) => {
      void client.invalidateQueries({ queryKey: ['listReads'] })
      setOpen(false)
      onRun(run.id)
    },
    // The list then shows the run that is in the way.
    onError: () => client.invalidateQueries({ queryKey: ['listReads'] }),
  })
  const isTooLong = count > MAX_READ
  return {
    items: (
      <>
        <MenuItem
          label="Read IDs"
          description={`A pasted list or a file, up to ${formatNumber(MAX_READ)}`}
          onSelect={() => {
            reset()
            setOpen(true)
          }}
        />
        {count > 0 && (
          <MenuItem
            label="Read these again"
            description={
              isTooLong
                ? `Filter to ${formatNumber(MAX_READ)} or fewer`
                : `${formatCount(count, list.kind)}, in the background`
            }
            disabled={isTooLong || isPending}
            onSelect={() => mutate(list)}
          />
        )}
      </>
    ),
    opened: isOpen ? (
      <ReadIdsDialog
        kind={list.kind}
        isStarting={isPending}
        problem={error && problemOf(error).detail}
        onStart={(ids) => mutate({ kind: list.kind, ids })}
        onRead={reset}
        onDismiss={() => {
          reset()
          setOpen(false)
        }}
      />
    ) : (
      error && (
        <Notice tone="watch" role="alert">
          {problemOf(error).detail}
        </Notice>
      )
    ),
  }
}
