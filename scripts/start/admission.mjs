import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { hasBody, receiveBodies } from './arriving-bodies.mjs'

/**
 * @import { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
 *
 * @typedef {(request: IncomingMessage) => Promise<Response>} Refuse
 *
 * @typedef {object} Admission
 * @property {Refuse | undefined} refuse Makes the response to a refused request. Nothing is refused until it is set.
 * @property {<Result>(wait: () => Promise<Result>) => Promise<Result>} whileWaiting Runs a wait that has its own limit, such as for the
 *   billing API, and gives the slot of this request to others meanwhile.
 *
 * @typedef {{ leave: () => void, enter: () => void }} Slot
 */

/** One thread serves all requests: with more of them, each only takes longer, until a time limit ends it. */
const MAX_RUNNING = 16
/** The longest wait of a request. After the queue has not been empty for this time, requests wait only `OVERLOAD_WAIT_MS`. */
const BURST_MS = 1_000
/** Without any wait, clients that retry immediately would use up the processor. */
const OVERLOAD_WAIT_MS = 150
/** Paths without a limit, without a body: they read no store, and load balancers and served pages need them. */
const FREE = /^\/(_next\/static\/|healthz$|readyz$)/
/** Next resolves them after the limit, to any other path. */
const DOT_SEGMENT = /(\/|\\|%2f|%5c)(\.|%2e)/i

/**
 * Limits the number of running requests, before a request waits for a connection, a slot of the billing API or the processor.
 * @param {RequestListener} onRequest
 * @returns {{ listener: RequestListener, admission: Admission }}
 */
export function limitConcurrency(onRequest) {
  /** @type {AsyncLocalStorage<Slot>} */
  const slots = new AsyncLocalStorage()
  /** In order of arrival. @type {Set<() => void>} */
  const waiting = new Set()
  const receive = receiveBodies()
  let running = 0
  let queueEmptyAtMs = performance.now()
  /** @type {ReturnType<typeof refusalSender> | undefined} */
  let sendRefusal

  /** @type {Admission} */
  const admission = {
    refuse: undefined,
    async whileWaiting(wait) {
      const slot = slots.getStore()
      slot?.leave()
      try {
        return await wait()
      } finally {
        slot?.enter()
      }
    },
  }
  return { listener, admission }

  /** @type {RequestListener} */
  function listener(request, response) {
    const url = request.url ?? ''
    if (admission.refuse === undefined || (FREE.test(url) && !DOT_SEGMENT.test(url) && !hasBody(request)))
      onRequest(request, response)
    else {
      const send = (sendRefusal ??= refusalSender(admission.refuse))
      const admit = () => (hasFreeSlot() ? run(request, response) : queue(request, response, send))
      if (hasBody(request)) receive(request, response, { arrived: admit, refuse: () => void send(request, response) })
      else admit()
    }
  }

  function hasFreeSlot() {
    return running < MAX_RUNNING && waiting.size === 0
  }

  /**
   * Lets a request wait for a slot, and refuses it when none is free in time.
   * @type {(request: IncomingMessage, response: ServerResponse, send: ReturnType<typeof refusalSender>) => void}
   */
  function queue(request, response, send) {
    const nowMs = performance.now()
    if (waiting.size === 0) queueEmptyAtMs = nowMs
    const isOverload = nowMs - queueEmptyAtMs > BURST_MS
    const leave = () => {
      clearTimeout(timer)
      waiting.delete(turn)
      response.off('close', leave)
    }
    const turn = () => {
      leave()
      run(request, response)
    }
    const giveUp = () => {
      leave()
      void send(request, response)
    }
    const timer = setTimeout(giveUp, isOverload ? OVERLOAD_WAIT_MS : BURST_MS)
    waiting.add(turn)
    response.once('close', leave)
  }

  /** @type {RequestListener} */
  function run(request, response) {
    const slot = takeSlot()
    freeWhenSent(response, slot)
    slots.run(slot.current, onRequest, request, response)
  }

  /** Takes a slot. A request may have several waits; it holds its slot while it has none. */
  function takeSlot() {
    let [waits, isOver] = [0, false]
    running += 1
    const free = () => {
      running -= 1
      // The client of a request may have left since: then it takes no slot.
      for (const next of waiting) {
        if (running >= MAX_RUNNING) break
        next()
      }
    }
    const current = {
      leave() {
        waits += 1
        if (waits === 1 && !isOver) free()
      },
      // Waits for no free slot.
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
 * Frees a slot after the last byte of the response, and leaves it while the client does not read. A file, which has a limit of its own,
 * frees it with its first byte.
 * @param {ServerResponse} response
 * @param {{ current: Slot, end: () => void }} slot
 */
function freeWhenSent(response, { current, end }) {
  const before = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response),
    end: response.end.bind(response),
  }
  let isClientSlow = false
  Object.assign(response, {
    /** @param {unknown[]} args */
    writeHead(...args) {
      if (response.hasHeader('content-disposition')) end()
      return Reflect.apply(before.writeHead, response, args)
    },
    /** @param {unknown[]} args */
    write(...args) {
      const goesOn = Reflect.apply(before.write, response, args)
      if (goesOn || isClientSlow) return goesOn
      isClientSlow = true
      current.leave()
      response.once('drain', () => {
        isClientSlow = false
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
 * Returns a function that sends a refusal. It keeps one for pages and one for data, because hundreds of refusals a second must cost
 * little, and gives each its own request ID.
 * @param {Refuse} refuse
 */
function refusalSender(refuse) {
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
