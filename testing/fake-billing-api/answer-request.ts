import { askedPage, type BasePath } from './asked-page'
import type { Fault, FaultTarget, RequestHeaders } from './fault'
import { faultOfId } from './fault-catalogue'
import { SCENARIO_IDS } from './ids'
import { invoiceBody } from './invoices'
import { jsonResponse, type ScenarioResponse, textResponse } from './response'
import type { AskedPage, ResourceKind } from './scenario'
import { scenarioRead, scenarioWrite } from './scenarios'
import type { SubscriptionStates } from './subscription-states'
import { isActive } from './subscriptions'
import { transactionPage } from './transactions'

/** A request as it came in. */
export interface Asked {
  method: string
  url: string
  headers: RequestHeaders
  body: string
}

/** What the server keeps. */
export interface Known {
  states: SubscriptionStates
  /** What a test added, by kind and id. */
  added: ReadonlyMap<string, ScenarioResponse>
  /** Reads of each scenario since its write came in. */
  written: Map<string, number>
}

/** What is answered where nothing goes wrong, and what a write then does; false where it changes nothing. */
interface Decision {
  truth: ScenarioResponse
  effect?: () => boolean
}

/** Decides; a request that makes no sense is a 400 in a list of messages. */
export function decide(answer: RequestAnswer, known: Known, fault: Fault): Decision {
  try {
    return answer.decide(known, fault)
  } catch (error) {
    const words = error instanceof Error ? error.message : 'bad query'
    return { truth: jsonResponse({ message: [words, 'see the manual'] }, { status: 400 }) }
  }
}

/** How a request is answered. `target` and `write` are left out where it is none of the interface, and no write. */
interface RequestAnswer {
  target?: FaultTarget
  write?: { action: 'cancel' | 'delete'; id: string }
  decide: (known: Known, fault: Fault) => Decision
}

const NOT_FOUND = textResponse('<html><h1>404</h1></html>', { status: 404, type: 'text/html' })

/** What the other billing API makes of a request. */
export function answerRequest({ method, url, body }: Asked): RequestAnswer {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const { base, kind, id, tail } = partsOf(pathname)
  const page = () => askedPage(base, searchParams)
  const firstPage = () => askedPage(base, new URLSearchParams())
  switch (`${method} ${kind} ${tail}`) {
    case 'GET subscriptions expanded':
      return {
        target: { operation: 'getSubscription', id },
        decide: (known) => read('subscription', id, firstPage, known, () => known.states.shown(id)),
      }
    case 'GET invoices with-line-items':
      return {
        target: { operation: 'getInvoice', id },
        decide: (known) => read('invoice', id, firstPage, known, () => invoiceBody(id)),
      }
    case 'GET customers transactions':
      return {
        target: { operation: 'listTransactions', id },
        decide: (known) => read('customer', id, page, known, () => transactionPage(id, page())),
      }
    case 'POST subscriptions cancel':
      return {
        target: { operation: 'cancelSubscription', id },
        write: { action: 'cancel', id },
        decide: (known, fault) => changeScenario('cancel', id, known) ?? cancel(id, body, known, fault),
      }
    case 'DELETE subscriptions ':
      return {
        target: { operation: 'deleteSubscription', id },
        write: { action: 'delete', id },
        decide: (known, fault) => changeScenario('delete', id, known) ?? remove(id, known, fault),
      }
    default:
      return { decide: () => ({ truth: NOT_FOUND }) }
  }
}

function read(
  kind: ResourceKind,
  id: string,
  asked: () => AskedPage,
  { added, written }: Known,
  body: () => object | undefined,
): Decision {
  const scenario = added.get(`${kind} ${id}`) ?? scenarioRead(kind, id, asked(), written)
  if (scenario) return { truth: scenario }
  const found = body()
  return { truth: found ? jsonResponse(found) : NOT_FOUND }
}

/** The write of a scenario; undefined where the id belongs to none. */
function changeScenario(action: 'cancel' | 'delete', id: string, { written }: Known): Decision | undefined {
  const truth = scenarioWrite(id, action)
  return truth && { truth, effect: () => written.set(id, 0).has(id) }
}

/** 202 without a body. A customer that is not its own is a 404 with words. */
function cancel(id: string, body: string, { states }: Known, { stale }: Fault): Decision {
  if (states.now(id) === undefined) return { truth: NOT_FOUND }
  if (id === SCENARIO_IDS.subscription.stubborn)
    return {
      truth: jsonResponse({ message: ['subscription is locked', 'ask \u202Efinance\u202C first'] }, { status: 422 }),
    }
  const sent: unknown = JSON.parse(body)
  const customer = typeof sent === 'object' && sent !== null && 'externalCustomerId' in sent && sent.externalCustomerId
  if (customer !== false && customer !== SCENARIO_IDS.customer.acme && !states.has(id))
    return { truth: jsonResponse({ error: { message: 'No such customer on this subscription' } }, { status: 404 }) }
  return { truth: { status: 202, headers: {}, body: '' }, effect: () => states.change(id, 'cancel', stale) }
}

/** 200 with `{}`; an active subscription is refused in a list of messages, the stubborn one in HTML. */
function remove(id: string, { states }: Known, { stale }: Fault): Decision {
  const subscription = states.now(id)
  if (subscription === undefined) return { truth: NOT_FOUND }
  if (id === SCENARIO_IDS.subscription.stubborn)
    return { truth: textResponse('<html><h1>Conflict</h1></html>', { status: 409, type: 'text/html' }) }
  if (isActive(subscription) && !faultOfId(id))
    return { truth: jsonResponse({ message: ['subscription is active', 'cancel it first'] }, { status: 400 }) }
  return { truth: jsonResponse({}), effect: () => states.change(id, 'delete', stale) }
}

/** `{base}/external/{kind}/{id}/{tail}`, each id one encoded segment. */
function partsOf(pathname: string): { base: BasePath; kind: string; id: string; tail: string } {
  const base = pathname.startsWith('/v2/minor/') ? '/v2/minor' : ''
  const path = pathname.slice(base.length).replace('/customers/external-id/', '/customers/')
  const [kind = '', id = '', tail = '', ...more] = path.split('/').slice(2).map(decodeURIComponent)
  return more.length > 0 ? { base, kind: '', id: '', tail: '' } : { base, kind, id, tail }
}
