// Which requests a server runs, and when: a body arrives whole, then its request waits for one of a few slots. How it stops is below.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/**
 * @import { RequestListener, Server, ServerResponse } from 'node:http'
 * @import { Socket } from 'node:net'
 *
 * @typedef {'busy' | 'bodyTooLarge'} Reason
 *
 * @typedef {object} Admission
 * @property {((request: IncomingMessage, reason: Reason) => Promise<Response>) | undefined} refuse Makes the response to a refused
 *   request. Nothing is limited until it is set.
 * @property {<Result>(wait: () => Promise<Result>) => Promise<Result>} whileWaiting Runs a wait that has its own limit, such as for the
 *   billing API, and gives the slot of this request to others meanwhile.
 *
 * @typedef {object} Visit A request until its response or its connection is closed.
 * @property {IncomingMessage} request
 * @property {ServerResponse} response
 * @property {[name: string, mostBytes: number][]} bounds Of its body, and of others with the same name.
 * @property {number} heldBytes
 * @property {number} refusedAtMs It waits for a slot until then.
 * @property {number} waits How many waits it is in that have their own limit.
 */

/** One thread serves all requests: with more of them, each only takes longer, until a time limit ends it. */
const MAX_RUNNING = 16
/** The longest wait of a request. After the queue has not been empty for this time, requests wait only `OVERLOAD_WAIT_MS`. */
const BURST_MS = 1_000
/** Without any wait, clients that retry immediately would use up the processor. */
const OVERLOAD_WAIT_MS = 150
/** How often a queue is checked: no event says that a client has stopped to read its response. */
const TICK_MS = 20
const REFUSALS_A_TICK = 100
/** Paths without a limit, without a body: they read no store, and load balancers and served pages need them. */
const FREE = /^\/(_next\/static\/|healthz$|readyz$)/
/** Next resolves them after the limit, to any other path. */
const DOT_SEGMENT = /(\/|\\|%2f|%5c)(\.|%2e)/i

const MIB = 1024 * 1024
/** The most that an operation takes (`maxBodyBytes` in `lib`). */
const MAX_BODY_BYTES = 2 * MIB
/** What a body counts at least, because its connection costs memory too. */
const LEAST_BYTES = 16 * 1024
/** What each part of a body costs beside its bytes. */
const PART_BYTES = 256

/**
 * Lets bodies arrive, and limits the number of running requests, before a request waits for a connection, a slot of the billing API
 * or the processor.
 * @param {RequestListener} onRequest
 * @returns {{ listener: RequestListener, admission: Admission }}
 */
export function limitConcurrency(onRequest) {
  /** A visit is in one of them, in order of arrival, until it is refused or over. @type {[Set<Visit>, Set<Visit>, Set<Visit>]} */
  const [arriving, waiting, running] = [new Set(), new Set(), new Set()]
  /** @type {AsyncLocalStorage<Visit>} */
  const visits = new AsyncLocalStorage()
  /** What the bodies of each bound hold. @type {Map<string, number>} */
  const heldBytes = new Map()
  const tick = setTimeout(checkQueue, TICK_MS).unref()
  let queueEmptyAtMs = performance.now()

  /** @type {Admission} */
  const admission = {
    refuse: undefined,
    async whileWaiting(run) {
      const visit = visits.getStore()
      if (visit === undefined) return run()
      visit.waits += 1
      serveQueue()
      try {
        return await run()
      } finally {
        visit.waits -= 1
      }
    },
  }
  return { listener, admission }

  /** @type {RequestListener} */
  function listener(request, response) {
    const url = request.url ?? ''
    if (admission.refuse === undefined || (FREE.test(url) && !DOT_SEGMENT.test(url) && !hasBody(request)))
      return onRequest(request, response)
    const bounds = hasBody(request) ? boundsOf(request) : []
    const visit = { request, response, bounds, heldBytes: 0, refusedAtMs: 0, waits: 0 }
    const { socket } = request
    const over = () => {
      socket.off('close', over)
      response.off('close', over)
      for (const place of [arriving, waiting, running]) place.delete(visit)
      hold(visit, 0)
      serveQueue()
    }
    response.once('close', over)
    // A response that waits behind another one on its connection does not learn that the client has left.
    socket.setMaxListeners(0).once('close', over)
    if (hasBody(request)) receiveBody(visit)
    else queue(visit)
  }

  /**
   * Lets a body arrive before anything else is done for its request, so that a client that sends a byte at a time takes memory in
   * bounds, and nothing else. A body that is there at once is refused for its length only. Node ends a request that takes too long.
   * @param {Visit} visit
   */
  function receiveBody(visit) {
    const { request, response } = visit
    const whole = copyWithoutBody(request)
    let [bytes, parts] = [0, 0]
    const count = () => {
      hold(visit, Math.max(bytes + parts * PART_BYTES, LEAST_BYTES))
      if (bytes > MAX_BODY_BYTES) refuseBody('bodyTooLarge')
      // The end may be in the same packet, which is read on in this turn.
      else setImmediate(refuseBeyondBounds)
    }
    const refuseBeyondBounds = () => {
      if (visit.bounds.some(([name, mostBytes]) => (heldBytes.get(name) ?? 0) > mostBytes)) refuseBody('busy')
    }
    /** @param {Reason} reason */
    const refuseBody = (reason) => {
      if (!arriving.delete(visit)) return
      response.shouldKeepAlive = false
      void refuse(visit, reason)
    }
    arriving.add(visit)
    count()
    request.on('data', (/** @type {Buffer} */ part) => {
      if (!arriving.has(visit)) return
      whole.push(part)
      bytes += part.length
      parts += 1
      count()
    })
    request.once('end', () => {
      if (!arriving.delete(visit)) return
      whole.push(null)
      visit.request = whole
      queue(visit)
    })
  }

  /**
   * @param {Visit} visit
   * @param {number} bytes
   */
  function hold(visit, bytes) {
    for (const [name] of visit.bounds) add(heldBytes, name, bytes - visit.heldBytes)
    visit.heldBytes = bytes
  }

  /** @param {Visit} visit */
  function queue(visit) {
    const nowMs = performance.now()
    if (waiting.size === 0) {
      queueEmptyAtMs = nowMs
      tick.refresh()
    }
    visit.refusedAtMs = nowMs + (nowMs - queueEmptyAtMs > BURST_MS ? OVERLOAD_WAIT_MS : BURST_MS)
    waiting.add(visit)
    serveQueue()
  }

  /** Runs the requests that have waited longest, while there are free slots. */
  function serveQueue() {
    for (const visit of waiting) {
      if (countWorking() >= MAX_RUNNING) return
      waiting.delete(visit)
      running.add(visit)
      visits.run(visit, onRequest, visit.request, visit.response)
    }
  }

  /** Counts the requests that use the processor: none that waits, or whose client reads slowly. A file has a limit of its own. */
  function countWorking() {
    let count = 0
    for (const visit of running) {
      const { waits, response } = visit
      if (response.writableEnded) running.delete(visit)
      else if (waits === 0 && !response.writableNeedDrain && !response.hasHeader('content-disposition')) count += 1
    }
    return count
  }

  /** Refuses the requests that have waited too long. A flood makes thousands of them: some at each tick, so that others are served. */
  function checkQueue() {
    serveQueue()
    const nowMs = performance.now()
    const refused = [...waiting].filter(({ refusedAtMs }) => refusedAtMs < nowMs)
    for (const visit of refused.slice(0, REFUSALS_A_TICK)) {
      waiting.delete(visit)
      void refuse(visit, 'busy')
    }
    if (waiting.size > 0) tick.refresh()
  }

  /**
   * @param {Visit} visit
   * @param {Reason} reason
   */
  async function refuse({ request, response }, reason) {
    const refusal = await admission.refuse?.(request, reason)
    if (refusal) response.writeHead(refusal.status, [...refusal.headers].flat()).end(await refusal.text())
  }
}

/** @param {IncomingMessage} request */
const hasBody = ({ headers }) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Returns a copy of a request to put its body into: Next refuses a request whose body was read.
 * @param {IncomingMessage} request
 */
const copyWithoutBody = ({ socket, method, url, headers }) =>
  Object.assign(new IncomingMessage(socket), { method, url, headers, complete: true })

/**
 * Returns the most bytes that bodies may hold until their responses are sent: all, those of one address, and those of one session or
 * key. The last is taken as sent: an invented one still counts for its address.
 * @param {IncomingMessage} request
 * @returns {[name: string, mostBytes: number][]}
 */
function boundsOf({ headers, socket }) {
  const sender = headers.authorization ?? headers.cookie ?? randomUUID()
  return [
    ['all', 64 * MIB],
    [`address ${socket.remoteAddress}`, 16 * MIB],
    [createHash('sha256').update(sender).digest('base64'), 4 * MIB],
  ]
}

/**
 * Adds to what a name holds, such as the connections of an address.
 * @param {Map<string, number>} held
 * @param {string} name
 * @param {number} amount negative to give back
 */
export function add(held, name, amount) {
  const sum = (held.get(name) ?? 0) + amount
  if (sum > 0) held.set(name, sum)
  else held.delete(name)
}

/** A connection that sends more requests before it has its responses is closed: Node would keep each in memory. */
const MAX_PIPELINED = 100
/** How often idle connections end. One that was accepted last has this long to send a request: browsers open them in advance. */
const END_IDLE_MS = 500
const QUIET_MS = 0.5
const MAX_TURNS = 1_000

/**
 * Makes a server stoppable without breaking off a request, and bounds the requests that run on one connection.
 * @param {Server} server before it listens
 */
export function stoppableServer(server) {
  /** The responses that run on each connection. @type {Map<Socket, Set<ServerResponse>>} */
  const connections = new Map()
  let isStopping = false

  server.prependListener('connection', (socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const running = connections.get(socket)
    running?.add(response)
    if (running && running.size > MAX_PIPELINED) socket.destroy()
    // After its last byte was handed to the kernel.
    response.once('close', () => running?.delete(response))
    // Says "Connection: close", so that a proxy sends its next request to another process.
    if (isStopping) response.shouldKeepAlive = false
  })
  const endIdle = () => {
    for (const [socket, running] of connections) if (running.size === 0) socket.destroySoon()
  }

  return {
    /**
     * Serves on for a while without keeping connections, then accepts no more. Resolves when the last request has ended.
     * @param {number} drainMs
     */
    async stop(drainMs) {
      isStopping = true
      for (const running of connections.values())
        for (const response of running) if (!response.headersSent) response.shouldKeepAlive = false
      await wait(drainMs)
      await quietTurn()
      // `server.close` of Node 20 would also cut off responses that are complete but not yet sent to their end.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
      const ending = setInterval(endIdle, END_IDLE_MS)
      await closed
      clearInterval(ending)
    },
    /** Closes all connections, whatever runs on them. */
    cut: () => server.closeAllConnections(),
  }
}

/**
 * Waits for a turn of the event loop that took no time. The kernel has accepted no connection since that the server does not
 * know, or hardly ever: closing the server resets those.
 */
async function quietTurn() {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const startedMs = performance.now()
    await nextTurn()
    if (turn > 0 && performance.now() - startedMs < QUIET_MS) return
  }
}
