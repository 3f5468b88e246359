import 'server-only'
import { getEnvironment } from '../environment'
import { log } from '../log'
import { forwardedForOf } from '../network/peer'
import { isStopping } from '../stop-signals'
import { hasMigrations } from '../store/console-store'
import { readWithin } from '../store/read-within'

/** A proxy asks every few seconds and waits about as long. */
const STORE_TIMEOUT_MS = 2_000
/** Probes of several proxies share one look at the store. */
const KEPT_MS = 1_000
let isFailing = false
let latest: { atMs: number; isReady: Promise<boolean> } | undefined

/**
 * Reports whether the console can take requests: 503 when it stops, or its store does not respond or lacks a migration. A
 * billing API that failed lately makes it `degraded`, still with 200, because every other console on that API is no better.
 * Sends nothing to the API. `forwardedFor` lets `console doctor` check the proxy; it reveals no address.
 */
export async function readiness({ headers }: Request): Promise<Response> {
  const forwardedFor = forwardedForOf(headers)
  const readinessResponse = (status: number, text: 'ready' | 'degraded' | 'not_ready') =>
    Response.json({ status: text, forwardedFor }, { status, headers: { 'cache-control': 'no-store' } })
  if (isStopping() || !(await latestLook())) return readinessResponse(503, 'not_ready')
  const { health, breakers } = getEnvironment()
  const isDegraded = health.isUnreachable || breakers().some(({ reads }) => reads === 'open')
  return readinessResponse(200, isDegraded ? 'degraded' : 'ready')
}

function latestLook(): Promise<boolean> {
  const nowMs = performance.now()
  if (latest === undefined || nowMs - latest.atMs > KEPT_MS) latest = { atMs: nowMs, isReady: isStoreReady() }
  return latest.isReady
}

async function isStoreReady(): Promise<boolean> {
  const limits = { signal: undefined, ms: STORE_TIMEOUT_MS, tooSlow: 'The store did not respond in time.' }
  try {
    const isReady = await readWithin(limits, hasMigrations)
    if (!isReady) noteFailure('the store lacks tables of this version')
    else isFailing = false
    return isReady
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
