import * as fc from 'fast-check'
import { documentField } from './document-fields'
import { DOCUMENT_SAMPLES, type SampleKind } from './document-samples'
import { exact, isObject, type Json, type JsonObject, type Path } from './plain-json'

/*
 * For tests: objects as another billing API could send them. Fields of the document are kept, absent, null or odd, and
 * there are unknown fields at any depth.
 */

/** Any text except NUL, which PostgreSQL cannot store: also right-to-left, joined, hidden and long. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0')),
  fc.constantFrom(
    '',
    'שלום \u202Eעולם\u202C',
    'مرحبا',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    'é é',
    '\u2028',
    '\\u0000',
    '\u001B[2J',
    'null',
    '{"a":1}',
  ),
  fc.integer({ min: 1, max: 3_000 }).map((count) => 'Größe 日本 '.repeat(count)),
)
const names = fc.oneof(
  texts.map((text) => `+${text.slice(0, 60)}`),
  fc.constantFrom('', '__proto__', 'constructor', 'toString', 'a.b', 'a b', '0', 'flatFee', 'so ein Feld'),
)

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`))
const point = (fraction: string) => (fraction === '' ? '' : `.${fraction}`)
/** At most 38 digits before and 60 after the point, some with an exponent. */
const numbers = fc.oneof(
  fc
    .tuple(fc.constantFrom('', '-'), digits(38), fc.oneof(fc.constant(''), digits(60)))
    .map(([sign, whole, fraction]) => exact(`${sign}${whole.replace(/^0+(?=\d)/, '')}${point(fraction)}`)),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), digits(6), fc.constantFrom('e', 'E'), fc.integer({ min: -54, max: 35 }))
    .map(([whole, fraction, e, exponent]) => exact(`${whole}.${fraction}${e}${exponent}`)),
  fc.constantFrom('0.30000000000000004', '5.551115123125783e-17', '0', '-0.0', '1E+2').map(exact),
)
const flags = fc.boolean()
const instants = fc
  .date({ min: new Date('0002-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Returns an object of these entries without undefined ones; supports a field named `__proto__`. */
function ofEntries(entries: [string, Json | undefined][]): JsonObject {
  const made: JsonObject = {}
  for (const [name, value] of entries)
    if (value !== undefined)
      Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true })
  return made
}

const anything = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constant(null),
    fc.oneof(texts, numbers, flags, fc.constantFrom('1e400', `1${'0'.repeat(200)}.5`).map(exact)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie('json')), { maxLength: 3 }).map(ofEntries),
  ),
})).json

function variant(kind: SampleKind, path: Path, value: Json): fc.Arbitrary<Json | undefined> {
  const { isNeeded, isFree, type } = documentField(kind, path, value)
  if (isFree && isObject(value)) return fc.oneof(objects(kind, path, value), anything.filter(isObject))
  const odd = {
    id: fc.constant(value),
    choice: fc.constant(value),
    text: texts,
    instant: instants,
    number: numbers,
    flag: flags,
    list: Array.isArray(value)
      ? fc.tuple(...value.map((item, index) => inList(kind, [...path, index], item)))
      : fc.constant(value),
    object: isObject(value) ? objects(kind, path, value) : fc.constant(value),
    nothing: texts,
  }[type]
  // Keeps the plan, because little is left without it; the table of deviations covers a missing plan.
  const isKept = isNeeded || path.join('.') === 'plan' || path.at(-1) === 'price'
  return isKept ? odd : fc.oneof({ weight: 6, arbitrary: odd }, fc.constant(null), fc.constant(undefined))
}

function inList(kind: SampleKind, path: Path, item: Json): fc.Arbitrary<Json> {
  if (Array.isArray(item)) return fc.tuple(...item.map((inner, index) => inList(kind, [...path, index], inner)))
  return isObject(item) ? objects(kind, path, item) : fc.constant(item)
}

/** Generates variants of an object of the sample, with up to two unknown fields. */
function objects(kind: SampleKind, path: Path, sample: JsonObject): fc.Arbitrary<JsonObject> {
  const known = Object.entries(sample).map(([name, value]) =>
    variant(kind, [...path, name], value).map((odd): [string, Json | undefined] => [name, odd]),
  )
  const unknown = fc.array(fc.tuple(names, anything), { maxLength: 2 })
  return fc.tuple(fc.tuple(...known), unknown).map(([fields, more]) => ofEntries([...more, ...fields]))
}

/** Generates objects of a kind, with the ids of `n`. */
export const deviatingObjects = (kind: SampleKind, merchantId: string, n: string): fc.Arbitrary<JsonObject> =>
  objects(kind, [], DOCUMENT_SAMPLES[kind](n, merchantId))
