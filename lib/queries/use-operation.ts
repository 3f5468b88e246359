import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isUnderWay, type WriteOperation } from '@/contract/console/write-operation'
import { everythingElse } from './everything-else'
import { operationQuery } from './operation-query'

const SOONEST_MS = 2_000
/** Also what only a person moves on is looked at again, in case another one did. */
const LATEST_MS = 15_000
/** The console's server reads the billing API at `nextCheckAt`, which takes it a moment. */
const READING_MS = 1_000

/** How long until an operation is asked for again; false where nothing more becomes known of it. A late response may correct `NOT_APPLIED`. */
export function pauseBeforeNext({ isOpen, state, nextCheckAt }: WriteOperation, now = Date.now()): number | false {
  if (!isOpen) return state === 'NOT_APPLIED' ? LATEST_MS : false
  if (nextCheckAt === null) return isUnderWay(state) ? SOONEST_MS : LATEST_MS
  return Math.min(Math.max(Date.parse(nextCheckAt) - now + READING_MS, SOONEST_MS), LATEST_MS)
}

interface KnownOperation {
  operation: WriteOperation
  /** When that was read, by this browser's clock, in milliseconds. */
  at: number
}

/**
 * A cancel or delete as it is known now. While it is open it is asked for again, in a tab that is seen; when it moves on
 * everything shown is read again.
 * @param known what was read of it elsewhere
 */
export function useOperation(
  id: string | undefined,
  known: KnownOperation | undefined,
): { operation: WriteOperation | undefined; isUnread: boolean } {
  const client = useQueryClient()
  const { data, isError } = useQuery({
    ...operationQuery('getOperation', { operationId: id ?? '' }),
    enabled: id !== undefined,
    initialData: known && { operation: known.operation },
    initialDataUpdatedAt: known?.at,
    staleTime: SOONEST_MS,
    refetchInterval: ({ state }) => (state.data ? pauseBeforeNext(state.data.operation) : SOONEST_MS),
    refetchOnWindowFocus: ({ state }) =>
      state.data && pauseBeforeNext(state.data.operation) === false ? false : 'always',
  })
  const operation = data?.operation
  const before = useRef(operation)
  useEffect(() => {
    const hasMoved = before.current?.id === operation?.id && standOf(before.current) !== standOf(operation)
    before.current = operation
    if (hasMoved) void client.invalidateQueries(everythingElse)
  }, [client, operation])
  return { operation, isUnread: isError }
}

const standOf = (operation: WriteOperation | undefined) => operation && `${operation.state} ${operation.isOpen}`
