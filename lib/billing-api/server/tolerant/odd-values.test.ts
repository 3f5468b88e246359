import { describe, expect, test } from 'vitest'
import { JsonNumber } from '@/contract/billing/scalars'
import type { DriftItem } from '../../view-of'
import { tally } from '@/scripts/test/volume.mjs'
import {
  completeResponse,
  type FieldKind,
  ODD_VALUES,
  placeOf,
  RESPONSE_KINDS,
  viewOf,
  withValue,
} from '@/testing/console/mutated-response'
import { sentText } from './scalars'

/*
 * What the console reads when another API sends an odd value: in each kind of field, by the table, and in each field that
 * the contract declares, by the property. No other test repeats it.
 */

const TEXTS: readonly FieldKind[] = ['text', 'choice']
const NUMBERS: readonly FieldKind[] = [...TEXTS, 'number']

/** The kinds of fields that keep an odd value as sent. In any other it is unreadable, and shown as what was sent. */
const KEPT_BY: Record<keyof typeof ODD_VALUES, readonly FieldKind[]> = {
  'an object': ['object'],
  'a list': ['list'],
  'a flag': ['flag'],
  'a flag as text': [...TEXTS, 'flag'],
  'a text': TEXTS,
  'an empty text': TEXTS,
  'a blank text': TEXTS,
  'a script': TEXTS,
  'a bidi override': TEXTS,
  'a number': [...NUMBERS, 'count'],
  'a number as text': [...NUMBERS, 'count'],
  'a fraction': NUMBERS,
  'a number below zero': NUMBERS,
  'a number beyond a float': NUMBERS,
  'a number of 62 decimals': NUMBERS,
  'a number of 400 digits': NUMBERS,
  'a number with a comma': TEXTS,
  'a day that does not exist': TEXTS,
}

/** What follows from other fields: sums, findings, the drift itself, and rules, which are read by the type of their price. */
const COMPUTED =
  /^\/(drift|totals|payable|own|marks|nullFields|customers)\b|\/rules\b|\/(inCustomUnit|isUnitUncertain)$/
const SHOWN_CHARS = 80

/** Returns every leaf of a view by its place, without computed ones. */
function leavesOf(view: unknown, at = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  if (COMPUTED.test(at) || view === undefined || view === null) return leaves
  if (typeof view !== 'object') return leaves.set(at, view)
  for (const [name, value] of Object.entries(view))
    for (const [place, leaf] of leavesOf(value, `${at}/${name}`)) leaves.set(place, leaf)
  return leaves
}

const digitsOrText = (sent: unknown) => (sent instanceof JsonNumber ? sent.text : String(sent))
const has = (items: readonly DriftItem[], kind: DriftItem['kind'], path: string) =>
  items.some((item) => item.kind === kind && item.path === path)

describe.each(RESPONSE_KINDS)('a response with every field of the contract: %s', (kind) => {
  const { body, fields } = completeResponse(kind)
  const plain = viewOf(kind, body)
  const leaves = leavesOf(plain)

  test('is read without drift', () => {
    expect(plain.drift).toEqual({ items: [], total: 0 })
  })

  test.each([
    ['null', null],
    ['left out', undefined],
  ])('has no value, and no other one instead, where a field is %s', (_, sent) => {
    const wrong = fields.filter(({ path }) => {
      const view = viewOf(kind, withValue(body, path, sent))
      const invented = [...leavesOf(view)].filter(([place, leaf]) => leaves.get(place) !== leaf)
      // `{ price: null }` is read as a price without fields (gaps.md), in which `price` is unknown.
      const others = view.drift.items.filter((item) => !['missing', 'unknownField'].includes(item.kind))
      return invented.length + others.length > 0
    })
    expect(wrong.map(({ path }) => placeOf(path))).toEqual([])
  })

  test.each(Object.entries(ODD_VALUES))('keeps %s as sent or calls it unreadable, in every field', (name, sent) => {
    const keptBy: readonly FieldKind[] = Object.entries(KEPT_BY).find(([odd]) => odd === name)?.[1] ?? []
    const wrong: string[] = []
    for (const { path, kind: fieldKind } of fields) {
      const place = placeOf(path)
      const isKept = keptBy.includes(fieldKind)
      const view = viewOf(kind, withValue(body, path, sent))
      const unreadable = view.drift.items.filter((item) => item.kind === 'unreadable')
      const expected = isKept ? [] : [{ kind: 'unreadable', path: place, received: sentText(sent, 200) }]
      if (JSON.stringify(unreadable) !== JSON.stringify(expected)) wrong.push(`${place}: ${JSON.stringify(unreadable)}`)
      if (fieldKind === 'choice' && isKept && !has(view.drift.items, 'unknownValue', place))
        wrong.push(`${place}: not named as unknown`)
      const isShown = ([at, leaf]: [string, unknown]) =>
        leaves.get(at) === leaf ||
        (at.endsWith('/unreadable') ? leaf === sentText(sent, SHOWN_CHARS) : String(leaf) === digitsOrText(sent))
      const invented = [...leavesOf(view)].filter((each) => !isShown(each))
      for (const [at, leaf] of invented) wrong.push(`${place} makes ${at} ${JSON.stringify(leaf)}`)
    }
    expect(wrong).toEqual([])
    tally('odd values in fields of another API', fields.length)
  })

  test('names an unknown field of every object', () => {
    const objects = fields.filter((field) => field.kind === 'object')
    const missed = objects.filter(({ path }) => {
      const view = viewOf(kind, withValue(body, [...path, 'unheardOf'], { deep: [null] }))
      return !has(view.drift.items, 'unknownField', `${placeOf(path)}.unheardOf`)
    })
    expect(missed).toEqual([])
    expect(objects.length).toBeGreaterThan(3)
  })
})
