import { JsonNumber } from '@/contract/billing/scalars'
import { Big } from 'big.js'

/** For tests: JSON as it is sent, with exact or plain numbers. */
export type Json = string | number | boolean | null | JsonNumber | Json[] | JsonObject
export interface JsonObject {
  [field: string]: Json
}

/** A path in an object, such as `['plan', 'prices', 0, 'price']`. */
export type Path = readonly (string | number)[]

/** Returns a number with exactly these digits. */
export const exact = (digits: string) => new JsonNumber(digits)

/** Returns a path as in error messages: `plan.prices[0].price`. */
export const written = (path: Path) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')

/** Returns a path without list positions: `plan.prices[].price`. */
export const withoutPositions = (path: Path) => written(path).replaceAll(/\[\d+\]/g, '[]')

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** Yields the fields of an object at every depth, also within lists, with their values. */
export function* fieldsOf(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* fieldsOf(item, [...path, index])
  if (!isObject(value)) return
  for (const [name, child] of Object.entries(value)) {
    yield { path: [...path, name], value: child }
    yield* fieldsOf(child, [...path, name])
  }
}

/** Yields the paths of an object and of all objects within it. */
export function* objectsOf(value: Json, path: Path = []): Generator<Path> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* objectsOf(item, [...path, index])
  if (!isObject(value)) return
  yield path
  for (const [name, child] of Object.entries(value)) yield* objectsOf(child, [...path, name])
}

/** Returns the value at a path. @throws TypeError when there is none */
export function at(root: Json, path: Path): Json {
  return path.reduce<Json>((value, part) => {
    const child = Array.isArray(value) ? value[Number(part)] : isObject(value) ? value[part] : undefined
    if (child === undefined) throw new TypeError(`nothing at ${written(path)}`)
    return child
  }, root)
}

/** Sets the value at a path, in place; `undefined` removes the field. */
export function put(root: JsonObject, path: Path, value: Json | undefined): JsonObject {
  const parent = at(root, path.slice(0, -1))
  const name = path.at(-1)
  if (name === undefined || !(isObject(parent) || Array.isArray(parent))) throw new TypeError(`no ${written(path)}`)
  if (value === undefined) Reflect.deleteProperty(parent, name)
  // An assignment would fail for a field named `__proto__`.
  else Object.defineProperty(parent, name, { value, enumerable: true, writable: true, configurable: true })
  return root
}

/** Returns a canonical form of JSON: numbers in their shortest digits, fields sorted by name. */
export function canonical(value: unknown): unknown {
  if (value instanceof JsonNumber) return { number: new Big(value.text).toString() }
  if (typeof value === 'number') return { number: new Big(value).toString() }
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { object: fields.map(([name, child]) => [name, canonical(child)]) }
}
