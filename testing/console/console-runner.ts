import { operationContext } from '@/lib/environment'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ProblemError } from '@/lib/core/problem-error'
import type { SeenSubscription } from '@/lib/changes/change'
import { runOperation } from '@/lib/run-operation'
import { startReconciler } from '@/lib/changes/server/reconcile-changes'
import { JOB_WORKS } from '@/lib/job-works'
import { startJobs } from '@/lib/jobs/run-jobs'
import { startFollowingForgettings } from '@/lib/objects/server/forget-fence'
import type { ChangeTiming } from '@/lib/changes/server/change-timing'

/*
 * A console process without pages, which a test starts and kills. It sends and reconciles changes as `next start` does,
 * with shorter pauses, reads whole ledgers, reads lists again, sends the changes of groups, continues those of a process that has ended, and exports.
 */

/** Moves the clock of this process forward or back. */
export interface ClockStep {
  stepMs: number
}

let clockMs = Number(process.env.CLOCK_STEP_MS ?? 0)
globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given) => Reflect.construct(RealDate, given.length === 0 ? [RealDate.now() + clockMs] : given),
  get: (RealDate, name) => (name === 'now' ? () => RealDate.now() + clockMs : Reflect.get(RealDate, name)),
})

/** A change that the process must make. */
export interface ChangeRun {
  run: number
  action: 'cancel' | 'delete'
  id: string
  seen: SeenSubscription
}

/** A proposal that the process must approve or decline for an admin. */
export interface DecisionRun {
  run: number
  action: 'approve' | 'decline'
  id: string
  changeId: string
  by: string
}

/** A whole ledger that the process must begin to read. */
export interface LedgerRun {
  run: number
  action: 'readLedger'
  externalId: string
}

/** A ledger that the process must export to a file. */
export interface ExportRun {
  run: number
  action: 'export'
  externalId: string
  file: string
}

export type ConsoleRun = ChangeRun | DecisionRun | LedgerRun | ExportRun

/** The result that the caller received: the state of a change or a read, "exported", or the code of a problem. */
export interface RunResult {
  run: number
  result: string
}

/** The quiet period is longer than every fault of the runs. */
const TIMING: ChangeTiming = {
  pausesMs: [20, 40, 80, 160, 320, 640],
  laterPauseMs: 1_000,
  quietMs: 4_000,
  giveUpMs: 8_000,
  holdMs: 8_000,
}

const actor = { name: 'agent@example.com', role: 'agent' } as const
const contextOf = () => {
  const context = operationContext({ actor, peer: '127.0.0.1', userAgent: 'vitest' }, randomUUID())
  return { ...context, environment: { ...context.environment, changeTiming: TIMING } }
}

async function resultOf(given: ConsoleRun): Promise<string> {
  if (given.action === 'readLedger')
    return (await runOperation('readLedger', contextOf(), { externalId: given.externalId })).state
  if (given.action === 'export') {
    const { externalId } = given
    const { bytes } = await runOperation('exportTransactions', contextOf(), { externalId })
    await pipeline(Readable.from({ [Symbol.asyncIterator]: () => bytes }), createWriteStream(given.file))
    return 'exported'
  }
  if ('changeId' in given) {
    const { action, id, changeId, by } = given
    const decision = { changeId, reason: 'A run' }
    const context = { ...contextOf(), actor: { name: by, role: 'admin' } as const }
    return action === 'decline'
      ? (await runOperation('declineChange', context, decision)).change.state
      : (await runOperation('approveChange', context, { id, ...decision })).change.state
  }
  const { action, id, seen } = given
  return (await runOperation(`${action}Subscription`, contextOf(), { id, seen, reason: 'A run' })).change.state
}

async function resultOrCode(given: ConsoleRun): Promise<string> {
  try {
    return await resultOf(given)
  } catch (error) {
    return error instanceof ProblemError ? error.problem.code : 'internal_error'
  }
}

startReconciler(contextOf().environment, { everyMs: 20 })
startJobs(contextOf().environment, JOB_WORKS)
startFollowingForgettings((newest) => contextOf().environment.index.noteForgetting(newest))
process.on('message', (given: ConsoleRun | ClockStep) => {
  if ('stepMs' in given) clockMs += given.stepMs
  else void resultOrCode(given).then((result) => process.send?.({ run: given.run, result } satisfies RunResult))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
