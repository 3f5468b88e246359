'use client'

import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { Difference } from '@/contract/console/indexed-object'
import { operationQuery } from '@/lib/queries/operation-query'

/** Seldom shown. */
const DifferenceList = lazyWithRetry(() => import('./difference-list').then((module) => module.DifferenceList))

/** What changed in an object since it was seen before; nothing when nothing did. */
export function DifferencesOf({ kind, id }: Pick<Difference, 'kind' | 'id'>) {
  const { data } = useQuery({ ...operationQuery('listDifferences', { kind, id }), staleTime: 0 })
  if (!data || data.differences.length === 0) return null
  return <DifferenceList title="Changed since it was last seen" differences={data.differences} isOfPage />
}
