import { parse, stringify } from 'lossless-json'
import { JsonNumber } from './billing/scalars'

/**
 * Reads JSON with every number as a `JsonNumber`, digits as they were sent.
 * @throws SyntaxError where the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  return parse(text, undefined, { parseNumber: (digits) => new JsonNumber(digits) })
}

/** Writes JSON with every `JsonNumber` as the digits it holds. `undefined` fields are left out. */
export function stringifyExactJson(value: unknown, indent?: number): string {
  const numbers = {
    test: (candidate: unknown) => candidate instanceof JsonNumber,
    stringify: (candidate: unknown) => (candidate instanceof JsonNumber ? candidate.text : ''),
  }
  return stringify(value, undefined, indent, [numbers]) ?? 'null'
}
