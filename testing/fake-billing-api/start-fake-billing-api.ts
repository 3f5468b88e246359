import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { testPort } from '../console/test-port'
import { FaultInjection } from './fault-injection'
import { SCENARIO_IDS } from './ids'
import { jsonResponse, type ScenarioResponse, sendResponse } from './response'
import type { ResourceKind } from './scenario'
import { SubscriptionStates } from './subscription-states'
import { decide, QUERY_NAMES, type ReceivedRequest, routeRequest, type ServerState } from './route-request'

/** A received request, with its encoded URL and its headers except the key. */
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
  /** Adds a resource that reads return. */
  add: (kind: ResourceKind, id: string, response: ScenarioResponse) => void
  /** All received requests, in order. */
  requests: SeenRequest[]
  /** Injects faults, and records every received change and its effect. */
  faults: FaultInjection
  close: () => Promise<void>
}

/** The console settings for the fake billing API, except the address and the key. */
export const OTHER_QUERY_NAMES: Readonly<Record<string, string>> = {
  BILLING_API_PAGE_PARAM: QUERY_NAMES.page,
  BILLING_API_PAGE_SIZE_PARAM: QUERY_NAMES.pageSize,
  BILLING_API_ORDER_PARAM: QUERY_NAMES.order,
  BILLING_API_AMOUNT_UNIT: 'major',
  // The fake API fails on purpose and often, so the circuit breaker must not open.
  BILLING_API_BREAKER_CALLS: '1000000',
  BILLING_API_RETRY_PERCENT: '100',
}

/**
 * Starts a billing API that follows the interface document but differs from our service in every open point. It remembers
 * cancelled and deleted subscriptions until it is closed.
 * @param options with `isDemo`, `GET /demo-data` reports demo data, so the console needs no sign-in
 */
export async function startFakeBillingApi({ isDemo = false } = {}): Promise<FakeBillingApi> {
  const key = `other-${randomBytes(16).toString('hex')}`
  const requests: SeenRequest[] = []
  const states = new SubscriptionStates()
  const faults = new FaultInjection((id, body) => states.add(id, body))
  const added = new Map<string, ScenarioResponse>()
  const state: ServerState = { states, added }

  const server = createServer((request, response) => {
    const { 'x-api-key': sentKey, ...headers } = request.headers
    const { method = 'GET', url = '/' } = request
    if (isDemo && url === '/demo-data') return sendResponse(response, jsonResponse({ isDemo }))
    text(request)
      .then(async (body) => {
        requests.push({ method, url, headers, body })
        const received = { method, url, headers: request.headers, body }
        if (sentKey === key) await respond(response, received, state, faults)
        else sendResponse(response, jsonResponse({ error: 'Unauthorized' }, { status: 401 }))
      })
      // The client disconnected, or the server is closing.
      .catch(() => response.destroy())
  })
  const url = `http://127.0.0.1:${await testPort(server)}`

  return {
    url,
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

/** Handles a request in the order of its fault: wait, effect, wait, response. */
async function respond(
  response: ServerResponse,
  received: ReceivedRequest,
  state: ServerState,
  faults: FaultInjection,
): Promise<void> {
  const route = routeRequest(received)
  const fault = route.target ? faults.meet(route.target) : {}
  const change = route.change && { ...route.change, requestId: textOf(received.headers['x-request-id']) }
  if (change) faults.received.push({ ...change, at: new Date() })
  await faults.wait(fault.beforeMs)

  const { response: planned, effect } = decide(route, state, fault)
  const act = () => {
    if (effect?.() === true && change) faults.effects.push({ ...change, at: new Date() })
  }
  if (fault.effect === undefined) act()
  await faults.wait(fault.afterMs)
  const overrides = typeof fault.response === 'function' ? fault.response(received.headers) : fault.response
  sendResponse(response, { ...planned, ...overrides })
  if (typeof fault.effect !== 'object') return
  await faults.wait(fault.effect.lateMs)
  act()
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
