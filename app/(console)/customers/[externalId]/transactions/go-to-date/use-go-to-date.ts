import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LedgerRead } from '@/lib/ledger/whole-ledger'
import { readOperation, sendOperation, type InputOf, operationQuery } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { type DayPage, type PagePosition, pageOfDay } from '@/lib/ledger/page-position'

const POLL_MS = 1_000

/** What became of "Go to date", for a UTC day such as `2026-03-03`. `reading`: the ledger has grown, and is read on first. */
export type DayResult = { day: string } & (
  | { state: 'reading' }
  | ({ state: 'found' } & DayPage)
  | { state: 'failed'; why: string }
)

interface DayOptions {
  /** The whole ledger as it was read. */
  read: LedgerRead | undefined
  /** Null before the first page. */
  position: PagePosition | null
  onFound: (page: number) => void
}

/**
 * Opens the page on which a day starts, by the sums of a ledger that was read whole. Ends when the user opens another page, size or
 * order.
 */
export function useGoToDate(input: InputOf<'listTransactions'>, { read, position, onFound }: DayOptions) {
  const client = useQueryClient()
  const keyOf = (page: number) => hashKey(operationQuery('listTransactions', { ...input, page }).queryKey)
  const inputKey = keyOf(input.page)
  /** The result shows on the page where the day was typed, and on the page that was found. */
  const [shown, setShown] = useState<{ on: string; result: DayResult } | null>(null)
  const running = useRef<{ from: string; abort: AbortController }>(null)
  useEffect(() => {
    if (running.current?.from !== inputKey) running.current?.abort.abort()
  }, [inputKey])
  useEffect(() => () => running.current?.abort.abort(), [])

  const open = async (day: string): Promise<void> => {
    const { externalId, order, pageSize } = input
    running.current?.abort.abort()
    const abort = new AbortController()
    running.current = { from: inputKey, abort }
    const show = (result: DayResult, page = input.page) => {
      if (!abort.signal.aborted) setShown({ on: keyOf(page), result })
    }
    try {
      let total = position?.total ?? 0
      if (read?.state !== 'complete' || read.checkedEntries !== position?.total) {
        show({ day, state: 'reading' })
        const { state, why, checkedEntries } = await readOn(client, externalId, abort.signal)
        if (state !== 'complete')
          return show({ day, state: 'failed', why: `the ledger was not read whole: ${why ?? ''}` })
        total = Math.max(total, checkedEntries)
      }
      const { place } = await client.fetchQuery({
        ...operationQuery('explainChange', { externalId, from: day, to: day }),
        staleTime: 0,
      })
      if (place === null)
        return show({ day, state: 'failed', why: 'the transactions are not sorted by creation time, or have none.' })
      const found = pageOfDay(place, { total, size: position?.size ?? pageSize, order })
      if (abort.signal.aborted) return
      show({ day, state: 'found', ...found }, found.page)
      onFound(found.page)
    } catch (error) {
      show({ day, state: 'failed', why: problemOf(error instanceof Error ? error : new Error()).detail })
    }
  }
  return {
    /** Null when no day concerns the page shown. */
    result: shown?.on === inputKey ? shown.result : null,
    open: (day: string) => void open(day),
    /** Hides the result. */
    clear: () => {
      running.current?.abort.abort()
      setShown(null)
    },
  }
}

/** Reads what is new in a ledger, and waits for the end. */
async function readOn(client: QueryClient, externalId: string, signal: AbortSignal): Promise<LedgerRead> {
  const { queryKey } = operationQuery('getLedgerRead', { externalId })
  let read: LedgerRead = await sendOperation('readLedger', { externalId, again: false })
  while (read.state === 'running') {
    client.setQueryData(queryKey, read)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    signal.throwIfAborted()
    read = await readOperation('getLedgerRead', { externalId }, signal)
  }
  client.setQueryData(queryKey, read)
  return read
}
