import { log } from '../log'
import { isStopping } from '../stop-signals'
import { hasMigrations } from '../store/console-store'
import { readWithin } from '../store/read-within'

/** A proxy asks every few seconds and waits about as long. */
const STORE_TIMEOUT_MS = 2_000
let isFailing = false

/** True while the console takes requests: it does not stop, and its store responds and has every migration. */
export const isReady = async (): Promise<boolean> => !isStopping() && (await isStoreReady())

async function isStoreReady(): Promise<boolean> {
  const limits = { signal: undefined, ms: STORE_TIMEOUT_MS, tooSlow: 'The store did not respond in time.' }
  try {
    const isReadable = await readWithin(limits, hasMigrations)
    isFailing = false
    return isReadable
  } catch (error) {
    // Logs an outage of the store once, not for each probe.
    if (!isFailing) log().warn({ event: 'readiness', err: error }, 'the store does not respond')
    isFailing = true
    return false
  }
}
