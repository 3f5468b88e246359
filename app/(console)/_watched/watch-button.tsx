'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Eye } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { FindHit } from '@/contract/console/find'
import { sendOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'
import { operationQuery } from '@/lib/queries/operation-query'

const WATCHED = operationQuery('listWatched', {})

/** Starts and stops watching an object: Home lists it, and the console reads it again now and then. */
export function WatchButton({ kind, id }: Pick<FindHit, 'kind' | 'id'>) {
  const client = useQueryClient()
  const { data, isError } = useQuery(WATCHED)
  const isWatched = data?.watched.some((watched) => watched.kind === kind && watched.id === id) === true
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendOperation('watchObject', { kind, id, isWatched: !isWatched }),
    onSuccess: ({ watched }) => client.setQueryData(WATCHED.queryKey, { watched }),
  })
  const Icon = isWatched ? Check : Eye
  return (
    <span className="no-print inline-flex items-center gap-2">
      {error && (
        <span role="alert" className="text-red text-xs">
          {problemOf(error).detail}
        </span>
      )}
      <Button
        small
        variant={isWatched ? 'secondary' : 'ghost'}
        pending={isPending || (!data && !isError)}
        title={`Home lists what you watch. The console checks it regularly for changes.${isWatched ? ' Press to stop.' : ''}`}
        onClick={() => mutate()}
      >
        {!isPending && data && <Icon aria-hidden="true" className="size-3.5" />}
        {isWatched ? 'Watching' : 'Watch'}
      </Button>
    </span>
  )
}
