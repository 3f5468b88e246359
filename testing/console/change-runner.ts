import { randomUUID } from 'node:crypto'
import { ProblemError } from '@/contract/console/problem-error'
import type { SeenSubscription } from '@/contract/console/change'
import { operationContext } from '@/lib/server/operation-context'
import { runOperation } from '@/lib/server/run-operation'
import { startReconciler } from '@/lib/server/changes/start-reconciler'
import type { ChangeTiming } from '@/lib/server/changes/change-timing'

/*
 * A console process without pages, which a test starts and kills. It sends and reconciles changes as `next start` does,
 * with shorter pauses.
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

/** The result that the caller received: a change state, or the code of a problem. */
export interface ChangeRunResult {
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

async function runChange({ action, id, seen }: ChangeRun): Promise<string> {
  try {
    const { change } = await runOperation(`${action}Subscription`, contextOf(), { id, seen, reason: 'A run' })
    return change.state
  } catch (error) {
    return error instanceof ProblemError ? error.problem.code : 'internal_error'
  }
}

startReconciler(contextOf().environment, { everyMs: 20 })
process.on('message', (run: ChangeRun | ClockStep) => {
  if ('stepMs' in run) clockMs += run.stepMs
  else void runChange(run).then((result) => process.send?.({ run: run.run, result } satisfies ChangeRunResult))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
