import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { consoleSettings } from './asked-page'
import { FaultInjection } from './fault-injection'
import { SCENARIO_IDS } from './ids'
import { jsonResponse, type ScenarioResponse, sendResponse } from './response'
import type { ResourceKind } from './scenario'
import { SubscriptionStates } from './subscription-states'
import { type Asked, decide, type Known, answerRequest } from './answer-request'

/** A request as it came in: its address still encoded, its headers without the key. */
interface SeenRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface FakeBillingApi {
  url: string
  key: string
  ids: typeof SCENARIO_IDS
  /** Answers reads of one more resource. */
  add: (kind: ResourceKind, id: string, response: ScenarioResponse) => void
  /** Everything that was asked, in order. */
  requests: SeenRequest[]
  /** How it goes wrong, and its own record of every write and effect. */
  faults: FaultInjection
  close: () => Promise<void>
}

/** Settings a console needs to speak with it, besides address and key. */
export const OTHER_QUERY_NAMES = consoleSettings('')

/**
 * A billing API that fits the interface document and nothing else: whatever the document leaves open, it does
 * otherwise than our service. It keeps what is cancelled and deleted until it is closed.
 * @param options with `isDemo` it says that it holds demo data alone, as our service does: the console needs no sign-in
 */
export async function startFakeBillingApi({ port = 0, isDemo = false } = {}): Promise<FakeBillingApi> {
  const key = `other-${randomBytes(16).toString('hex')}`
  const requests: SeenRequest[] = []
  const states = new SubscriptionStates()
  const faults = new FaultInjection((id, body) => states.add(id, body))
  const added = new Map<string, ScenarioResponse>()
  const known: Known = { states, added, written: new Map() }

  const server = createServer((request, response) => {
    const { 'x-api-key': sentKey, ...headers } = request.headers
    const { method = 'GET', url = '/' } = request
    if (isDemo && url === '/demo-data') return sendResponse(response, jsonResponse({ isDemo }))
    readBody(request)
      .then(async (body) => {
        requests.push({ method, url, headers, body })
        const asked = { method, url, headers: request.headers, body }
        if (sentKey === key) await respond(response, asked, known, faults)
        else sendResponse(response, jsonResponse({ error: 'Unauthorized' }, { status: 401 }))
      })
      // Whoever asked has gone, or the server is being closed.
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    key,
    ids: SCENARIO_IDS,
    add: (kind, id, response) => void added.set(`${kind} ${id}`, response),
    requests,
    faults,
    close: () => {
      faults.close()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Takes a request through the fault it meets: wait, effect, wait, answer. */
async function respond(response: ServerResponse, asked: Asked, known: Known, faults: FaultInjection): Promise<void> {
  const answer = answerRequest(asked)
  const fault = answer.target ? faults.meet(answer.target) : {}
  const write = answer.write && { ...answer.write, requestId: textOf(asked.headers['x-request-id']) }
  if (write) faults.writes.push({ ...write, at: new Date() })
  await faults.wait(fault.beforeMs)

  const { truth, effect } = decide(answer, known, fault)
  const act = () => {
    if (effect?.() === true && write) faults.effects.push({ ...write, at: new Date() })
  }
  if (fault.effect === undefined) act()
  await faults.wait(fault.afterMs)
  const changed = typeof fault.answer === 'function' ? fault.answer(asked.headers) : fault.answer
  sendResponse(response, { ...truth, ...changed })
  if (typeof fault.effect !== 'object') return
  await faults.wait(fault.effect.lateMs)
  act()
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
