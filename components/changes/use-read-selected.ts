import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { problemOf } from '@/lib/core/problem-of'
import { type SelectedCancel, selectedCancel } from '@/lib/changes/selected-cancel'
import { changesOfQuery } from './change-queries'
import { operationQuery } from '@/lib/api'
import { readAgainAt, useCallAt } from './use-read-again'

/** One read in this time, as in the background: the reads of other people come between. */
const READ_EVERY_MS = 200

export interface ReadRow {
  id: string
  /** Null for a subscription that could not be read. */
  view: SubscriptionView | null
  cancel: SelectedCancel
  /** The instant of this clock, in milliseconds, from which the cancel has another effect; null when none is known. */
  againAt: number | null
}

/**
 * Reads these subscriptions one after another, with their changes, and again when the effect of a cancel has passed.
 * @returns the rows whose shown effect is still to come, in the order of the IDs
 */
export function useReadSelected(ids: readonly string[]): readonly ReadRow[] {
  const client = useQueryClient()
  const [byId, setById] = useState<ReadonlyMap<string, ReadRow>>(new Map())
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const nextId = ids.find((id) => !byId.has(id))
  useEffect(() => {
    if (nextId === undefined) return
    let ended = false
    const read = async (): Promise<ReadRow> => {
      try {
        const [view, { changes }] = await Promise.all([
          client.fetchQuery({ ...operationQuery('getSubscription', { id: nextId }), staleTime: 0 }),
          client.fetchQuery({ ...changesOfQuery(nextId), staleTime: 0 }),
        ])
        const cancel = selectedCancel(view, changes)
        return { id: nextId, view, cancel, againAt: readAgainAt('cancel', view, Date.now()) }
      } catch (error) {
        const { title } = problemOf(error instanceof Error ? error : new Error('Not read'))
        return { id: nextId, view: null, cancel: { kind: 'leftOut', words: title }, againAt: null }
      }
    }
    void (async () => {
      const [row] = await Promise.all([read(), new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS))])
      if (!ended) setById((before) => new Map(before).set(nextId, row))
    })()
    return () => {
      ended = true
    }
  }, [client, nextId])
  const instants = rows.flatMap(({ againAt }) => againAt ?? [])
  const dropUntil = useCallback(
    (at: number) =>
      setById((before) => new Map([...before].filter(([, { againAt }]) => againAt === null || againAt > at))),
    [],
  )
  useCallAt(instants.length === 0 ? null : Math.min(...instants), dropUntil)
  return rows
}
