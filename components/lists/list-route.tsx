import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import type { ComponentType } from 'react'
import { type ListName, LISTS } from '@/lib/objects/lists'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { listInput, listLoader } from './list-search'

export interface ListRouteProps {
  searchParams: Promise<SearchParams>
}

/** Returns the page of a list, with its first rows in the first HTML. */
export async function listRoute(list: ListName, View: ComponentType, { searchParams }: ListRouteProps) {
  await prefetch(LISTS[list].read, listInput(list, await listLoader(list)(searchParams)))
  return (
    <Prefetched>
      <NuqsAdapter>
        <View />
      </NuqsAdapter>
    </Prefetched>
  )
}
