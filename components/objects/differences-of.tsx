'use client'

import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { Difference } from '@/lib/objects/indexed-objects'
import { operationQuery } from '@/lib/api'

/** Seldom shown. */
const DifferenceList = lazyWithRetry(() => import('./difference-list').then((module) => module.DifferenceList))

/** Lists the changes that the console noticed in an object; renders nothing when there are none. */
export function DifferencesOf({ kind, id }: Pick<Difference, 'kind' | 'id'>) {
  const { data } = useQuery({ ...operationQuery('listDifferences', { kind, id }), staleTime: 0 })
  if (!data || data.differences.length === 0) return null
  return <DifferenceList differences={data.differences} />
}
