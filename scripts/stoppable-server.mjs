import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/**
 * @typedef {object} StoppableServer
 * @property {(drainMs: number) => Promise<void>} stop Serves on for `drainMs` without keeping connections, then accepts no more; resolves
 *   when the last request has ended.
 * @property {() => void} cut Closes all connections, whatever runs on them.
 */

/** A connection that was accepted last has this long to send a request. Browsers open connections in advance. */
const FIRST_REQUEST_MS = 500
const QUIET_MS = 0.5
const MAX_TURNS = 1_000

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

/**
 * Makes a server stoppable without breaking off a request.
 * @param {import('node:http').Server} server before it listens
 * @returns {StoppableServer}
 */
export function stoppableServer(server) {
  /** The running responses of each connection. @type {Map<import('node:net').Socket, Set<import('node:http').ServerResponse>>} */
  const connections = new Map()
  let isStopping = false
  let isClosed = false

  server.prependListener('connection', (socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const running = connections.get(socket)
    running?.add(response)
    // Says "Connection: close", so that a proxy sends its next request to another process.
    if (isStopping) response.shouldKeepAlive = false
    response.once('close', () => {
      running?.delete(response)
      if (isClosed) endIdle()
    })
  })

  function endIdle() {
    for (const [socket, running] of connections) if (running.size === 0) socket.destroySoon()
  }

  return {
    async stop(drainMs) {
      isStopping = true
      for (const running of connections.values())
        for (const response of running) if (!response.headersSent) response.shouldKeepAlive = false
      await wait(drainMs)
      await quietTurn()
      const closed = new Promise((resolve) => server.close(resolve))
      setTimeout(() => {
        isClosed = true
        endIdle()
      }, FIRST_REQUEST_MS).unref()
      await closed
    },
    cut() {
      server.closeAllConnections()
    },
  }
}
