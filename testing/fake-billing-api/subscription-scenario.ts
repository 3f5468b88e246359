import { jsonResponse } from './response'
import { plainPlan, plainPrice, plainSubscription } from './plain-resources'
import { type ReadScenario, scenarioId } from './scenario'

type Rest = Pick<ReadScenario, 'shows' | 'never' | 'unknown'>

/** A subscription that is plain but for `changes`; its id is its name. */
export function subscription(gap: string, name: string, changes: object, rest: Rest = {}): ReadScenario {
  const id = scenarioId('subscription', gap, name)
  return {
    gap,
    name,
    kind: 'subscription',
    id,
    response: jsonResponse({ id, ...plainSubscription, ...changes }),
    ...rest,
  }
}

/** One whose plan holds these prices. */
export const withPrices = (gap: string, name: string, prices: readonly unknown[], rest: Rest = {}) =>
  subscription(gap, name, { plan: { ...plainPlan, prices } }, rest)

/** One whose plan holds a price that is plain but for `changes`. */
export const withPrice = (gap: string, name: string, changes: object, rest: Rest = {}) =>
  withPrices(gap, name, [{ price: { ...plainPrice, name: 'Odd price', ...changes } }], rest)
