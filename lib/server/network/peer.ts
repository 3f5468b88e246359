import { isIP } from 'node:net'
import { isListed } from './address'
import { settings } from '../settings'

/** Set by the server itself from the connection (`scripts/server-limits.mjs`); what a client sends under this name is replaced. */
const PEER_HEADER = 'x-console-peer'

/**
 * The address a request came from, as far as it can be known; `unknown` without the preload that tells it. Behind a proxy
 * that CONSOLE_TRUSTED_PROXIES lists, the one that the proxy tells: the last that is not listed itself.
 */
export function peerOf(headers: Headers): string {
  const direct = plain(headers.get(PEER_HEADER) ?? 'unknown')
  const { CONSOLE_TRUSTED_PROXIES: proxies = [] } = settings()
  if (!isListed(direct, proxies)) return direct
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => plain(withoutPort(hop.trim())))
  const client = forwarded.findLast((address) => !isListed(address, proxies))
  // What is no address was not written by a proxy of ours.
  return client !== undefined && isIP(client) !== 0 ? client : direct
}

/** Returns the address of `ip:port`, `[v6]:port` or `[v6]`, as some proxies write a hop; other text stays as it is. */
function withoutPort(hop: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/.exec(hop) ?? []
  return v6 ?? v4 ?? hop
}

/** `::ffff:10.0.0.7` is `10.0.0.7`, on a socket that takes both. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
