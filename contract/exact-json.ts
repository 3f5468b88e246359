import { JsonNumber } from './billing/scalars'
import type { JsonLimits } from './json-limits'
import { exactJsonInPieces } from './json-reader'
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

/** JSON text that is inserted unchanged. */
export class JsonText {
  constructor(readonly text: string) {}
  toJSON(): never {
    throw new TypeError('A JsonText must be written with the exact JSON writer, not JSON.stringify')
  }
}

/** Serialises JSON with the digits of every `JsonNumber` and the text of every `JsonText`; omits `undefined` fields. */
export function stringifyExactJson(value: unknown): string {
  const text = written(value)
  // Reading a character flattens the concatenated string, which otherwise takes ten times the memory.
  text.charCodeAt(0)
  return text
}

function written(value: unknown): string {
  if (value instanceof JsonNumber || value instanceof JsonText) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if ('toJSON' in value && typeof value.toJSON === 'function') return written(value.toJSON())
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${written(item)}`
    return `[${text}]`
  }
  for (const [name, field] of Object.entries(value))
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written(field)}`
  return `{${text}}`
}
