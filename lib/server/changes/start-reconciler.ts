import { log } from '../log'
import type { Environment } from '../environment'
import { claimChanges, endLeases, releaseLeasesOfDeadProcesses, watchRows } from './claim-changes'
import { countOpenChangesElsewhere } from './find-changes'
import { ChangeMovedError } from './advance-change'
import { changeSourceOf } from './of-source'
import { reconcileChange } from './reconcile-change'
import type { ChangeRow } from './change-row'
import { RowWatch } from './row-watch'

/** The most changes that are checked at a time. */
const BATCH_SIZE = 8

interface Reconciler {
  everyMs?: number
}

/**
 * Determines the outcomes of open changes in the background. Processes on the same store share the work; no change is checked
 * twice. The timer does not keep the process alive.
 * @returns a function that stops the reconciler after its current round
 */
export function startReconciler(environment: Environment, { everyMs = 1_000 }: Reconciler = {}): () => Promise<void> {
  const watch = new RowWatch(environment.storeClock.elapsedMs)
  let isStarted = false
  let isFailing = false
  let round: Promise<void> | undefined
  const runRound = async () => {
    try {
      if (!isStarted) {
        await releaseLeasesOfDeadProcesses()
        await warnAboutOtherSources(environment)
      }
      isStarted = true
      await reconcileDue(environment, watch)
      isFailing = false
    } catch (error) {
      // Logs an outage of the store once, not each second.
      if (!isFailing) log().error({ event: 'change', err: error }, 'the open changes could not be checked')
      isFailing = true
    } finally {
      round = undefined
    }
  }
  const timer = setInterval(() => (round ??= runRound()), everyMs).unref()
  round = runRound()
  return async () => {
    clearInterval(timer)
    await round
  }
}

/** Warns about open changes of another billing API: this process does not reconcile them, and they block nothing here. */
async function warnAboutOtherSources(environment: Environment): Promise<void> {
  const others = await countOpenChangesElsewhere(changeSourceOf(environment))
  if (others.length > 0)
    log().warn({ event: 'change', others }, 'the store has open cancels or deletes of another billing API')
}

/** Checks every due change once. @param watch the same instance in every round of a process */
export async function reconcileDue(environment: Environment, watch: RowWatch): Promise<void> {
  const { changeTiming: timing, storeClock: clock } = environment
  const claim = { changes: changeSourceOf(environment), clock, watch, timing }
  await endLeases(claim, await watchRows(claim))
  let claimed: ChangeRow[]
  do {
    claimed = await claimChanges(claim, BATCH_SIZE)
    await Promise.all(claimed.map((row) => reconcileOne(environment, row, watch.sentMs(row))))
  } while (claimed.length === BATCH_SIZE)
}

async function reconcileOne(environment: Environment, row: ChangeRow, watchedMs: number): Promise<void> {
  try {
    const { state } = await reconcileChange(environment, row, watchedMs)
    if (state !== row.state) log().info({ event: 'change', changeId: row.id, from: row.state, state })
  } catch (error) {
    if (!(error instanceof ChangeMovedError)) log().error({ event: 'change', changeId: row.id, err: error })
  }
}
