/** Set by the server itself from the connection (`scripts/server-limits.mjs`); what a client sends under this name is replaced. */
const PEER_HEADER = 'x-console-peer'

/** The address a request came from, as far as it can be known; `unknown` without the preload that tells it. */
export const peerOf = (headers: Headers): string => headers.get(PEER_HEADER) ?? 'unknown'
