import { expect, test } from 'vitest'
import type { z } from 'zod'
import { CONSOLE_INPUTS } from './inputs'
import type { ConsoleOperation } from '@/lib/core/operation'
import { CONSOLE_OPERATIONS } from '@/lib/core/operations'

const { cancelSubscription, proposeCancel, listUsers, listActivity, addNote, reviewFinding } = CONSOLE_INPUTS

const cancel = { id: 'sub_1', reason: 'Asked for' }

test.each([
  ['NUL', listUsers, { search: '\0' }],
  ['half of a surrogate pair', listUsers, { search: 'a\uD800' }],
  ['NUL in the customer of a cancel', cancelSubscription, { ...cancel, externalCustomerId: 'a\0b' }],
  ['NUL in the customer of a proposal', proposeCancel, { ...cancel, externalCustomerId: 'a\0b' }],
  ['the year 0 from', listActivity, { from: '0000-01-01T00:00:00Z' }],
  ['the year 0 to', listActivity, { to: '0000-12-31T23:59:59.999Z' }],
])('the input schemas reject text that no database can store: %s', (_, input, given) => {
  expect(input.safeParse(given).success).toBe(false)
})

const accepted = (text: string) => ({
  note: addNote.safeParse({ kind: 'invoice', id: 'inv_1', text }).success,
  reason: reviewFinding.safeParse({ invoiceId: 'inv_1', finding: '{}', reason: text }).success,
})

test.each(['', ' ', '\u200B', ' \u2060\u00AD ', '\u202E', '\u3164'])(
  'the input schemas reject a note and a reason without a visible character: %j',
  (text) => {
    expect(accepted(text)).toEqual({ note: false, reason: false })
  },
)

test.each(['x', '.', '\u200F\u05D0', '\u{1F469}\u200D\u{1F4BB}'])(
  'the input schemas accept a note and a reason with a visible character: %j',
  (text) => {
    expect(accepted(text)).toEqual({ note: true, reason: true })
  },
)

test('the input schemas accept text that every database can store', () => {
  expect(listUsers.parse({})).toEqual({ search: '' })
  expect(listUsers.parse({ search: ' Ann ' })).toEqual({ search: 'Ann' })
  const years = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999Z' }
  expect(listActivity.parse(years)).toEqual(years)
})

const operations: [string, ConsoleOperation][] = Object.entries(CONSOLE_OPERATIONS)

test('the input schemas cover each operation and nothing else', () => {
  expect(Object.keys(CONSOLE_INPUTS).toSorted()).toEqual(operations.map(([name]) => name).toSorted())
})

test.each(operations)('the input of %s has the fields of the path and of the audit', (name, { path, audit }) => {
  const pathFields = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
  const auditFields = audit?.records === 'run' ? audit.fields : []
  const idFields = audit?.object === undefined ? [] : [audit.object.idField]
  const shapes = new Map(
    Object.entries(CONSOLE_INPUTS).map(([operation, { shape }]) => [operation, Object.keys(shape)]),
  )
  expect(shapes.get(name)).toEqual(expect.arrayContaining([...pathFields, ...auditFields, ...idFields]))
})

test.each(operations)('no path of another operation hides an object of %s', (name, { path }) => {
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/{]+)')}$`)
  const inputs = new Map<string, Record<string, z.ZodType>>(
    Object.entries(CONSOLE_INPUTS).map(([operation, { shape }]) => [operation, shape]),
  )
  const hidden = operations.filter(([, other]) =>
    Object.entries(pattern.exec(other.path)?.groups ?? {}).some(
      ([field, segment]) => inputs.get(name)?.[field]?.safeParse(segment).success,
    ),
  )
  expect(hidden.map(([other]) => other)).toEqual([])
})
