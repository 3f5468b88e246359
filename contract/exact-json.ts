import { parse, stringify } from 'lossless-json'
import { JsonNumber } from './billing/scalars'
import { readOrdinaryJson, writeOrdinaryJson } from './ordinary-json'

const parseNumber = (digits: string) => new JsonNumber(digits)

/** A JSON object as `parseExactJson` reads it. */
export type JsonObject = Record<string, unknown>

/** Whether an exact-parsed value is an object: no list, no number. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

/**
 * Reads JSON with every number as a `JsonNumber`, digits as they were sent.
 * @throws SyntaxError where the text is not JSON, or an object has a name twice with different values
 */
export function parseExactJson(text: string): unknown {
  return readOrdinaryJson(text) ?? parse(text, undefined, { parseNumber })
}

/**
 * As `parseExactJson`, for texts whose objects may repeat a name with another value: `choose` gives the value it has then.
 * @throws SyntaxError where the text is not JSON
 */
export function parseExactJsonChoosing(
  text: string,
  choose: (repeated: { oldValue: unknown; newValue: unknown }) => unknown,
): unknown {
  return parse(text, undefined, { parseNumber, onDuplicateKey: choose })
}

/** Writes JSON with every `JsonNumber` as the digits it holds, a `JsonText` as it stands. `undefined` fields are left out. */
export function stringifyExactJson(value: unknown, indent?: number): string {
  const text = (indent === undefined ? writeOrdinaryJson(value) : undefined) ?? stringifyAny(value, indent)
  // Put together bit by bit, a text is a tree of its parts until it is asked for a character: ten times as large.
  text.charCodeAt(0)
  return text
}

function stringifyAny(value: unknown, indent: number | undefined): string {
  const numbers = {
    test: (candidate: unknown) => candidate instanceof JsonNumber,
    stringify: (candidate: unknown) => (candidate instanceof JsonNumber ? candidate.text : ''),
  }
  return stringify(value, undefined, indent, [numbers]) ?? 'null'
}
