import { stringify } from 'lossless-json'
import { JsonNumber } from './billing/scalars'
import type { JsonLimits } from './json-limits'
import { exactJsonInPieces, writeOrdinaryJson } from './ordinary-json'
import { runToEnd } from './pieces'

/** A JSON object as `parseExactJson` reads it. */
export type JsonObject = Record<string, unknown>

/** True when an exact-parsed value is an object, not a list or number. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

/**
 * Parses JSON with every number as a `JsonNumber` that keeps its digits.
 * @throws SyntaxError when the text is not JSON, or an object repeats a name with another value; JsonLimitError when it exceeds a limit
 */
export const parseExactJson = (text: string, limits?: Partial<JsonLimits>): unknown =>
  runToEnd(exactJsonInPieces(text, { limits }))

const NUMBERS = {
  test: (value: unknown) => value instanceof JsonNumber,
  stringify: (value: unknown) => (value instanceof JsonNumber ? value.text : ''),
}

/** Serialises JSON with the digits of every `JsonNumber` and the text of every `JsonText`; omits `undefined` fields. */
export function stringifyExactJson(value: unknown): string {
  const text = writeOrdinaryJson(value) ?? stringify(value, undefined, undefined, [NUMBERS]) ?? 'null'
  // Reading a character flattens the concatenated string, which otherwise takes ten times the memory.
  text.charCodeAt(0)
  return text
}
