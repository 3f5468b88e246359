import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SubscriptionView } from '@/contract/console/subscription'
import { problemOf } from '@/lib/browser/problem-of'
import { type SelectedCancel, selectedCancel } from '@/lib/domain/change/selected-cancel'
import { changesOfQuery } from '@/lib/queries/change-queries'
import { operationQuery } from '@/lib/queries/operation-query'

/** One read in this time, as in the background: the reads of other people come between. */
const READ_EVERY_MS = 200

export interface ReadRow {
  id: string
  /** Null for a subscription that could not be read. */
  view: SubscriptionView | null
  cancel: SelectedCancel
}

/** Reads these subscriptions one after another, with their changes. @returns the rows that were read so far */
export function useReadSelected(ids: readonly string[]): readonly ReadRow[] {
  const client = useQueryClient()
  const [rows, setRows] = useState<readonly ReadRow[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const read = async (id: string): Promise<ReadRow> => {
      try {
        const [view, { changes }] = await Promise.all([
          client.fetchQuery({ ...operationQuery('getSubscription', { id }), staleTime: 0 }),
          client.fetchQuery({ ...changesOfQuery(id), staleTime: 0 }),
        ])
        return { id, view, cancel: selectedCancel(view, changes) }
      } catch (error) {
        const { title } = problemOf(error instanceof Error ? error : new Error('Not read'))
        return { id, view: null, cancel: { kind: 'leftOut', words: title } }
      }
    }
    void (async () => {
      setRows([])
      for (const id of ids) {
        const [row] = await Promise.all([read(id), new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS))])
        if (ending.signal.aborted) return
        setRows((before) => [...before, row])
      }
    })()
    return () => ending.abort()
  }, [client, ids])
  return rows
}
