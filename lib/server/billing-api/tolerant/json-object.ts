import { isJsonObject } from '@/contract/exact-json'

export type JsonObject = Readonly<Record<string, unknown>>

/** An exact-parsed value where it is an object: no list, no number. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

/** A field the object itself holds: `__proto__` and `constructor` are names like any other. */
export function ownValue(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
