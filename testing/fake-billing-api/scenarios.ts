import { jsonResponse, textResponse, type ScenarioResponse } from './response'
import { RESPONSE_SCENARIOS } from './response-scenarios'
import { INVOICE_CHECK_SCENARIOS } from './invoice-check-scenarios'
import { INVOICE_SCENARIOS } from './invoice-scenarios'
import { INVOICE_TOTAL_SCENARIOS } from './invoice-total-scenarios'
import { LEDGER_PAGE_SCENARIOS } from './ledger-page-scenarios'
import { LEDGER_SCENARIOS } from './ledger-scenarios'
import { NUMBER_SCENARIOS } from './number-scenarios'
import { PRICE_SCENARIOS } from './price-scenarios'
import type { RequestedPage, ReadScenario, ResourceKind, ChangeScenario } from './scenario'
import { SUBSCRIPTION_SCENARIOS } from './subscription-scenarios'
import { UNREADABLE_SCENARIOS } from './unreadable-scenarios'
import { CHANGE_SCENARIOS } from './change-scenarios'

/** The responses of other billing APIs to reads: one scenario or more for each row of gaps.md. */
export const READ_SCENARIOS: readonly ReadScenario[] = [
  ...SUBSCRIPTION_SCENARIOS,
  ...PRICE_SCENARIOS,
  ...INVOICE_SCENARIOS,
  ...INVOICE_TOTAL_SCENARIOS,
  ...INVOICE_CHECK_SCENARIOS,
  ...LEDGER_PAGE_SCENARIOS,
  ...LEDGER_SCENARIOS,
  ...NUMBER_SCENARIOS,
  ...UNREADABLE_SCENARIOS,
  ...RESPONSE_SCENARIOS,
]

const keyOf = (kind: ResourceKind, id: string) => `${kind} ${id}`
const reads = new Map(
  READ_SCENARIOS.flatMap((scenario) => [scenario, ...(scenario.besides ?? [])]).map(({ kind, id, response }) => [
    keyOf(kind, id),
    response,
  ]),
)
const changes = new Map(CHANGE_SCENARIOS.map((scenario) => [scenario.id, scenario]))

/**
 * Returns the response of a scenario to a read, or undefined when the id belongs to no scenario.
 * @param written the number of reads since the change of each scenario, by id
 */
export function scenarioRead(
  kind: ResourceKind,
  id: string,
  page: RequestedPage,
  written: Map<string, number>,
): ScenarioResponse | undefined {
  const change = kind === 'subscription' ? changes.get(id) : undefined
  if (change) return stateResponse(change, written)
  const response = reads.get(keyOf(kind, id))
  return typeof response === 'function' ? response(page) : response
}

/** Returns the response of a scenario to its change, 204 by default. Rejects an action that is not the scenario's. */
export function scenarioChange(id: string, action: ChangeScenario['action']): ScenarioResponse | undefined {
  const change = changes.get(id)
  if (!change) return reads.has(keyOf('subscription', id)) ? textResponse('', { status: 204 }) : undefined
  return change.action === action ? change.response : textResponse('', { status: 405 })
}

/** Returns the current subscription of a change scenario. */
function stateResponse(change: ChangeScenario, written: Map<string, number>): ScenarioResponse {
  const { id, before, after, afterResponse, later } = change
  if (typeof before === 'function' && !firstStates.has(id)) firstStates.set(id, before())
  const first = firstStates.get(id) ?? before
  const readsSince = written.get(id)
  if (readsSince === undefined) return jsonResponse(first)
  written.set(id, readsSince + 1)
  if (later && readsSince >= later.afterReads) return jsonResponse({ ...first, ...later.change })
  return afterResponse ?? jsonResponse({ ...first, ...after })
}

const firstStates = new Map<string, object>()
