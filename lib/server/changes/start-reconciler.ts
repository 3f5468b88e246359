import { log } from '../log'
import type { Environment } from '../environment'
import { claimChanges, endLeases, releaseOfTheDead, watchRows } from './claim-changes'
import { openElsewhere } from './find-changes'
import { ChangeMovedError } from './advance-change'
import { reconcileChange } from './reconcile-change'
import type { ChangeRow } from './change-row'
import { RowWatch } from './row-watch'

/** As many are looked at at a time. */
const AT_ONCE = 8

interface Reconciler {
  everyMs?: number
}

/**
 * Finds out in the background what became of writes, together with all other processes on the same store, none twice. It
 * ends with the process.
 * @returns ends it before, once what it has in hand is done
 */
export function startReconciler(environment: Environment, { everyMs = 1_000 }: Reconciler = {}): () => Promise<void> {
  const watch = new RowWatch(environment.storeClock.elapsedMs)
  let isBegun = false
  let isFailing = false
  let round: Promise<void> | undefined
  const look = async () => {
    try {
      if (!isBegun) {
        await releaseOfTheDead()
        await warnOfOthers(environment)
      }
      isBegun = true
      await reconcileDue(environment, watch)
      isFailing = false
    } catch (error) {
      // A store that is away is told once, not each second.
      if (!isFailing) log().error({ event: 'write', err: error }, 'the open writes could not be looked at')
      isFailing = true
    } finally {
      round = undefined
    }
  }
  const timer = setInterval(() => (round ??= look()), everyMs).unref()
  round = look()
  return async () => {
    clearInterval(timer)
    await round
  }
}

/** What is open at another address nobody here looks after, and it locks nothing here: an address that was changed, perhaps. */
async function warnOfOthers({ billing }: Environment): Promise<void> {
  const others = await openElsewhere(billing.settings.BILLING_API_BASE_URL)
  if (others.length > 0)
    log().warn({ event: 'write', others }, 'the store has open cancels or deletes of another BILLING_API_BASE_URL')
}

/** Looks once at every write that is due. @param watch of this process, the same at each look */
export async function reconcileDue(environment: Environment, watch: RowWatch): Promise<void> {
  const { billing, changeTiming: timing, storeClock: clock } = environment
  const claim = { billingApi: billing.settings.BILLING_API_BASE_URL, clock, watch, timing }
  await endLeases(claim, await watchRows(claim))
  let claimed: ChangeRow[]
  do {
    claimed = await claimChanges(claim, AT_ONCE)
    await Promise.all(claimed.map((row) => reconcileOne(environment, row, watch.sentMs(row))))
  } while (claimed.length === AT_ONCE)
}

async function reconcileOne(environment: Environment, row: ChangeRow, watchedMs: number): Promise<void> {
  try {
    const { state } = await reconcileChange(environment, row, watchedMs)
    if (state !== row.state) log().info({ event: 'write', changeId: row.id, from: row.state, state })
  } catch (error) {
    if (!(error instanceof ChangeMovedError)) log().error({ event: 'write', changeId: row.id, err: error })
  }
}
