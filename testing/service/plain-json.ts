import { JsonNumber } from '@/contract/billing/scalars'
import { Big } from 'big.js'

/** For tests: JSON as it is sent, numbers exact or our own. */
export type Json = string | number | boolean | null | JsonNumber | Json[] | JsonObject
export interface JsonObject {
  [field: string]: Json
}

/** Where in an object: `['plan', 'prices', 0, 'price']`. */
export type Path = readonly (string | number)[]

/** A number with the digits as they are written. */
export const exact = (digits: string) => new JsonNumber(digits)

/** `plan.prices[0].price`, as refusals name a field. */
export const written = (path: Path) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')

/** `plan.prices[].price`: the field, wherever in its list it stands. */
export const withoutPositions = (path: Path) => written(path).replaceAll(/\[\d+\]/g, '[]')

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** The fields of an object at every depth, those within lists too, with their values. */
export function* fieldsOf(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* fieldsOf(item, [...path, index])
  if (!isObject(value)) return
  for (const [name, child] of Object.entries(value)) {
    yield { path: [...path, name], value: child }
    yield* fieldsOf(child, [...path, name])
  }
}

/** The objects in an object, itself first, at every depth. */
export function* objectsOf(value: Json, path: Path = []): Generator<Path> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* objectsOf(item, [...path, index])
  if (!isObject(value)) return
  yield path
  for (const [name, child] of Object.entries(value)) yield* objectsOf(child, [...path, name])
}

/** What stands at a path. @throws TypeError where nothing does */
export function at(root: Json, path: Path): Json {
  return path.reduce<Json>((value, part) => {
    const child = Array.isArray(value) ? value[Number(part)] : isObject(value) ? value[part] : undefined
    if (child === undefined) throw new TypeError(`nothing at ${written(path)}`)
    return child
  }, root)
}

/** Puts a value at a path, in place; `undefined` takes the field away. */
export function put(root: JsonObject, path: Path, value: Json | undefined): JsonObject {
  const parent = at(root, path.slice(0, -1))
  const name = path.at(-1)
  if (name === undefined || !(isObject(parent) || Array.isArray(parent))) throw new TypeError(`no ${written(path)}`)
  if (value === undefined) Reflect.deleteProperty(parent, name)
  // Not by assignment: a field may have the name `__proto__`.
  else Object.defineProperty(parent, name, { value, enumerable: true, writable: true, configurable: true })
  return root
}

/** The same JSON wherever its values are equal: numbers in their shortest digits, fields in the order of their names. */
export function canonical(value: unknown): unknown {
  if (value instanceof JsonNumber) return { number: new Big(value.text).toString() }
  if (typeof value === 'number') return { number: new Big(value).toString() }
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { object: fields.map(([name, child]) => [name, canonical(child)]) }
}
