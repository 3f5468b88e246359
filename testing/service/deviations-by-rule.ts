import type { Deviation } from './deviation'
import { documentField, type DocumentField } from './document-fields'
import { DOCUMENT_SAMPLES, type SampleKind } from './document-samples'
import { exact, fieldsOf, objectsOf, put, written, type Json, type Path } from './plain-json'

/* For tests: the deviations of every field of the document, generated from the samples. */

const KINDS = ['subscription', 'invoice', 'transaction', 'customer'] as const

const ODD_TEXT = 'Größe "x" \\ /\t\u0001 \u202Eעברית\u202C 日本 👩‍👩‍👧 '
const LARGEST = exact(`-${'9'.repeat(38)}.${'7'.repeat(60)}`)
const ODD_NUMBERS = ['0.30000000000000004', '3.3333333333333335', '5.551115123125783e-17', '1e37', '-2.50E+3', '0']
const UNKNOWN: Json = { 'so ein Feld': [1.5, null, { ключ: exact('0.10'), '': 'leer' }], id: 'beside' }

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

/** A value of the wrong type for each field type. */
const MISFITS: Record<DocumentField['type'], [words: string, misfit: Json] | null> = {
  id: ['is a number', 7],
  choice: ['is a number', 7],
  text: ['is a number', 7],
  instant: ['is a number', 7],
  flag: ['is a text', 'yes'],
  number: ['is a word', 'much'],
  list: ['is an object', { 0: null }],
  object: ['is a text', 'an object once'],
  nothing: null,
}

function* ofField(kind: SampleKind, path: Path, value: Json, count: number): Generator<Deviation> {
  const { isNeeded, isFree, type } = documentField(kind, path, value)
  const misfit = isFree ? null : MISFITS[type]
  yield deviation(kind, path, 'absent', undefined, isNeeded ? refused(path) : 'equal')
  if (value !== null) yield deviation(kind, path, 'null', null, isNeeded ? refused(path) : 'equal')
  if (misfit) yield deviation(kind, path, ...misfit, refused(path))
  if (type === 'instant') yield deviation(kind, path, 'is no instant', 'soon', refused(path))
  if (type === 'choice') yield deviation(kind, path, 'of another value', 'somethingElse', refused(path))
  if (type === 'text') yield deviation(kind, path, 'of odd text', ODD_TEXT, 'equal')
  if (type !== 'number') return
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

/** Each field of each sample absent, null, with another value and another shape; and an unknown field at every depth. */
export const deviationsByRule: Deviation[] = KINDS.flatMap((kind) => [...ofKind(kind)])
