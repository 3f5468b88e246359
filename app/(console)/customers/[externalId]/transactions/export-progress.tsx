'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { ExportProgress as Progress } from '@/contract/console/export-progress'
import { readOperation } from '@/lib/browser/operation'
import { formatQuantity } from '@/lib/format/amount'
import { operationQuery } from '@/lib/queries/operation-query'

const ASK_EVERY_MS = 1000
/** The export is known once its first page was read, which may take a few seconds. */
const MOST_UNANSWERED = 15

/** How far an export is, with a way to stop it; and, in the words of the file's last line, what it came to. */
export function ExportProgress({ exportId, onClose }: { exportId: string; onClose: () => void }) {
  const { data, errorUpdateCount, refetch } = useQuery({
    ...operationQuery('getExport', { exportId }),
    refetchInterval: ({ state }) => (isOver(state) ? false : ASK_EVERY_MS),
    gcTime: 0,
  })
  const cancel = useMutation({
    mutationFn: () => readOperation('cancelExport', { exportId }),
    onSettled: () => refetch(),
  })
  if (!isOver({ data, errorUpdateCount }))
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="text-muted tabular-nums">
          {data === undefined ? 'Reading the ledger…' : rowsInWords(data)}
        </span>
        {data !== undefined && data.total !== null && (
          <progress aria-label="Rows exported" value={data.rows} max={data.total} className="h-2 w-32" />
        )}
        <Button small pending={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel export
        </Button>
      </div>
    )
  const isComplete = data?.state === 'complete'
  return (
    <div className="min-w-0 flex-1">
      <Notice
        tone={isComplete ? 'good' : 'watch'}
        role={isComplete ? 'status' : 'alert'}
        actions={
          <Button small onClick={onClose}>
            Close
          </Button>
        }
      >
        {data?.outcome ??
          'How the export stands is not known: the console does not answer. The last line of the file says whether it is complete.'}
      </Notice>
    </div>
  )
}

/** Ended, or out of sight: the console does not know it, or does not answer. */
const isOver = ({ data, errorUpdateCount }: { data: Progress | undefined; errorUpdateCount: number }) =>
  errorUpdateCount >= MOST_UNANSWERED || (data !== undefined && data.state !== 'running')

const number = (count: number) => formatQuantity(String(count))
const rowsInWords = ({ rows, total }: Progress) =>
  total === null ? `${number(rows)} rows so far` : `${number(rows)} of ${number(total)} rows`
