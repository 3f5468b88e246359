import { isIP } from 'node:net'
import { isListed } from './address'
import { settings } from '../settings'

/**
 * Set by the server from the connection (`scripts/start/server-limits.mjs`). It replaces a header of this name from the
 * client.
 */
const PEER_HEADER = 'x-console-peer'

/**
 * Returns the address of the client; `unknown` without the preload that sets the header. Behind a proxy in
 * CONSOLE_TRUSTED_PROXIES it is the last address in `X-Forwarded-For` that is not listed itself.
 */
export function peerOf(headers: Headers): string {
  const direct = plain(headers.get(PEER_HEADER) ?? 'unknown')
  const { CONSOLE_TRUSTED_PROXIES: proxies = [] } = settings()
  if (!isListed(direct, proxies)) return direct
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => plain(withoutPort(hop.trim())))
  const client = forwarded.findLast((address) => !isListed(address, proxies))
  // A proxy of ours writes addresses only.
  return client !== undefined && isIP(client) !== 0 ? client : direct
}

/** Returns the address of `ip:port`, `[v6]:port` or `[v6]`, as some proxies write a hop; other text unchanged. */
function withoutPort(hop: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/.exec(hop) ?? []
  return v6 ?? v4 ?? hop
}

/** `::ffff:10.0.0.7` is `10.0.0.7` on a dual-stack socket. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
