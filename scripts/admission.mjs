import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/**
 * @import { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
 *
 * @typedef {(request: IncomingMessage) => Promise<Response>} Refuse
 *
 * @typedef {object} Admission
 * @property {Refuse | undefined} refuse Makes the response to a request that is refused. Until it is set, none is.
 * @property {<Result>(wait: () => Promise<Result>) => Promise<Result>} whileWaiting Runs a wait that has its own limit, such as for the
 *   billing API, and gives the place of this request to others meanwhile.
 *
 * @typedef {{ leave: () => void, enter: () => void }} Place
 */

/** One thread serves all requests: more at once only take longer, until their time limits end them. */
const MAX_RUNNING = 16
/** A request that waits longer is refused: a burst may wait, but no request does behind a queue that has not been empty for this time. */
const BURST_MS = 1_000
/** Without any wait, clients that try again at once would take the processor. */
const OVERLOAD_WAIT_MS = 150
/** Reads no store, and is asked for by load balancers and pages that are served. */
const FREE = /^\/(_next\/static\/|healthz|readyz)/

/**
 * Limits the requests that run at once, before anything of them waits for a connection, a slot or the processor.
 * @param {RequestListener} onRequest
 * @returns {{ listener: RequestListener, admission: Admission }}
 */
export function limitRunning(onRequest) {
  /** @type {AsyncLocalStorage<Place>} */
  const places = new AsyncLocalStorage()
  /** In order of arrival. @type {Set<() => void>} */
  const waiting = new Set()
  let running = 0
  let queueEmptyAtMs = performance.now()
  /** @type {ReturnType<typeof refuser> | undefined} */
  let sendRefusal

  /** @type {Admission} */
  const admission = {
    refuse: undefined,
    async whileWaiting(wait) {
      const place = places.getStore()
      place?.leave()
      try {
        return await wait()
      } finally {
        place?.enter()
      }
    },
  }
  return { listener, admission }

  /** @type {RequestListener} */
  function listener(request, response) {
    if (admission.refuse === undefined || FREE.test(request.url ?? '')) onRequest(request, response)
    else if (running < MAX_RUNNING && waiting.size === 0) run(request, response)
    else queue(request, response, (sendRefusal ??= refuser(admission.refuse)))
  }

  /** @type {(request: IncomingMessage, response: ServerResponse, send: ReturnType<typeof refuser>) => void} */
  function queue(request, response, send) {
    const nowMs = performance.now()
    if (waiting.size === 0) queueEmptyAtMs = nowMs
    const isOverload = nowMs - queueEmptyAtMs > BURST_MS
    const leave = () => {
      clearTimeout(timer)
      waiting.delete(start)
    }
    const start = () => {
      leave()
      response.off('close', leave)
      run(request, response)
    }
    const timer = setTimeout(
      () => {
        leave()
        void send(request, response)
      },
      isOverload ? OVERLOAD_WAIT_MS : BURST_MS,
    )
    waiting.add(start)
    response.once('close', leave)
  }

  /** @type {RequestListener} */
  function run(request, response) {
    const place = placeOf()
    endWith(response, place)
    places.run(place.current, onRequest, request, response)
  }

  /** A request may wait for several things at once; it has its place while it waits for none. */
  function placeOf() {
    let [waits, isOver] = [0, false]
    running += 1
    const free = () => {
      running -= 1
      const [next] = waiting
      if (next && running < MAX_RUNNING) next()
    }
    const current = {
      leave() {
        waits += 1
        if (waits === 1 && !isOver) free()
      },
      // Without a wait: what was admitted runs to its end.
      enter() {
        waits -= 1
        if (waits === 0 && !isOver) running += 1
      },
    }
    const end = () => {
      if (!isOver && waits === 0) free()
      isOver = true
    }
    return { current, end }
  }
}

/**
 * Ends a place with the last byte that is written, and leaves it while the client does not read: a slow one holds none. A file, which
 * has a limit of its own, ends it with its first byte.
 * @param {ServerResponse} response
 * @param {{ current: Place, end: () => void }} place
 */
function endWith(response, { current, end }) {
  const before = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response),
    end: response.end.bind(response),
  }
  let isHeldUp = false
  Object.assign(response, {
    /** @param {unknown[]} args */
    writeHead(...args) {
      if (response.hasHeader('content-disposition')) end()
      return Reflect.apply(before.writeHead, response, args)
    },
    /** @param {unknown[]} args */
    write(...args) {
      const goesOn = Reflect.apply(before.write, response, args)
      if (goesOn || isHeldUp) return goesOn
      isHeldUp = true
      current.leave()
      response.once('drain', () => {
        isHeldUp = false
        current.enter()
      })
      return goesOn
    },
    /** @param {unknown[]} args */
    end(...args) {
      end()
      return Reflect.apply(before.end, response, args)
    },
  })
  response.once('close', end)
}

/**
 * Returns a function that sends a refusal. It keeps one for pages and one for data, because hundreds a second must cost little, and
 * gives each its own request ID.
 * @param {Refuse} refuse
 */
function refuser(refuse) {
  /** @type {Map<boolean, Promise<{ status: number, headers: [string, string][], body: string, id: string }>>} */
  const kept = new Map()
  /** @type {(request: IncomingMessage) => Promise<{ status: number, headers: [string, string][], body: string, id: string }>} */
  const make = async (request) => {
    const refusal = await refuse(request)
    const { status, headers } = refusal
    return { status, headers: [...headers], body: await refusal.text(), id: headers.get('x-request-id') ?? '' }
  }
  /** @type {(request: IncomingMessage, response: ServerResponse) => Promise<void>} */
  return async (request, response) => {
    const isPage = request.headers.accept?.includes('text/html') === true
    const making = kept.get(isPage) ?? make(request)
    kept.set(isPage, making)
    const { status, headers, body, id } = await making
    const ownId = randomUUID()
    const own = headers.map(([name, value]) => [name, value.replace(id, ownId)])
    response.writeHead(status, own.flat()).end(body.replace(id, ownId))
  }
}
