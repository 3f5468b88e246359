/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 *
 * @typedef {object} Next What happens with a request that has a body, once.
 * @property {() => void} arrived Its body can be read without a wait, or is longer than any operation takes.
 * @property {() => void} refuse There are too many bodies.
 */

/** More than any operation takes (`maxBodyBytes` in `lib/core`), which refuses the rest. */
const MAX_BODY_BYTES = 2 * 1024 * 1024 + 1
/** What a body counts at least, because its connection costs memory too. */
const LEAST_BYTES = 16 * 1024
/** What each part of a body costs beside its bytes. */
const PART_BYTES = 256
/** Of the bodies of one session or key, of one address, and of all, until they are answered. */
const MOST_BYTES = { sender: 4 * 1024 * 1024, address: 16 * 1024 * 1024, all: 64 * 1024 * 1024 }

/**
 * Returns a function that lets the body of a request arrive before anything else is done for it, so that a client that sends a byte
 * at a time takes memory in bounds, and nothing else. What counts is each byte that came, and a fixed size for each part; a body that is there at once is never refused.
 * Node ends a request that takes too long.
 * @returns {(request: IncomingMessage, response: ServerResponse, next: Next) => void}
 */
export function receiveBodies() {
  /** @type {Map<string, number>} */
  const heldBytes = new Map()

  return (request, response, next) => {
    const holders = holdersOf(request)
    let arrivedBytes = 0
    let parts = 0
    let counted = 0
    const count = (/** @type {number} */ bytes) => {
      for (const { name } of holders) {
        const held = (heldBytes.get(name) ?? 0) + bytes - counted
        if (held > 0) heldBytes.set(name, held)
        else heldBytes.delete(name)
      }
      counted = bytes
    }
    let isWaiting = true
    const stop = () => {
      isWaiting = false
      request.push = push
    }
    const refuseBeyondBounds = () => {
      if (!isWaiting || holders.every(({ name, most }) => (heldBytes.get(name) ?? 0) <= most)) return
      stop()
      // The rest of the body is not read.
      response.setHeader('connection', 'close')
      next.refuse()
    }
    // Node's parser gives each part to `push`, and null at the end. To read them would be seen: Next refuses a body that was read.
    const push = request.push.bind(request)
    request.push = (part) => {
      const takesMore = push(part)
      arrivedBytes += part?.length ?? 0
      parts += 1
      count(Math.max(arrivedBytes + parts * PART_BYTES, LEAST_BYTES))
      if (part !== null && arrivedBytes < MAX_BODY_BYTES) {
        // The end may be in the same packet, which is read on in this turn.
        setImmediate(refuseBeyondBounds)
        return true
      }
      if (isWaiting) {
        stop()
        next.arrived()
      }
      return takesMore
    }
    count(LEAST_BYTES)
    // A body of which no byte comes is checked here only.
    setImmediate(refuseBeyondBounds)
    const release = () => {
      stop()
      count(0)
    }
    // Of a request that waits behind another on its connection, only the request learns that the client has left.
    request.once('close', release)
    response.once('close', release)
  }
}

/** @param {IncomingMessage} request */
export const hasBody = ({ headers }) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Returns who counts for the bytes of a request. The session or key is taken as sent: an invented one still counts for its address.
 * @param {IncomingMessage} request
 */
function holdersOf({ headers, socket }) {
  const sender = headers.authorization ?? headers.cookie
  return [
    { name: 'all', most: MOST_BYTES.all },
    { name: `address ${socket.remoteAddress}`, most: MOST_BYTES.address },
    ...(sender === undefined ? [] : [{ name: `sender ${sender}`, most: MOST_BYTES.sender }]),
  ]
}
