import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import type { ReactNode } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import { type ListName, operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { Prefetched } from '../_shell/prefetched'

export interface ListPageProps {
  searchParams: Promise<SearchParams>
}

interface PrefetchedListProps<Name extends ListName> {
  name: Name
  input: ConsoleInput<Name>
  /** The list. */
  children: ReactNode
}

/** A list whose first HTML contains its rows, and whose filters are in the URL. */
export function PrefetchedList<Name extends ListName>({ name, input, children }: PrefetchedListProps<Name>) {
  return (
    <Prefetched
      prefetch={(client) =>
        client.fetchQuery({ ...operationQuery(name, input), queryFn: () => runForPage(name, input) })
      }
    >
      {() => <NuqsAdapter>{children}</NuqsAdapter>}
    </Prefetched>
  )
}
