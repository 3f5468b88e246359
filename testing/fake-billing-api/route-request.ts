import { type Fault, faultOfId, type FaultTarget, type RequestHeaders } from './fault-catalogue'
import { SCENARIO_IDS } from './ids'
import { oddInvoice, oddLedger } from './odd-resources'
import { jsonResponse, type ScenarioResponse, textResponse } from './response'
import type { RequestedPage, ResourceKind } from './scenario'
import { scenarioRead } from './scenarios'
import { isActive, type SubscriptionStates } from './subscription-states'

export interface ReceivedRequest {
  method: string
  url: string
  headers: RequestHeaders
  body: string
}

/** The data that the server keeps. */
export interface ServerState {
  states: SubscriptionStates
  /** Resources that a test added, by kind and id. */
  added: ReadonlyMap<string, ScenarioResponse>
}

/** The response without faults, and the effect of a change. `effect` returns false when it changes nothing. */
interface Decision {
  response: ScenarioResponse
  effect?: () => boolean
}

/** Decides on a response. An invalid request gets a 400 with a list of messages. */
export function decide(route: Route, state: ServerState, fault: Fault): Decision {
  try {
    return route.decide(state, fault)
  } catch (error) {
    const words = error instanceof Error ? error.message : 'bad query'
    return { response: jsonResponse({ message: [words, 'see the manual'] }, { status: 400 }) }
  }
}

/** How a request is handled. `target` is missing for unknown paths, `change` for reads. */
interface Route {
  target?: FaultTarget
  change?: { action: 'cancel' | 'delete'; id: string }
  decide: (state: ServerState, fault: Fault) => Decision
}

const NOT_FOUND = textResponse('<html><h1>404</h1></html>', { status: 404, type: 'text/html' })

export function routeRequest({ method, url, body }: ReceivedRequest): Route {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const { kind, id, tail } = partsOf(pathname)
  const page = () => requestedPage(searchParams)
  switch (`${method} ${kind} ${tail}`) {
    case 'GET subscriptions expanded':
      return {
        target: { operation: 'getSubscription', id },
        decide: (state) => read('subscription', id, FIRST_PAGE, state, () => state.states.shown(id)),
      }
    case 'GET invoices with-line-items':
      return {
        target: { operation: 'getInvoice', id },
        decide: (state) => read('invoice', id, FIRST_PAGE, state, () => invoiceBody(id)),
      }
    case 'GET customers transactions':
      return {
        target: { operation: 'listTransactions', id },
        decide: (state) => read('customer', id, page, state, () => ledgerPage(id, page())),
      }
    case 'POST subscriptions cancel':
      return {
        target: { operation: 'cancelSubscription', id },
        change: { action: 'cancel', id },
        decide: (state, fault) => cancel(id, body, state, fault),
      }
    case 'DELETE subscriptions ':
      return {
        target: { operation: 'deleteSubscription', id },
        change: { action: 'delete', id },
        decide: (state, fault) => remove(id, state, fault),
      }
    default:
      return { decide: () => ({ response: NOT_FOUND }) }
  }
}

const FIRST_PAGE = () => ({ page: 1, pageSize: 10, order: 'desc' })

function read(
  kind: ResourceKind,
  id: string,
  page: () => RequestedPage,
  { added }: ServerState,
  body: () => object | undefined,
): Decision {
  const response = added.get(`${kind} ${id}`) ?? scenarioRead(kind, id, page())
  if (response) return { response }
  const found = body()
  return { response: found ? jsonResponse(found) : NOT_FOUND }
}

const invoiceBody = (id: string) => (id === SCENARIO_IDS.invoice.active || faultOfId(id) ? oddInvoice(id) : undefined)

function ledgerPage(id: string, page: RequestedPage): object | undefined {
  if (id === SCENARIO_IDS.customer.empty) return oddLedger(0, page)
  return id === SCENARIO_IDS.customer.acme || faultOfId(id) ? oddLedger(45, page) : undefined
}

/** Responds 202 without a body, or 404 with a message when the customer does not own the subscription. */
function cancel(id: string, body: string, { states }: ServerState, { stale }: Fault): Decision {
  if (states.now(id) === undefined) return { response: NOT_FOUND }
  if (id === SCENARIO_IDS.subscription.stubborn)
    return {
      response: jsonResponse({ message: ['subscription is locked', 'ask \u202Efinance\u202C first'] }, { status: 422 }),
    }
  const sent: unknown = JSON.parse(body)
  const customer = typeof sent === 'object' && sent !== null && 'externalCustomerId' in sent && sent.externalCustomerId
  if (customer !== false && customer !== SCENARIO_IDS.customer.acme && !states.has(id))
    return { response: jsonResponse({ error: { message: 'No such customer on this subscription' } }, { status: 404 }) }
  return { response: { status: 202, headers: {}, body: '' }, effect: () => states.change(id, 'cancel', stale) }
}

/** Responds 200 with `{}`. Refuses an active subscription with a list of messages, the stubborn one with HTML. */
function remove(id: string, { states }: ServerState, { stale }: Fault): Decision {
  const subscription = states.now(id)
  if (subscription === undefined) return { response: NOT_FOUND }
  if (id === SCENARIO_IDS.subscription.stubborn)
    return { response: textResponse('<html><h1>Conflict</h1></html>', { status: 409, type: 'text/html' }) }
  if (isActive(subscription) && !faultOfId(id))
    return { response: jsonResponse({ message: ['subscription is active', 'cancel it first'] }, { status: 400 }) }
  return { response: jsonResponse({}), effect: () => states.change(id, 'delete', stale) }
}

/** Splits `/external/{kind}/{id}/{tail}`. Each id is one percent-encoded segment. */
function partsOf(pathname: string): { kind: string; id: string; tail: string } {
  const path = pathname.replace('/customers/external-id/', '/customers/')
  const [kind = '', id = '', tail = '', ...more] = path.split('/').slice(2).map(decodeURIComponent)
  return more.length > 0 ? { kind: '', id: '', tail: '' } : { kind, id, tail }
}

/** The query parameter names that the API accepts. It rejects all others. */
export const QUERY_NAMES = { page: 'p', pageSize: 'per_page', order: 'sort' }
const KNOWN: readonly string[] = Object.values(QUERY_NAMES)

/**
 * Reads the requested page from a query.
 * @throws RangeError when a parameter name is unknown or a value is out of range
 */
function requestedPage(query: URLSearchParams): RequestedPage {
  for (const name of query.keys()) if (!KNOWN.includes(name)) throw new RangeError(`${name} is not a parameter`)
  const page = Number(query.get(QUERY_NAMES.page) ?? '1')
  const pageSize = Number(query.get(QUERY_NAMES.pageSize) ?? '10')
  if (!(page >= 1) || !(pageSize >= 1 && pageSize <= 100)) throw new RangeError('Pages and their sizes count from 1')
  return { page, pageSize, order: query.get(QUERY_NAMES.order) ?? 'desc' }
}
