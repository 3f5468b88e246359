import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { problemOf } from '@/lib/core/problem-of'
import { type SelectedCancel, selectedCancel } from '@/lib/changes/selected-cancel'
import { changesOf, SELECTED } from './change-queries'
import { readOperation } from '@/lib/api'
import { msUntilOtherEffect } from './fresh-subscription'

/** One read in this time, as in the background: the reads of other people come between. */
const READ_EVERY_MS = 200

export interface ReadRow {
  id: string
  /** Null for a subscription that could not be read. */
  view: SubscriptionView | null
  cancel: SelectedCancel
}

/**
 * Reads these subscriptions one after another, with their changes, and again when the effect of a cancel has passed.
 * @returns the rows whose shown effect is still to come, in the order of the IDs
 */
export function useReadSelected(ids: readonly string[]): readonly ReadRow[] {
  const [started, setStarted] = useState(1)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(Math.min(started + 1, ids.length)), READ_EVERY_MS)
    return () => clearTimeout(timer)
  }, [started, ids.length])
  return useQueries({
    queries: ids.slice(0, started).map((id) => ({
      queryKey: [SELECTED, id],
      // Another dialog of this page reads them again.
      gcTime: 0,
      queryFn: ({ signal }: { signal: AbortSignal }) => readRow(id, signal),
      refetchInterval: ({ state: { data } }: { state: { data?: ReadRow | undefined } }) =>
        data?.view ? msUntilOtherEffect('cancel', data.view) : false,
      refetchIntervalInBackground: true,
    })),
    combine: (results) => results.flatMap(({ data, isFetching }) => (data && !isFetching ? data : [])),
  })
}

async function readRow(id: string, signal: AbortSignal): Promise<ReadRow> {
  try {
    const [view, { changes }] = await Promise.all([
      readOperation('getSubscription', { id }, signal),
      readOperation('listChanges', changesOf(id), signal),
    ])
    return { id, view, cancel: selectedCancel(view, changes) }
  } catch (error) {
    if (signal.aborted) throw error
    const { title } = problemOf(error)
    return { id, view: null, cancel: { kind: 'leftOut', words: title } }
  }
}
