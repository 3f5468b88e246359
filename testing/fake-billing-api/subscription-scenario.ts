import { jsonResponse } from './response'
import { plainPlan, plainPrice, plainSubscription } from './plain-resources'
import { type ReadScenario, scenarioId } from './scenario'

type Rest = Pick<ReadScenario, 'shows' | 'never' | 'unknown'>

/** Returns a scenario for the plain subscription with `changes` applied. */
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

/** Returns a scenario for a subscription whose plan has these prices. */
export const withPrices = (gap: string, name: string, prices: readonly unknown[], rest: Rest = {}) =>
  subscription(gap, name, { plan: { ...plainPlan, prices } }, rest)

/** Returns a scenario for a subscription whose plan has the plain price with `changes` applied. */
export const withPrice = (gap: string, name: string, changes: object, rest: Rest = {}) =>
  withPrices(gap, name, [{ price: { ...plainPrice, name: 'Odd price', ...changes } }], rest)
