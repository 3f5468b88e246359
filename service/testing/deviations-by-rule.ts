import { JsonNumber } from '@/contract/billing/scalars'
import type { Deviation } from './deviation'
import { DOCUMENT_SAMPLES, type SampleKind } from './document-samples'
import { exact, fieldsOf, objectsOf, put, withoutPositions, written, type Json, type Path } from './plain-json'

/*
 * For tests: the deviations that every field of the document has, made by walking the samples. Which fields are needed
 * and which lists of values are closed is written here from gaps.md, "What is open and what is closed" and "Required
 * fields", not taken from the contract.
 */

const KINDS = ['subscription', 'invoice', 'transaction', 'customer'] as const

const PRICES = [
  'plan.prices[].price',
  'plan.basePlanPrice',
  'plan.basePlanPriceQuarterly',
  'plan.basePlanPriceAnnually',
]
const NEEDED: Record<SampleKind, string[]> = {
  subscription: [
    'id',
    'customerId',
    'status',
    'startDate',
    'billingCadence',
    'plan.id',
    'plan.prices[].price.billable.id',
    ...PRICES.map((price) => `${price}.id`),
  ],
  invoice: ['id', 'customerId', 'status', 'invoiceLineItems[].id', 'invoiceLineItems[].amount'],
  transaction: ['id', 'customerId', 'createdAt', 'amount'],
  customer: ['id', 'externalId'],
}
const CLOSED: Record<SampleKind, string[]> = {
  subscription: ['status', 'billingCadence', 'currency', 'netTerms'],
  invoice: ['status'],
  transaction: [],
  customer: [],
}
/** Below these anything may stand: the document shows their shape for one type, or as an example. */
const FREE_SHAPES = /\brules\b|\beventQueryRules\./

const ODD_TEXT = 'Größe "x" \\ /\t\u0001 \u202Eעברית\u202C 日本 👩‍👩‍👧 '
const LARGEST = exact(`-${'9'.repeat(38)}.${'7'.repeat(60)}`)
const ODD_NUMBERS = ['0.30000000000000004', '3.3333333333333335', '5.551115123125783e-17', '1e37', '-2.50E+3', '0']
const UNKNOWN: Json = { 'so ein Feld': [1.5, null, { ключ: exact('0.10'), '': 'leer' }], id: 'beside' }

const isInstant = (value: Json) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
const isNumber = (value: Json) => typeof value === 'number' || value instanceof JsonNumber
/** Ids name each other within an object, and an object is read by them: they have rows of their own. */
const isId = (path: Path) => /^(id|(?!external|crossEnv).*Id|externalId)$/.test(String(path.at(-1))) && path.length > 0

function deviation(
  kind: SampleKind,
  path: Path,
  words: string,
  value: Json | undefined,
  expected: Deviation['expected'],
) {
  return {
    name: `${written(path)} ${words}`,
    kind,
    change: (sample) => put(sample, path, value),
    expected,
  } satisfies Deviation
}

const refused = (path: Path) => ({ refused: [`data.${written(path)}`] })

/** A value that is not of the field's type. */
function misfitOf(value: Json): [words: string, misfit: Json] {
  if (typeof value === 'string') return ['is a number', 7]
  if (typeof value === 'boolean') return ['is a text', 'yes']
  if (isNumber(value)) return ['is a word', 'much']
  return Array.isArray(value) ? ['is an object', { 0: null }] : ['is a text', 'an object once']
}

function* ofField(kind: SampleKind, path: Path, value: Json, count: number): Generator<Deviation> {
  const place = withoutPositions(path)
  const isFree = FREE_SHAPES.test(place)
  const whenNone = NEEDED[kind].includes(place) ? refused(path) : 'equal'
  yield deviation(kind, path, 'absent', undefined, whenNone)
  if (value !== null) yield deviation(kind, path, 'null', null, whenNone)

  if (!isFree && value !== null) yield deviation(kind, path, ...misfitOf(value), refused(path))
  if (isInstant(value)) yield deviation(kind, path, 'is no instant', 'soon', refused(path))
  else if (CLOSED[kind].includes(place)) yield deviation(kind, path, 'of another value', 'somethingElse', refused(path))
  else if (typeof value === 'string' && !isId(path)) yield deviation(kind, path, 'of odd text', ODD_TEXT, 'equal')
  if (!isNumber(value)) return
  const odd = ODD_NUMBERS[count % ODD_NUMBERS.length] ?? '0'
  yield deviation(kind, path, `is ${odd}`, exact(odd), 'equal')
  yield deviation(kind, path, 'has 38 digits before and 60 after the point', LARGEST, 'equal')
  if (isFree) return
  yield deviation(kind, path, 'has 39 digits before the point', exact('1'.repeat(39)), refused(path))
  yield deviation(kind, path, 'has 61 digits after the point', exact(`0.${'1'.repeat(61)}`), refused(path))
}

function* ofKind(kind: SampleKind): Generator<Deviation> {
  const sample = DOCUMENT_SAMPLES[kind]('n', 'm')
  let count = 0
  for (const { path, value } of fieldsOf(sample)) yield* ofField(kind, path, value, (count += 1))
  for (const path of objectsOf(sample)) {
    const beside = [...path, 'notInTheDocument']
    yield deviation(kind, beside, 'stands beside', UNKNOWN, 'equal')
  }
}

/** Each field of each sample absent, null, of another value, of another shape; and an unknown one beside, at every depth. */
export const deviationsByRule: Deviation[] = KINDS.flatMap((kind) => [...ofKind(kind)])
