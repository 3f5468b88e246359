// Whoever loads this (`--import`) gives every HTTP server of its process limits that `next start` has no setting for.
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { holdPages } from './pages-lock.mjs'

/** What a client may take and hold. Milliseconds, but for the last two. */
const LIMITS = {
  /** For its headers, */
  headersTimeout: 8_000,
  /** for all of its request, which holds 64 KiB at most, */
  requestTimeout: 20_000,
  /** how often the two are looked at, */
  connectionsCheckingInterval: 1_000,
  /** and bytes of headers. */
  maxHeaderSize: 16 * 1024,
}
/** More than a download may stand still: whoever takes nothing for so long has gone. */
const IDLE_MS = 11 * 60_000
const MAX_CONNECTIONS = 2_000
/** What `lib/server/network/peer.ts` reads. */
const PEER_HEADER = 'x-console-peer'
/** What `proxy.ts` reads. */
const TARGET_HEADER = 'x-console-target'
const NO_UPGRADE = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const NO_TRACE = { Allow: 'GET, HEAD, POST, DELETE', Connection: 'close', 'Content-Length': 0 }

const { createServer } = http

/**
 * @param {http.ServerOptions | http.RequestListener} [options]
 * @param {http.RequestListener} [listener]
 */
function createBoundedServer(options, listener) {
  const [given, onRequest] = typeof options === 'function' ? [{}, options] : [options, listener]
  const server = createServer({ ...given, ...LIMITS }, onRequest && withoutTrace(onRequest))
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = IDLE_MS
  // Before whoever answers: what a client sends under this name is replaced.
  server.prependListener('request', (request) => {
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? 'unknown'
    markTarget(request)
  })
  // Next leaves a connection that asks for another protocol open, and no timeout counts for it any more.
  server.prependListener('upgrade', (_, socket) => {
    socket.on('error', () => undefined)
    socket.end(NO_UPGRADE, () => socket.destroy())
  })
  return server
}

/**
 * Next redirects `http://evil.example/`, `//x` and `/a\\b` before `proxy.ts` runs, without a Host check and headers. They
 * become `/` with a mark, for `proxy.ts` to refuse.
 * @param {http.IncomingMessage} request
 */
function markTarget(request) {
  const [path = ''] = (request.url ?? '').split('?', 1)
  if (path.startsWith('/') && !/\/\/|\\/.test(path)) {
    delete request.headers[TARGET_HEADER]
    return
  }
  request.url = '/'
  request.headers[TARGET_HEADER] = 'malformed'
}

/**
 * Next fails on TRACE before any code of ours: the web's `Request` knows no such method.
 * @param {http.RequestListener} onRequest
 * @returns {http.RequestListener}
 */
function withoutTrace(onRequest) {
  return (request, response) => {
    if (request.method === 'TRACE') response.writeHead(405, NO_TRACE).end()
    else onRequest(request, response)
  }
}

http.createServer = createBoundedServer
syncBuiltinESMExports()

// Of `next start`, however it was started: a build must not remove the pages that it serves.
if (process.argv[2] === 'start') holdPages()
