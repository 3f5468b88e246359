import { jsonResponse, textResponse, type ScenarioResponse } from './response'
import { ANSWER_SCENARIOS } from './response-scenarios'
import { INVOICE_CHECK_SCENARIOS } from './invoice-check-scenarios'
import { INVOICE_SCENARIOS } from './invoice-scenarios'
import { INVOICE_TOTAL_SCENARIOS } from './invoice-total-scenarios'
import { LEDGER_PAGE_SCENARIOS } from './ledger-page-scenarios'
import { LEDGER_SCENARIOS } from './ledger-scenarios'
import { NUMBER_SCENARIOS } from './number-scenarios'
import { PRICE_SCENARIOS } from './price-scenarios'
import type { AskedPage, ReadScenario, ResourceKind, ChangeScenario } from './scenario'
import { SUBSCRIPTION_SCENARIOS } from './subscription-scenarios'
import { UNREADABLE_SCENARIOS } from './unreadable-scenarios'
import { CHANGE_SCENARIOS } from './change-scenarios'

/** Every right-hand column of gaps.md: what other billing APIs answer to reads. */
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
  ...ANSWER_SCENARIOS,
]

const keyOf = (kind: ResourceKind, id: string) => `${kind} ${id}`
const reads = new Map(
  READ_SCENARIOS.flatMap((scenario) => [scenario, ...(scenario.besides ?? [])]).map(({ kind, id, response }) => [
    keyOf(kind, id),
    response,
  ]),
)
const writes = new Map(CHANGE_SCENARIOS.map((scenario) => [scenario.id, scenario]))

/** What a scenario answers to a read; undefined where the id is of none. `written`: reads since its write came in, by its id. */
export function scenarioRead(
  kind: ResourceKind,
  id: string,
  asked: AskedPage,
  written: Map<string, number>,
): ScenarioResponse | undefined {
  const write = kind === 'subscription' ? writes.get(id) : undefined
  if (write) return stateResponse(write, written)
  const response = reads.get(keyOf(kind, id))
  return typeof response === 'function' ? response(asked) : response
}

/** What a scenario answers to its write: 204 where it has none of its own; another action than its own is not allowed. */
export function scenarioWrite(id: string, action: ChangeScenario['action']): ScenarioResponse | undefined {
  const write = writes.get(id)
  if (!write) return reads.has(keyOf('subscription', id)) ? textResponse('', { status: 204 }) : undefined
  return write.action === action ? write.response : textResponse('', { status: 405 })
}

/** The subscription of a write as it stands now. */
function stateResponse(write: ChangeScenario, written: Map<string, number>): ScenarioResponse {
  const { id, before, after, afterResponse: afterAnswer, later } = write
  if (typeof before === 'function' && !firstStates.has(id)) firstStates.set(id, before())
  const first = firstStates.get(id) ?? before
  const readsSince = written.get(id)
  if (readsSince === undefined) return jsonResponse(first)
  written.set(id, readsSince + 1)
  if (later && readsSince >= later.afterReads) return jsonResponse({ ...first, ...later.change })
  return afterAnswer ?? jsonResponse({ ...first, ...after })
}

const firstStates = new Map<string, object>()
