import { jsonResponse } from './response'
import { plainInvoice } from './plain-resources'
import { type ReadScenario, scenarioId } from './scenario'

type Rest = Pick<ReadScenario, 'shows' | 'never' | 'unknown' | 'besides'>

/** Returns a scenario for the plain invoice with `changes` applied. */
export function invoice(gap: string, name: string, changes: object, rest: Rest = {}): ReadScenario {
  const id = scenarioId('invoice', gap, name)
  return { gap, name, kind: 'invoice', id, response: jsonResponse({ id, ...plainInvoice, ...changes }), ...rest }
}

/** Returns a scenario for the plain invoice with these lines. */
export const withLines = (gap: string, name: string, lines: readonly unknown[], rest: Rest = {}) =>
  invoice(gap, name, { invoiceLineItems: lines }, rest)
