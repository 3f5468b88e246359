import { settings } from '../settings'
import { problemError } from '../problem'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const LOOPBACK_ONLY =
  'The console is available only at 127.0.0.1, localhost and [::1]. To open it under another name, set CONSOLE_ORIGIN to that address and restart the console.'
const OWN_ORIGIN_ONLY =
  'The console is available only at its CONSOLE_ORIGIN and on its own machine. Open it there. If this is that address, a proxy in front changes the Host header: forward it unchanged, or set CONSOLE_ORIGIN to the address that people open and restart the console.'
const DEFAULT_PORT: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Accepts a request under a name that we serve: this machine at any port (a tunnel may use another) and CONSOLE_ORIGIN
 * at its port. Against DNS rebinding, a foreign name that resolves to this machine is rejected, with or without a
 * proxy.
 * @throws ProblemError `forbidden_origin`
 */
export function admitHost(host: string | null): void {
  if (isOwnHost(host)) return
  // The message does not reveal CONSOLE_ORIGIN, because a foreign page may read it.
  throw problemError('forbidden_origin', settings().CONSOLE_ORIGIN === undefined ? LOOPBACK_ONLY : OWN_ORIGIN_ONLY)
}

function isOwnHost(host: string | null): boolean {
  if (isLoopback(host)) return true
  const { CONSOLE_ORIGIN: own } = settings()
  if (own === undefined) return false
  const { protocol, hostname, port } = new URL(own)
  const requested = parseHost(host)
  const ownPort = port || DEFAULT_PORT[protocol]
  return requested?.name === canonical(hostname) && (requested.port ?? DEFAULT_PORT[protocol]) === ownPort
}

/**
 * True when a change comes from our own pages: CONSOLE_ORIGIN, or a loopback origin equal to the request's own `Host`.
 */
export function isOwnOrigin(origin: string | null, host: string | null): boolean {
  if (origin === null) return false
  const { CONSOLE_ORIGIN: own } = settings()
  if (own !== undefined) return origin === own
  return isLoopback(host) && (origin === `http://${host}` || origin === `https://${host}`)
}

/** Returns the address under which people open the console: CONSOLE_ORIGIN, else that of the request. */
export const publicOrigin = (request: Request): string => settings().CONSOLE_ORIGIN ?? new URL(request.url).origin

/** True when `CONSOLE_ORIGIN` is an https address. */
export function isServedByHttps(): boolean {
  return settings().CONSOLE_ORIGIN?.startsWith('https:') ?? false
}

function isLoopback(host: string | null): boolean {
  const requested = parseHost(host)
  return requested !== undefined && LOOPBACK.has(requested.name)
}

/**
 * Returns the parts of a `Host` such as `name` or `name:port`; undefined for anything else, such as one with a user or
 * a path.
 */
function parseHost(host: string | null): { name: string; port: string | undefined } | undefined {
  const [, name, port] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(host ?? '') ?? []
  return name === undefined ? undefined : { name: canonical(name), port }
}

/** Normalizes a host name: `LocalHost.` becomes `localhost`. */
function canonical(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
