import 'server-only'
import { env } from './env'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Why a request under another name is refused, and what to do. */
export const WRONG_HOST =
  'The console answers at 127.0.0.1, localhost and [::1] only. To reach it under another name, set CONSOLE_ORIGIN to that address and start it again.'

/**
 * Whether the `Host` is one we serve. Without CONSOLE_ORIGIN that is loopback only, so that a foreign name made to
 * resolve to this machine (DNS rebinding) reads nothing; with it, the proxy in front decides.
 */
export function isOwnHost(host: string | null): boolean {
  return env().CONSOLE_ORIGIN !== undefined || isLoopback(host)
}

/** Whether a write comes from our own pages: CONSOLE_ORIGIN, or else a loopback origin that is the request's own `Host`. */
export function isOwnOrigin(origin: string | null, host: string | null): boolean {
  if (origin === null) return false
  const { CONSOLE_ORIGIN: own } = env()
  if (own !== undefined) return origin === own
  return isLoopback(host) && (origin === `http://${host}` || origin === `https://${host}`)
}

function isLoopback(host: string | null): boolean {
  const address = `http://${host ?? ''}`
  return URL.canParse(address) && LOOPBACK.has(new URL(address).hostname)
}
