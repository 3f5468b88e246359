import { Server as NetServer } from 'node:net'
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
  /** @type {Map<import('node:net').Socket, { running: Set<import('node:http').ServerResponse>, isUsed: boolean }>} */
  const connections = new Map()
  let isStopping = false
  let isClosed = false

  server.prependListener('connection', (socket) => {
    connections.set(socket, { running: new Set(), isUsed: false })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.running.add(response)
    connection.isUsed = true
    // Says "Connection: close", so that a proxy sends its next request to another process.
    if (isStopping) response.shouldKeepAlive = false
    // After its last byte was handed to the kernel.
    response.once('close', () => {
      connection.running.delete(response)
      if (isClosed) endIdle({ alsoUnused: false })
    })
  })

  /** @param {{ alsoUnused: boolean }} options */
  function endIdle({ alsoUnused }) {
    for (const [socket, { running, isUsed }] of connections)
      if (running.size === 0 && (isUsed || alsoUnused)) socket.destroySoon()
  }

  return {
    async stop(drainMs) {
      isStopping = true
      for (const { running } of connections.values())
        for (const response of running) if (!response.headersSent) response.shouldKeepAlive = false
      await wait(drainMs)
      await quietTurn()
      // `server.close` of Node 20 would also cut off responses that are complete but not yet sent to their end.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
      isClosed = true
      endIdle({ alsoUnused: false })
      setTimeout(endIdle, FIRST_REQUEST_MS, { alsoUnused: true }).unref()
      await closed
    },
    cut() {
      server.closeAllConnections()
    },
  }
}
