import { plainTransaction } from './plain-resources'
import { jsonResponse } from './response'
import { type ReadScenario, scenarioId } from './scenario'

type Rest = Pick<ReadScenario, 'shows' | 'inOrder' | 'never' | 'unknown' | 'besides'>

/** Returns a scenario for a ledger of one page with these entries. */
export function ledger(
  gap: string,
  name: string,
  results: readonly unknown[],
  rest: Rest & { counts?: object } = {},
): ReadScenario {
  const { counts = { count: results.length, pages: 1, currentPage: 1 }, ...expected } = rest
  return {
    gap,
    name,
    kind: 'customer',
    id: scenarioId('customer', gap, name),
    response: jsonResponse({ results, ...counts }),
    ...expected,
  }
}

export const rows = (...changes: object[]) =>
  changes.map((change, index) => ({ ...plainTransaction, id: `tx-${index}`, ...change }))
export const block = (changes: object) => ({ allocationBlock: { ...plainTransaction.allocationBlock, ...changes } })
