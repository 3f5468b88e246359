import { settings } from '../settings'
import { problemError } from '../problem'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const LOOPBACK_ONLY =
  'The console answers at 127.0.0.1, localhost and [::1] only. To reach it under another name, set CONSOLE_ORIGIN to that address and start it again.'
const OWN_ORIGIN_ONLY =
  'The console answers at its CONSOLE_ORIGIN, and on its own machine, only. Open it there. If this is that address, a proxy in front changes the Host: let it pass the Host on as it came, or set CONSOLE_ORIGIN to the address people open and start the console again.'
const DEFAULT_PORT: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Lets in what is asked under a name we serve: this machine's own at any port, as a tunnel may have another, and that of
 * CONSOLE_ORIGIN at its port. A foreign name made to resolve to this machine (DNS rebinding) reads nothing, whether a
 * proxy stands in front or not.
 * @throws ProblemError `forbidden_origin`
 */
export function admitHost(host: string | null): void {
  if (isOwnHost(host)) return
  // The origin that is set is not told: who asks under a foreign name may be a foreign page.
  throw problemError('forbidden_origin', settings().CONSOLE_ORIGIN === undefined ? LOOPBACK_ONLY : OWN_ORIGIN_ONLY)
}

function isOwnHost(host: string | null): boolean {
  if (isLoopback(host)) return true
  const { CONSOLE_ORIGIN: own } = settings()
  if (own === undefined) return false
  const { protocol, hostname, port } = new URL(own)
  const asked = parseHost(host)
  const ownPort = port || DEFAULT_PORT[protocol]
  return asked?.name === canonical(hostname) && (asked.port ?? DEFAULT_PORT[protocol]) === ownPort
}

/** Whether a write comes from our own pages: CONSOLE_ORIGIN, or else a loopback origin that is the request's own `Host`. */
export function isOwnOrigin(origin: string | null, host: string | null): boolean {
  if (origin === null) return false
  const { CONSOLE_ORIGIN: own } = settings()
  if (own !== undefined) return origin === own
  return isLoopback(host) && (origin === `http://${host}` || origin === `https://${host}`)
}

/** Whether people open the console by https: its `CONSOLE_ORIGIN` says so. */
export function isServedByHttps(): boolean {
  return settings().CONSOLE_ORIGIN?.startsWith('https:') ?? false
}

function isLoopback(host: string | null): boolean {
  const asked = parseHost(host)
  return asked !== undefined && LOOPBACK.has(asked.name)
}

/** A `Host` of the form `name` or `name:port`; undefined for anything else, such as a user or a path in it. */
function parseHost(host: string | null): { name: string; port: string | undefined } | undefined {
  const [, name, port] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(host ?? '') ?? []
  return name === undefined ? undefined : { name: canonical(name), port }
}

/** `LocalHost.` is `localhost`, said absolutely. */
function canonical(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
