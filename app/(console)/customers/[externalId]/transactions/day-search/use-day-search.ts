'use client'

import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import { problemOf } from '@/lib/browser/problem-of'
import type { WhyNoPage } from '@/lib/domain/ledger/page-of-day'
import type { Span } from '@/lib/domain/time/zoned-day'
import { operationQuery } from '@/lib/queries/operation-query'

/** The state of a day search, for a day such as `2026-03-03` in the zone that was displayed at its start. */
export type DaySearch = { day: string; timeZone: string } & (
  | { state: 'running'; reads: number; atMost: number }
  | { state: 'found'; kind: 'day' | 'none' | 'beyond'; page: number; span: Span }
  | { state: 'failed'; why: WhyNoPage | { problem: string } }
)

const pageKey = (input: ConsoleInput<'listTransactions'>) => operationQuery('listTransactions', input).queryKey

/**
 * Searches for the page that contains a day, and opens it as it was read. Ends when the user opens another page, size
 * or order.
 * @param lastPage null when it is unknown
 */
export function useDaySearch(
  input: ConsoleInput<'listTransactions'>,
  lastPage: number | null,
  onFound: (page: number) => void,
) {
  const client = useQueryClient()
  const inputKey = hashKey(pageKey(input))
  /** A search shows on the page where it started, and on the page that it found. */
  const [shown, setShown] = useState<{ on: string; search: DaySearch | null }>()
  const running = useRef<{ from: string; abort: AbortController }>(null)
  useEffect(() => {
    if (running.current?.from !== inputKey) running.current?.abort.abort()
  }, [inputKey])
  useEffect(() => () => running.current?.abort.abort(), [])

  const find = async (day: string, timeZone: string): Promise<void> => {
    running.current?.abort.abort()
    const current = { from: inputKey, abort: new AbortController() }
    running.current = current
    const { signal } = current.abort
    const show = (search: DaySearch | null, on = inputKey) => {
      if (running.current === current) setShown({ on, search })
    }
    try {
      const { findPageOfDay } = await import('./find-page-of-day')
      const onRead = (reads: number, atMost: number) => show({ state: 'running', day, timeZone, reads, atMost })
      const { found, span } = await findPageOfDay(input, { day, timeZone, lastPage, signal, onRead })
      if (!('page' in found)) return show({ state: 'failed', day, timeZone, why: found.kind })
      const { kind, page, response } = found
      const key = pageKey({ ...input, page })
      client.setQueryData(key, response)
      show({ state: 'found', day, timeZone, kind, page, span }, hashKey(key))
      onFound(page)
    } catch (error) {
      if (signal.aborted) return show(null)
      const { detail } = problemOf(error instanceof Error ? error : new Error())
      show({ state: 'failed', day, timeZone, why: { problem: detail } })
    }
  }
  return {
    /** Null when no search concerns the page shown. */
    search: shown?.on === inputKey ? shown.search : null,
    start: (day: string, timeZone: string) => void find(day, timeZone),
    /** Stops the search and hides its result. */
    stop: () => {
      running.current?.abort.abort()
      setShown(undefined)
    },
  }
}
