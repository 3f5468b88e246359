import { isJsonObject, type JsonObject } from '@/contract/exact-json'
import { isSameJson } from './same-json'

/** What is stored once per merchant and id, wherever it is sent (gaps.md, Nested objects). */
export type SharedKind = 'plan' | 'price' | 'billable'

interface Place {
  /** Fields on the way to what holds it; `*` is every item of a list. */
  way: readonly string[]
  field: string
  kind: SharedKind
  /** The field beside it that names it by its id. */
  idField?: string
}

/** Where shared objects sit. Taking apart and putting together both go by this table. */
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

/** A place in one object: `holder[field]` is a shared object, or another may be named by its id beside it. */
interface FoundPlace extends Place {
  holder: JsonObject
  /** Where the holder is: `data.plan.prices[3]`. */
  at: string
  /** What stands there. */
  object: JsonObject | null
  /** What is named beside it. */
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

/** Which shared object belongs in a place: the one that stands there, or the one named beside nothing. */
const idIn = ({ object, namedId }: FoundPlace) => (object ? textOrNull(object.id) : namedId)

/** Two places of one line that cannot both be kept. */
export class Contradiction extends Error {
  override name = 'Contradiction'
  constructor(
    /** The later of the two: `data.plan.basePlanPrice.name`. */
    readonly field: string,
    readonly reason: string,
  ) {
    super(`${field} ${reason}`)
  }
}

interface Copies {
  /** What all of them say together. */
  object: JsonObject
  each: { object: JsonObject; at: string }[]
}
export type SharedObjects = Record<SharedKind, Map<string, Copies>>

/**
 * Takes the shared objects out of an exact-parsed one: in the place of each stays `{"id": …}`. Copies of one id complete
 * each other: a field that one of them lacks is that of another. The object is ours: it is changed in place.
 * @throws Contradiction where two copies, or an object and the id beside it, do not agree
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

/** `known` grows by what the copy says beyond it. */
function complete(kind: SharedKind, known: Copies, copy: JsonObject, at: string): void {
  const together = new Map(Object.entries(known.object))
  const nests = new Set(PLACES[kind].map(({ field }) => field))
  for (const [name, value] of Object.entries(copy)) {
    const said = together.get(name)
    // A nested object that one copy leaves out as null is that of the other.
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

/** The ids of the shared objects that these hold, or name beside nothing. */
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
 * Puts shared objects back in their places, also where one is named by its id alone and what it names stands absent or
 * null; one that is not stored leaves its place as it is. The object is ours: it is changed in place.
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
