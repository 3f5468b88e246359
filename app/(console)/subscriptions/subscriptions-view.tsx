'use client'

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { MAX_GROUP } from '@/lib/changes/change'
import type { IndexedSubscription } from '@/lib/objects/indexed-objects'
import { listQuery, operationQuery } from '@/lib/api'
import { listColumns } from '@/components/lists/list-cells'
import { ListPage } from '@/components/lists/list-page'
import { type List, useList } from '@/components/lists/use-list'
import { useSelection } from '@/components/changes/use-selection'

const columnsAt = listColumns<IndexedSubscription>('subscriptions')

const idOf = ({ id, goneAt }: IndexedSubscription) => (goneAt === null ? id : null)

/** Reads the IDs of all rows that match the filters, up to those that a selection takes. */
async function readAllIds(client: QueryClient, filters: List['filters']) {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = operationQuery('listSubscriptions', { ...filters, after, pageSize: 100 })
    const { rows, next } = await client.fetchQuery({ ...page, staleTime: 0 })
    ids.push(...rows.flatMap((row) => idOf(row) ?? []))
    after = next ?? undefined
  } while (after !== undefined && ids.length < MAX_GROUP)
  return ids
}

/** The list of indexed subscriptions. */
export function SubscriptionsView() {
  const list = useList('subscriptions')
  const client = useQueryClient()
  const read = useQuery(listQuery('listSubscriptions', list.input))
  const { withBoxes, bar, provide } = useSelection<IndexedSubscription>({
    rows: read.data?.rows ?? [],
    idOf,
    all: read.data && {
      filters: JSON.stringify(list.filters),
      count: read.data.count,
      hasMore: read.data.hasMore,
      read: () => readAllIds(client, list.filters),
    },
  })
  const withBoxesAt = useCallback((readAt: string) => withBoxes(columnsAt(readAt)), [withBoxes])
  return provide(<ListPage list={list} read={read} columnsAt={withBoxesAt} selection={bar} />)
}
