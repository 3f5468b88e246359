import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Problem } from '@/contract/console/problem'
import type { SubscriptionView } from '@/contract/console/subscription'
import { getJson } from '../http'
import { apiPath, subscriptionPath } from '../paths'
import { ProblemError } from '../problem-error'
import { type SentWrite, type WriteOutcome, writeOutcome } from '../write-outcome'
import { subscriptionQuery } from './subscription'

/** Longer than the console's server takes for a read (5 s), so that its own words arrive first. */
const CHECK_TIMEOUT_MS = 8000

/** A sent write, while it is checked and after: with its outcome, or why it could not be checked. */
export type CheckedWrite = { write: SentWrite } & (
  { state: 'checking' } | { state: 'settled'; outcome: WriteOutcome } | { state: 'unchecked'; reason: string }
)

/**
 * Tells the truth about a write: reads the subscription again, makes everything shown read again, and keeps the
 * outcome until the next write. Days in the outcome are written in `timeZone`.
 */
export function useWriteCheck(timeZone: string) {
  const client = useQueryClient()
  const [checked, setChecked] = useState<CheckedWrite | null>(null)
  const latest = useRef<SentWrite>(undefined)

  const check = async (write: SentWrite) => {
    latest.current = write
    const show = (next: CheckedWrite) => latest.current === write && setChecked(next)
    show({ write, state: 'checking' })
    void invalidateOthers(client, write.before.id)
    const after = await readAgain(client, write.before.id)
    if ('problem' in after) show({ write, state: 'unchecked', reason: after.problem })
    else show({ write, state: 'settled', outcome: writeOutcome(write, after.subscription, timeZone) })
  }
  return { checked, check, dismiss: () => setChecked(null) }
}

/** Null where the subscription answers 404; a text where it could not be read. */
type ReadAgain = { subscription: SubscriptionView | null } | { problem: string }

async function readAgain(client: QueryClient, id: string): Promise<ReadAgain> {
  const query = subscriptionQuery(id)
  // A reader for as long as the read takes: when the closing dialog was the last one, its read would be cancelled.
  const release = new QueryObserver(client, { ...query, enabled: false }).subscribe(() => undefined)
  try {
    // A read under way began before the write and may hold the old state.
    await client.cancelQueries({ queryKey: query.queryKey, exact: true })
    const subscription = await client.fetchQuery({
      ...query,
      staleTime: 0,
      queryFn: () => getJson<SubscriptionView>(apiPath(subscriptionPath(id)), AbortSignal.timeout(CHECK_TIMEOUT_MS)),
    })
    return { subscription }
  } catch (error) {
    if (!(error instanceof ProblemError)) return { problem: 'No answer came in time.' }
    return error.problem.code === 'not_found' ? { subscription: null } : { problem: whatHappened(error.problem) }
  } finally {
    release()
  }
}

const whatHappened = ({ title, detail }: Problem) => `${title}. ${detail}`

/** Everything shown that a cancel or delete may have changed; the subscription itself is read by the check. */
async function invalidateOthers(client: QueryClient, id: string): Promise<void> {
  const prefixes = ['subscription', 'invoice', 'transactions', 'find', 'raw']
  await client.invalidateQueries({
    predicate: ({ queryKey: [prefix, key] }) =>
      typeof prefix === 'string' && prefixes.includes(prefix) && !(prefix === 'subscription' && key === id),
  })
}
