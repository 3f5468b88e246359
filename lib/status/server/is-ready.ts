import { log } from '@/lib/core/server/log'
import { isStopping } from '@/lib/core/server/process-stop'
import { hasMigrations, readWithin } from '@/lib/store/console-store'
import { cached } from '@/telemetry/cached'

/** A proxy asks every few seconds and waits about as long. */
const STORE_TIMEOUT_MS = 2_000
/** Probes of several proxies share one look at the store. */
const KEPT_MS = 1_000
let isFailing = false

/** True while the console takes requests: it does not stop, and its store responds and has every migration. */
export const isReady = async (): Promise<boolean> => !isStopping() && (await latestLook())

const latestLook = cached(isStoreReady, KEPT_MS)

async function isStoreReady(): Promise<boolean> {
  const limits = { ms: STORE_TIMEOUT_MS, tooSlow: 'The store did not respond in time.' }
  try {
    const hasAll = await readWithin(limits, hasMigrations)
    if (hasAll) isFailing = false
    else noteFailure('the store has the tables of another version')
    return hasAll
  } catch (error) {
    noteFailure('the store does not respond', error)
    return false
  }
}

/** Logs an outage of the store once, not for each probe. */
function noteFailure(message: string, error?: unknown): void {
  if (!isFailing) log().warn({ event: 'readiness', err: error }, message)
  isFailing = true
}
