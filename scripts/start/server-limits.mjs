// `--import` this to give every HTTP server of the process limits that `next start` has no settings for, and to let the console
// stop it (lib/graceful-stop.ts).
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { add, limitConcurrency, stoppableServer } from './admission.mjs'
import { readSettingFiles } from '../../contract/settings.mjs'
import { lockServedPages } from '../build/checkout-lock.mjs'

/** Limits of a request, in milliseconds and bytes. */
const LIMITS = {
  headersTimeout: 8_000,
  /** For the whole request, with its body. */
  requestTimeout: 20_000,
  /** How often Node checks the two timeouts. */
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
}
/** A connection without traffic is closed then. Longer than a download may stand still. */
const IDLE_MS = 11 * 60_000
const MAX_CONNECTIONS = 2_000
/** Leaves room for others. Behind a proxy all connections are the proxy's. */
const MAX_CONNECTIONS_OF_ADDRESS = 1_000
/** `lib/core/server/network/peer.ts` reads this header. */
const PEER_HEADER = 'x-console-peer'
/** `proxy.ts` reads this header. */
const TARGET_HEADER = 'x-console-target'
const NO_UPGRADE = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Next fails on any other method before our code runs, or refuses it without the security headers. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const NOT_ALLOWED = { Allow: METHODS.join(', '), Connection: 'close', 'Content-Length': 0 }
const BAD_REQUEST = { Connection: 'close', 'Content-Length': 0 }

const isStart = process.argv[2] === 'start'
// By default the heap doubles before V8 collects it: a ledger of a million entries took 430 MiB.
if (isStart) setFlagsFromString('--heap-growing-percent=30')
const { createServer } = http

/**
 * @param {http.ServerOptions | http.RequestListener} [options]
 * @param {http.RequestListener} [listener]
 */
function createBoundedServer(options, listener) {
  const [given, onRequest] = typeof options === 'function' ? [{}, options] : [options, listener]
  const server = createServer(
    { ...given, ...LIMITS },
    onRequest && withValidHead(isStart ? admitted(onRequest) : onRequest),
  )
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = IDLE_MS
  server.prependListener('connection', closeBeyondLimitOfAddress)
  // Runs before Next, and replaces a header of this name from the client.
  server.prependListener('request', (request) => {
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? 'unknown'
    // Next would fill in a missing one, which no proxy has set.
    request.headers['x-forwarded-for'] ??= ''
    markTarget(request)
  })
  if (isStart) globalThis.consoleServer = stoppableServer(server)
  // `next dev` refreshes pages over a WebSocket.
  if (process.env.NODE_ENV !== 'development') server.prependListener('upgrade', refuseUpgrade)
  return server
}

/** @type {Map<string, number>} */
const connectionsOf = new Map()

/** @param {import('node:net').Socket} socket */
function closeBeyondLimitOfAddress(socket) {
  const { remoteAddress: address = '' } = socket
  add(connectionsOf, address, 1)
  socket.once('close', () => add(connectionsOf, address, -1))
  if ((connectionsOf.get(address) ?? 0) > MAX_CONNECTIONS_OF_ADDRESS) socket.destroy()
}

/** @param {http.RequestListener} onRequest */
function admitted(onRequest) {
  const { listener, admission } = limitConcurrency(onRequest)
  globalThis.consoleAdmission = admission
  return listener
}

/**
 * Closes a connection that asks for another protocol: Next would leave it open, without any timeout.
 * @param {http.IncomingMessage} _
 * @param {import('node:stream').Duplex} socket
 */
function refuseUpgrade(_, socket) {
  socket.on('error', () => undefined)
  socket.end(NO_UPGRADE, () => socket.destroy())
}

/**
 * Drops a slash at the end of a path, and marks a malformed target, which `proxy.ts` then refuses. Next would redirect
 * `http://evil.example/`, `//x` and `/a\\b` before `proxy.ts` runs, without a Host check and headers.
 * @param {http.IncomingMessage} request
 */
function markTarget(request) {
  const url = request.url ?? ''
  const [path = ''] = url.split('?', 1)
  // Next would drop a field of this name.
  const hasPrototype = new URLSearchParams(url.slice(path.length)).has('__proto__')
  if (path.startsWith('/') && !/\/\/|\\/.test(path) && !hasPrototype) {
    // Next would look for another page or operation.
    if (path !== '/' && path.endsWith('/')) request.url = path.slice(0, -1) + url.slice(path.length)
    delete request.headers[TARGET_HEADER]
    return
  }
  request.url = '/'
  request.headers[TARGET_HEADER] = 'malformed'
}

/**
 * Refuses a second Host (RFC 9112, section 3.2), of which Node keeps the first, and a method that the web's `Request` does
 * not support, such as TRACE, or that Next does not know.
 * @param {http.RequestListener} onRequest
 * @returns {http.RequestListener}
 */
function withValidHead(onRequest) {
  return (request, response) => {
    const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) response.writeHead(400, BAD_REQUEST).end()
    else if (METHODS.includes(request.method ?? '')) onRequest(request, response)
    else response.writeHead(405, NOT_ALLOWED).end()
  }
}

/** Next's server of the image reads PORT from the environment only. */
function readPortFile() {
  try {
    Object.assign(process.env, readSettingFiles(process.env, ['PORT']))
    delete process.env.PORT_FILE
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

http.createServer = createBoundedServer
syncBuiltinESMExports()

if (isStart) {
  readPortFile()
  // A build must not remove the pages that `next start` serves.
  lockServedPages()
  // Next would wait for every request without a time limit, and then exit without closing the store.
  process.env.NEXT_MANUAL_SIG_HANDLE = '1'
}
