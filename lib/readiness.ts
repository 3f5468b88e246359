import 'server-only'
import { getEnvironment } from './environment'
import { isReady } from '@/lib/status/server/is-ready'

/**
 * Reports whether the console can take requests: 503 when it stops, or its store does not respond or lacks a migration. A
 * billing API that failed lately makes it `degraded`, still with 200, because every other console on that API is no better.
 * Sends nothing to the API.
 */
export async function readiness(): Promise<Response> {
  if (!(await isReady())) return readinessResponse(503, 'not_ready')
  const { health, breakers } = getEnvironment()
  const isDegraded = health.isUnreachable || breakers().reads === 'open'
  return readinessResponse(200, isDegraded ? 'degraded' : 'ready')
}

const readinessResponse = (httpStatus: number, status: 'ready' | 'degraded' | 'not_ready') =>
  Response.json({ status }, { status: httpStatus, headers: { 'cache-control': 'no-store' } })
