import 'server-only'
import { JsonNumber } from '@/contract/billing/scalars'

export type JsonObject = Readonly<Record<string, unknown>>

/** An exact-parsed value where it is an object: no list, no number. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** A field the object itself holds: `__proto__` and `constructor` are names like any other. */
export function ownValue(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}
