import { Big } from 'big.js'
import { isJsonObject, type JsonObject } from '@/contract/exact-json'
import { JsonNumber } from '@/contract/billing/scalars'

/** Kinds that are stored once per merchant and id (gaps.md, Nested objects). */
export type SharedKind = 'plan' | 'price' | 'billable'

interface Place {
  /** Path to the holder; `*` is every item of a list. */
  way: readonly string[]
  field: string
  kind: SharedKind
  /** The field beside it that has its id. */
  idField?: string
}

/** Places of shared objects, for both `takeSharedOut` and `putSharedIn`. */
const PLACES: Record<'subscription' | SharedKind, readonly Place[]> = {
  subscription: [{ way: [], field: 'plan', kind: 'plan', idField: 'planId' }],
  plan: [
    { way: ['prices', '*'], field: 'price', kind: 'price' },
    { way: [], field: 'basePlanPrice', kind: 'price', idField: 'basePlanPriceId' },
    { way: [], field: 'basePlanPriceQuarterly', kind: 'price', idField: 'basePlanPriceQuarterlyId' },
    { way: [], field: 'basePlanPriceAnnually', kind: 'price', idField: 'basePlanPriceAnnuallyId' },
  ],
  price: [{ way: [], field: 'billable', kind: 'billable', idField: 'billableId' }],
  billable: [],
}

/** A place in one object: `holder[field]` is a shared object, or an id beside it names one. */
interface FoundPlace extends Place {
  holder: JsonObject
  /** Path of the holder, such as `data.plan.prices[3]`. */
  at: string
  /** The object in this place. */
  object: JsonObject | null
  /** The id beside this place. */
  namedId: string | null
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

function* placesIn(kind: keyof typeof PLACES, object: JsonObject, at: string): Generator<FoundPlace> {
  for (const place of PLACES[kind])
    for (const { holder, at: where } of holdersOf(object, place.way, at)) {
      const sent = holder[place.field]
      const namedId = place.idField === undefined ? null : textOrNull(holder[place.idField])
      yield { ...place, holder, at: where, object: isJsonObject(sent) ? sent : null, namedId }
    }
}

function* holdersOf(value: unknown, way: readonly string[], at: string): Generator<{ holder: JsonObject; at: string }> {
  const [step, ...rest] = way
  if (step === '*') {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries()) yield* holdersOf(item, rest, `${at}[${index}]`)
  } else if (isJsonObject(value)) {
    if (step === undefined) yield { holder: value, at }
    else yield* holdersOf(value[step], rest, `${at}.${step}`)
  }
}

/** Returns the id of the object in a place, or the id beside an empty place. */
const idIn = ({ object, namedId }: FoundPlace) => (object ? textOrNull(object.id) : namedId)

/** Two places of one line that contradict each other. */
export class Contradiction extends Error {
  override name = 'Contradiction'
  constructor(
    /** Path of the later place, such as `data.plan.basePlanPrice.name`. */
    readonly field: string,
    readonly reason: string,
  ) {
    super(`${field} ${reason}`)
  }
}

interface Copies {
  /** The merged object of all copies. */
  object: JsonObject
  each: { object: JsonObject; at: string }[]
}
type SharedObjects = Record<SharedKind, Map<string, Copies>>

/**
 * Replaces each shared object of an exact-parsed one by `{"id": …}`, in place, and returns the shared objects. Copies of
 * one id are merged: a field that one lacks comes from another.
 * @throws Contradiction when two copies, or an object and the id beside it, differ
 */
export function takeSharedOut(object: JsonObject, at: string): SharedObjects {
  const shared: SharedObjects = { plan: new Map(), price: new Map(), billable: new Map() }
  takeOut('subscription', object, at, shared)
  return shared
}

function takeOut(kind: keyof typeof PLACES, object: JsonObject, at: string, shared: SharedObjects): void {
  for (const place of placesIn(kind, object, at)) {
    const { object: nested, namedId, holder, field, idField } = place
    const id = idIn(place)
    if (!nested || id === null) continue
    const nestedAt = `${place.at}.${field}`
    if (namedId !== null && namedId !== id)
      throw new Contradiction(
        `${place.at}.${idField}`,
        `does not match ${nestedAt}.id: it is ${JSON.stringify(namedId)} here and ${JSON.stringify(id)} there`,
      )
    takeOut(place.kind, nested, nestedAt, shared)
    const known = shared[place.kind].get(id)
    if (known) complete(place.kind, known, nested, nestedAt)
    else shared[place.kind].set(id, { object: nested, each: [{ object: nested, at: nestedAt }] })
    holder[field] = { id }
  }
}

/** Adds the fields of a copy to `known`. */
function complete(kind: SharedKind, known: Copies, copy: JsonObject, at: string): void {
  const together = new Map(Object.entries(known.object))
  const nests = new Set(PLACES[kind].map(({ field }) => field))
  for (const [name, value] of Object.entries(copy)) {
    const said = together.get(name)
    // A nested object that is null in one copy comes from the other.
    const isOpen = !together.has(name) || (said === null && nests.has(name))
    if (isOpen) together.set(name, value)
    else if (!isSameJson(said, value) && !(value === null && nests.has(name))) {
      const earlier = known.each.find(({ object }) => isSameJson(object[name], said))?.at ?? at
      throw new Contradiction(
        `${at}.${name}`,
        `contradicts ${earlier}.${name}: both are of the ${kind} ${JSON.stringify(copy.id)}, which can only say one thing`,
      )
    }
  }
  known.object = Object.fromEntries(together)
  known.each.push({ object: copy, at })
}

/** Returns the ids of the shared objects that these objects contain or name. */
export function idsNamedBy(kind: keyof typeof PLACES, objects: Iterable<JsonObject>): string[] {
  const ids = new Set<string>()
  for (const object of objects)
    for (const place of placesIn(kind, object, '')) {
      const id = idIn(place)
      if (id !== null) ids.add(id)
    }
  return [...ids]
}

/**
 * Puts shared objects back in their places, in place. Also fills an absent or null place whose id is beside it. A place
 * stays as it is when its object is not stored.
 */
export function putSharedIn(
  kind: keyof typeof PLACES,
  object: JsonObject,
  stored: Record<SharedKind, ReadonlyMap<string, JsonObject>>,
): JsonObject {
  for (const place of placesIn(kind, object, '')) {
    const found = stored[place.kind].get(idIn(place) ?? '')
    if (found) place.holder[place.field] = putSharedIn(place.kind, found, stored)
  }
  return object
}

/** True when two exact-parsed values are equal: numbers by value (1 is 1.0), objects in any field order. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (one instanceof JsonNumber && other instanceof JsonNumber)
    return one.text === other.text || new Big(one.text).eq(other.text)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]))
  if (!isJsonObject(one) || !isJsonObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  )
}
