'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import type { ExportProgress as Progress } from '@/lib/core/download'
import { sendOperation, operationQuery } from '@/lib/api'
import { formatNumber } from '@/lib/money/amount'
import { JobProgress } from '@/components/page/job'

const POLL_INTERVAL_MS = 1000
const MAX_FAILED_POLLS = 15
const BEGINNING: Progress = { state: 'running', rows: 0, total: null, outcome: null }
const UNKNOWN = 'Export progress is not available. If the file is incomplete, its last line says Partial and why.'

/** What an export counts: its words in a sentence. */
export type Exported = 'transactions' | 'invoices'

interface ExportProgressProps {
  exportId: string
  of: Exported
  onClose: () => void
}

/** The progress of an export with a stop button, then its result: an incomplete file ends with the same words. */
export function ExportProgress({ exportId, of, onClose }: ExportProgressProps) {
  const { data, errorUpdateCount, refetch } = useQuery({
    ...operationQuery('getExport', { exportId }),
    // The first poll waits, so that the download has started by then.
    initialData: BEGINNING,
    refetchInterval: ({ state }) => (isOver(state) ? false : POLL_INTERVAL_MS),
    gcTime: 0,
  })
  return isOver({ data, errorUpdateCount }) ? (
    <Outcome progress={data} onClose={onClose} />
  ) : (
    <Running progress={data} exportId={exportId} of={of} onCancelled={() => void refetch()} />
  )
}

interface RunningProps {
  progress: Progress
  exportId: string
  of: Exported
  onCancelled: () => void
}

function Running({ progress: { rows, total }, exportId, of, onCancelled }: RunningProps) {
  const focusReturn = useFocusReturn()
  const cancel = useMutation({ mutationFn: () => sendOperation('cancelExport', { exportId }), onSettled: onCancelled })
  return (
    <div {...focusReturn} className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm">
      <JobProgress label={`${LABELS[of]} exported`} value={rows} max={total} text={rowsInWords(of, rows, total)} />
      <Button small pending={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel export
      </Button>
    </div>
  )
}

function Outcome({ progress: { state, outcome }, onClose }: { progress: Progress; onClose: () => void }) {
  const focusReturn = useFocusReturn()
  const isComplete = state === 'complete'
  return (
    <div {...focusReturn}>
      <Notice tone={isComplete ? 'good' : 'watch'} role={isComplete ? 'status' : 'alert'}>
        <div className="flex items-start justify-between gap-3">
          {outcome ?? UNKNOWN}
          <Button variant="ghost" small aria-label="Close" onClick={onClose} className="-my-1">
            <X aria-hidden="true" className="size-4" />
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** The export has ended, or its state is unknown: the console does not know it or does not respond. */
const isOver = ({ data, errorUpdateCount }: { data?: Progress; errorUpdateCount: number }) =>
  errorUpdateCount >= MAX_FAILED_POLLS || data?.state === 'complete' || data?.state === 'partial'

const LABELS = { transactions: 'Transactions', invoices: 'Invoices' } satisfies Record<Exported, string>

function rowsInWords(of: Exported, rows: number, total: number | null): string {
  if (total !== null) return `${formatNumber(rows)} of ${formatNumber(total)} ${of}`
  return rows === 0 ? `Reading ${of}…` : `${formatNumber(rows)} ${of} so far`
}
