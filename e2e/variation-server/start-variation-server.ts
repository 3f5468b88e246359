import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type ScenarioResponse, sendResponse } from './response'
import { askedPage, type BasePath, consoleSettings } from './asked-page'
import { finishRead, finishWrite, misbehave, type FaultMemory } from './faults'
import { VARIATION_IDS } from './ids'
import { invoiceBody } from './invoices'
import type { ResourceKind } from './scenario'
import { scenarioRead, scenarioWrite } from './scenarios'
import { isActive, subscriptionBody, type SubscriptionState } from './subscriptions'
import { transactionPage } from './transactions'

/** A request as it came in: its address still encoded, its headers without the key. */
interface SeenRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface VariationServer {
  url: string
  key: string
  ids: typeof VARIATION_IDS
  /** Answers reads of one more resource. */
  add: (kind: ResourceKind, id: string, response: ScenarioResponse) => void
  /** Everything that was asked, in order. */
  requests: SeenRequest[]
  close: () => Promise<void>
}

/** Settings a console needs to speak with it, besides address and key. */
export const OTHER_QUERY_NAMES = consoleSettings('')

/**
 * A billing API that fits the interface document and nothing else: whatever the document leaves open, it does
 * otherwise than our service. It keeps what is cancelled and deleted until it is closed.
 */
export async function startVariationServer({ port = 0 }: { port?: number } = {}): Promise<VariationServer> {
  const key = `other-${randomBytes(16).toString('hex')}`
  const requests: SeenRequest[] = []
  const memory: FaultMemory = { timers: new Set(), asked: new Set() }
  const states = new Map<string, SubscriptionState>()
  const written = new Map<string, number>()
  const added = new Map<string, ScenarioResponse>()

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { 'x-api-key': sentKey, ...headers } = request.headers
      const { method = 'GET', url = '/' } = request
      requests.push({ method, url, headers, body })
      if (sentKey === key) respond(request, response, { states, written, added, memory, body })
      else sendJson(response, 401, { error: 'Unauthorized' })
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    key,
    ids: VARIATION_IDS,
    add: (kind, id, response) => void added.set(`${kind} ${id}`, response),
    requests,
    close: () => {
      for (const timer of memory.timers) clearTimeout(timer)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Known {
  states: Map<string, SubscriptionState>
  /** Reads of each scenario since its write came in. */
  written: Map<string, number>
  /** What a test added, by kind and id. */
  added: ReadonlyMap<string, ScenarioResponse>
  memory: FaultMemory
  body: string
}

function respond(request: IncomingMessage, response: ServerResponse, known: Known): void {
  try {
    route(request, response, known)
  } catch (error) {
    sendJson(response, 400, { message: [error instanceof Error ? error.message : 'bad query', 'see the manual'] })
  }
}

function route(request: IncomingMessage, response: ServerResponse, known: Known): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const { base, kind, id, tail } = partsOf(pathname)
  if (misbehave(id, request, response, known.memory)) return
  const state = known.states.get(id) ?? 'untouched'
  const read = (body: object | undefined) =>
    finishRead(id, () => (body ? sendJson(response, 200, body) : sendNotFound(response)), known.memory)
  if (serveScenario(request, response, known)) return
  switch (`${request.method} ${kind} ${tail}`) {
    case 'GET subscriptions expanded':
      return read(subscriptionBody(id, state))
    case 'GET invoices with-line-items':
      return read(invoiceBody(id))
    case 'GET customers transactions':
      return read(transactionPage(id, askedPage(base, searchParams)))
    case 'POST subscriptions cancel':
      return cancel(id, response, known)
    case 'DELETE subscriptions ':
      return remove(id, response, known)
    default:
      sendNotFound(response)
  }
}

/** Answers as a scenario says; false where the id belongs to none. */
function serveScenario(request: IncomingMessage, response: ServerResponse, { written, added }: Known): boolean {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const { base, kind, id, tail } = partsOf(pathname)
  const read = (of: ResourceKind, query = new URLSearchParams()) =>
    added.get(`${of} ${id}`) ?? scenarioRead(of, id, askedPage(base, query), written)
  const write = (action: 'cancel' | 'delete') => {
    const found = scenarioWrite(id, action)
    if (found) written.set(id, 0)
    return found
  }
  const responses: Record<string, () => ScenarioResponse | undefined> = {
    'GET subscriptions expanded': () => read('subscription'),
    'GET invoices with-line-items': () => read('invoice'),
    'GET customers transactions': () => read('customer', searchParams),
    'POST subscriptions cancel': () => write('cancel'),
    'DELETE subscriptions ': () => write('delete'),
  }
  const found = responses[`${request.method} ${kind} ${tail}`]?.()
  if (found) sendResponse(response, found)
  return found !== undefined
}

/** `{base}/external/{kind}/{id}/{tail}`, each id one encoded segment. */
function partsOf(pathname: string): { base: BasePath; kind: string; id: string; tail: string } {
  const base = pathname.startsWith('/v2/minor/') ? '/v2/minor' : ''
  const path = pathname.slice(base.length).replace('/customers/external-id/', '/customers/')
  const [kind = '', id = '', tail = '', ...more] = path.split('/').slice(2).map(decodeURIComponent)
  return more.length > 0 ? { base, kind: '', id: '', tail: '' } : { base, kind, id, tail }
}

/** 202 without a body. One that has not begun is deleted; a customer that is not its own is a 404 with words. */
function cancel(id: string, response: ServerResponse, { states, memory, body }: Known): void {
  const subscription = subscriptionBody(id, states.get(id) ?? 'untouched')
  if (!subscription) return sendNotFound(response)
  if (id === VARIATION_IDS.subscription.stubborn)
    return sendJson(response, 422, { message: ['subscription is locked', 'ask \u202Efinance\u202C first'] })
  const sent: unknown = JSON.parse(body)
  const customer = typeof sent === 'object' && sent !== null && 'externalCustomerId' in sent && sent.externalCustomerId
  if (customer !== false && customer !== VARIATION_IDS.customer.acme)
    return sendJson(response, 404, { error: { message: 'No such customer on this subscription' } })
  states.set(id, isActive(subscription) ? 'cancelled' : 'deleted')
  finishWrite(id, response, () => response.writeHead(202).end(), memory)
}

/** 200 with `{}`; an active subscription is refused in a list of messages, the stubborn one in HTML. */
function remove(id: string, response: ServerResponse, { states, memory }: Known): void {
  const subscription = subscriptionBody(id, states.get(id) ?? 'untouched')
  if (!subscription) return sendNotFound(response)
  if (id === VARIATION_IDS.subscription.stubborn) {
    response.writeHead(409, { 'content-type': 'text/html' }).end('<html><h1>Conflict</h1></html>')
    return
  }
  const isFault = id === VARIATION_IDS.fault.dropsAfterWrite || id === VARIATION_IDS.fault.failsAfterWrite
  if (isActive(subscription) && !isFault)
    return sendJson(response, 400, { message: ['subscription is active', 'cancel it first'] })
  states.set(id, 'deleted')
  finishWrite(id, response, () => sendJson(response, 200, {}), memory)
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/html' }).end('<html><h1>404</h1></html>')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
