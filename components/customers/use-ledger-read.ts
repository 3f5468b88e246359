import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LedgerRead } from '@/lib/ledger/whole-ledger'
import { sendOperation, operationQuery } from '@/lib/api'

const POLL_MS = 1_000
/** So many entries are read without being asked for: a new ledger, or what is new in one that was read. */
const MAX_UNASKED = 2_000
/** The queries whose results change with what was read. */
const FIGURES = [
  'getBalanceChart',
  'explainChange',
  'listLedgerMonths',
  'listLedgerBlocks',
  'listFilterOptions',
  'filterTransactions',
] as const

/**
 * Returns how far the whole ledger was read, and starts or cancels the reading. A short ledger, and a few new entries, are read
 * without being asked for.
 * @param total the number of entries that the API counts; null when it is unknown
 */
export function useLedgerRead(externalId: string, total: number | null) {
  const client = useQueryClient()
  const query = operationQuery('getLedgerRead', { externalId })
  const { data: read, error } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
  const keep = (changed: LedgerRead) => client.setQueryData(query.queryKey, changed)
  const start = useMutation({
    mutationFn: (again: boolean) => sendOperation('readLedger', { externalId, again }),
    onSuccess: keep,
  })
  const cancel = useMutation({ mutationFn: () => sendOperation('cancelLedgerRead', { externalId }), onSuccess: keep })

  // Figures are loaded again when a read has ended, not at each of its checkpoints.
  const asOf = read?.asOf
  const isRunning = read?.state === 'running'
  const seen = useRef<{ asOf: string | null; isRunning: boolean } | null>(null)
  useEffect(() => {
    if (asOf === undefined) return
    const before = seen.current
    seen.current = { asOf, isRunning }
    if (isRunning || before === null || (!before.isRunning && before.asOf === asOf)) return
    for (const name of FIGURES) void client.invalidateQueries({ queryKey: [name, { externalId }] })
  }, [asOf, isRunning, client, externalId])

  const hasStarted = useRef(false)
  const startUnasked = start.mutate
  const isUnread = read !== undefined && total !== null && shouldReadUnasked(read, total)
  useEffect(() => {
    if (!isUnread || hasStarted.current) return
    hasStarted.current = true
    startUnasked(false)
  }, [isUnread, startUnasked])

  return {
    read,
    error: error ?? start.error ?? cancel.error,
    isStarting: start.isPending,
    start: (again = false) => start.mutate(again),
    isCancelling: cancel.isPending,
    cancel: () => cancel.mutate(),
  }
}

function shouldReadUnasked({ state, checkedEntries }: LedgerRead, total: number): boolean {
  if (state === 'none') return total > 0 && total <= MAX_UNASKED
  return state === 'complete' && total > checkedEntries && total - checkedEntries <= MAX_UNASKED
}
