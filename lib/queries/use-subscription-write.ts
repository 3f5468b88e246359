import { hashKey, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOfCode } from '@/contract/console/errors'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Problem } from '@/contract/console/problem'
import { ProblemError } from '@/contract/console/problem-error'
import type { SubscriptionView } from '@/contract/console/subscription'
import { readOperation, sendOperation } from '../browser/operation'
import { problemOf } from '../browser/problem-of'
import { seenOf } from '../domain/seen-subscription'
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

const isNotKnown = (checked: CheckedWrite) => checked.state === 'checking' || checked.outcome.verdict === 'unknown'

/** Whether an outcome that is not known will be checked again without being asked for. */
export const isStillChecked = ({ round }: SettledWrite) => round < PAUSES_MS.length

/** A cancel or delete as somebody confirmed it. */
export type SubscriptionWrite =
  | { action: 'cancel'; input: ConsoleInput<'cancelSubscription'> }
  | { action: 'delete'; input: ConsoleInput<'deleteSubscription'> }

/**
 * Sends a cancel or delete once, and tells the truth about it: reads the subscription again, makes everything shown
 * read again, and keeps the outcome until the next write. It outlives the dialog that asked. Days in the outcome are
 * written in `timeZone`.
 * @param onTold is called when the dialog has nothing more to say: what became of the write is told in `checked`
 */
export function useSubscriptionWrite(timeZone: string, onTold: () => void) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Problem>()
  const [checked, setChecked] = useState<CheckedWrite | null>(null)
  const isSending = useRef(false)
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
  const check = (write: SentWrite) => {
    setChecked({ write, state: 'checking' })
    return lookAndShow(write, 0)
  }
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

  const tell = async (sent: SentWrite) => {
    if (sent.response !== 'refused') {
      onTold()
      return void check(sent)
    }
    const settled = await look(sent, 0)
    const { verdict, message } = settled.outcome
    if (verdict === 'refused')
      return setRefusal(sent.problem && { ...sent.problem, detail: `${message} ${sent.problem.detail}` })
    show(settled)
    onTold()
  }

  return {
    /** The write is on its way, or a refusal is being checked. */
    sending,
    /** Why the last write was not sent, or that it was refused and changed nothing. */
    refusal,
    /** What became of the last write. */
    checked,
    /** Sends it, once whatever is clicked meanwhile; `before` is the subscription as it was read for this. */
    send: async (write: SubscriptionWrite, before: SubscriptionView): Promise<void> => {
      // The ref, not the state: two submits may come before the next render.
      if (isSending.current) return
      isSending.current = true
      setSending(true)
      setRefusal(undefined)
      try {
        const sent = await sendOnce(write, before)
        if ('notSent' in sent) setRefusal(sent.notSent)
        else await tell(sent)
      } finally {
        setSending(false)
        isSending.current = false
      }
    },
    /** For when what was refused is being changed. */
    forgetRefusal: () => setRefusal(undefined),
    checkAgain: check,
    /** For when the next dialog opens; what nobody knows yet stays in view until the next write is sent. */
    begin: () => {
      setRefusal(undefined)
      if (checked && !isNotKnown(checked)) show(null)
    },
    dismiss: () => show(null),
  }
}

/** Sends the write, and tells where it stopped: the console did not send it, or what came back. */
async function sendOnce(
  { action, input }: SubscriptionWrite,
  before: SubscriptionView,
): Promise<SentWrite | { notSent: Problem }> {
  try {
    const { operation } = await sendOperation(`${action}Subscription`, { ...input, seen: seenOf(before) })
    if (operation.state === 'STALE')
      return { notSent: { ...problemOfCode('not_sent'), retryable: false, detail: operation.detail } }
    const isAccepted = operation.state === 'CONFIRMED' || operation.state === 'ACCEPTED'
    return { action, before, response: isAccepted ? 'accepted' : 'none' }
  } catch (error) {
    const problem = problemOf(error instanceof Error ? error : new Error('Not sent'))
    if (problem.outcome !== 'none') return { action, before, response: 'none', problem }
    return problem.upstreamStatus === undefined
      ? { notSent: problem }
      : { action, before, response: 'refused', problem }
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
