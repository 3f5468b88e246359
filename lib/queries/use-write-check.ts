import { hashKey, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readOperation } from '../browser/operation'
import { ProblemError } from '@/contract/console/problem-error'
import { type Reading, type SentWrite, type WriteOutcome, writeOutcome } from '../domain/write-outcome'
import { operationQuery } from './operation-query'

/** Longer than the console's server takes for a read (5 s), so that its own words arrive first. */
const CHECK_TIMEOUT_MS = 8000

/** While an outcome is not known it is checked again after each: 2, 5, 10, 20, 40 and 60 s after the first check. */
const PAUSES_MS = [2_000, 3_000, 5_000, 10_000, 20_000, 20_000]

/** A sent write, while it is checked and after. `round` counts the checks made without being asked for. */
export type CheckedWrite = { write: SentWrite; state: 'checking' } | SettledWrite
export interface SettledWrite {
  write: SentWrite
  state: 'settled'
  outcome: WriteOutcome
  round: number
}

export const isNotKnown = (checked: CheckedWrite) =>
  checked.state === 'checking' || checked.outcome.verdict === 'unknown'

/** Whether an outcome that is not known will be checked again without being asked for. */
export const isStillChecked = ({ round }: SettledWrite) => round < PAUSES_MS.length

/**
 * Tells the truth about a write: reads the subscription again, makes everything shown read again, and keeps the
 * outcome until the next write. Days in the outcome are written in `timeZone`.
 */
export function useWriteCheck(timeZone: string) {
  const client = useQueryClient()
  const [checked, setChecked] = useState<CheckedWrite | null>(null)
  /** The last check begun: what an earlier one finds is not shown any more. */
  const lastCheck = useRef<symbol>(undefined)

  const look = useCallback(
    async (write: SentWrite, round: number): Promise<SettledWrite> => {
      const outcome = writeOutcome(write, await readAgain(client, write.before.id), timeZone)
      if (round === 0 || outcome.verdict !== 'unknown') void invalidateOthers(client, write.before.id)
      return { write, state: 'settled', outcome, round }
    },
    [client, timeZone],
  )
  const lookAndShow = useCallback(
    async (write: SentWrite, round: number) => {
      const check = Symbol('check')
      lastCheck.current = check
      const settled = await look(write, round)
      if (lastCheck.current === check) setChecked(settled)
    },
    [look],
  )
  const show = (next: CheckedWrite | null) => {
    lastCheck.current = undefined
    setChecked(next)
  }

  useEffect(() => {
    if (checked?.state !== 'settled' || checked.outcome.verdict !== 'unknown') return
    const { write, round } = checked
    const pauseMs = PAUSES_MS[round]
    if (pauseMs === undefined) return
    const timer = setTimeout(() => void lookAndShow(write, round + 1), pauseMs)
    return () => clearTimeout(timer)
  }, [checked, lookAndShow])

  return {
    checked,
    /** Checks a write, and shows that it is being checked. */
    check: (write: SentWrite) => {
      setChecked({ write, state: 'checking' })
      return lookAndShow(write, 0)
    },
    /** Checks a refusal; what became of it is shown where that is not simply that nothing was changed. */
    checkRefusal: async (write: SentWrite): Promise<WriteOutcome> => {
      const settled = await look(write, 0)
      if (settled.outcome.verdict !== 'refused') show(settled)
      return settled.outcome
    },
    dismiss: () => show(null),
  }
}

async function readAgain(client: QueryClient, id: string): Promise<Reading> {
  const query = operationQuery('getSubscription', { id })
  // A reader for as long as the read takes: when the closing dialog was the last one, its read would be cancelled.
  const release = new QueryObserver(client, { ...query, enabled: false }).subscribe(() => undefined)
  try {
    // A read under way began before the write and may hold the old state.
    await client.cancelQueries({ queryKey: query.queryKey, exact: true })
    const subscription = await client.fetchQuery({
      ...query,
      staleTime: 0,
      queryFn: () => readOperation('getSubscription', { id }, AbortSignal.timeout(CHECK_TIMEOUT_MS)),
    })
    return { subscription }
  } catch (error) {
    if (!(error instanceof ProblemError)) return { problem: whyNotRead(error) }
    return error.problem.code === 'not_found' ? { subscription: null } : { problem: error.problem.title }
  } finally {
    release()
  }
}

const whyNotRead = (error: unknown) =>
  error instanceof Error && error.name === 'TimeoutError' ? 'No answer came in time' : 'The answer could not be read'

/** Everything shown that a cancel or delete may have changed; the subscription itself is read by the check. */
async function invalidateOthers(client: QueryClient, id: string): Promise<void> {
  const own = hashKey(operationQuery('getSubscription', { id }).queryKey)
  await client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== own })
}
