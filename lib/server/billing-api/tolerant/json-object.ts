import { isJsonObject } from '@/contract/exact-json'

export type JsonObject = Readonly<Record<string, unknown>>

/** Returns an exact-parsed value if it is an object, not a list or a number. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

/** Returns an own field of the object: `__proto__` and `constructor` are ordinary names. */
export function ownValue(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
