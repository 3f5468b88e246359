import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { OPERATION_NAMES } from './core/operations'
import type { Operation } from './core/server/operation'
import { OPERATION_MAP, operationOf } from './operations'
import { PERMISSION_TABLE } from '@/testing/console/permission-table'

/*
 * Repeats the parts of the table that a slip would loosen without another failing test. `app/api/matrix.test.ts` asks one
 * operation of each kind.
 */

const operations = OPERATION_NAMES.map((name): [string, Operation] => [name, operationOf(name)])
const namesOf = (isOne: (operation: Operation) => unknown) =>
  operations.filter(([, operation]) => isOne(operation)).map(([name]) => name)

test('the map has each operation under its own name', () => {
  expect(operations.map(([name, each]) => [name, each.name])).toEqual(OPERATION_NAMES.map((name) => [name, name]))
})

describe('the operations', () => {
  test('needs the permission of the table, and takes access keys where the table does', () => {
    const rows = operations.map(([name, { permission, describe: forKeys }]) => [
      name,
      { permission, byKey: forKeys !== undefined },
    ])
    expect(Object.fromEntries(rows)).toEqual(PERMISSION_TABLE)
  })

  test('records refusals of updates that not every role may send and that record their own success', () => {
    const refusals = namesOf(({ audit }) => audit?.records === 'refusal')
    expect(refusals).toEqual([
      'declineChange',
      'cancelSelected',
      'stopGroup',
      'closeChange',
      'forgetCustomer',
      'addUser',
      'changeUser',
      'createResetLink',
    ])
  })

  test('keeps a session from becoming idle, except by what pages poll', () => {
    const polled = namesOf(({ isPolled }) => isPolled)
    expect(polled).toEqual(['getChange', 'listChanges', 'listReads', 'getRead', 'getLedgerRead', 'getStatus'])
  })
})

const { cancelSubscription, proposeCancel, listUsers, listActivity, addNote, reviewFinding } = OPERATION_MAP

const cancel = { id: 'sub_1', reason: 'Asked for' }

test.each([
  ['NUL', listUsers.input, { search: '\0' }],
  ['half of a surrogate pair', listUsers.input, { search: 'a\uD800' }],
  ['NUL in the customer of a cancel', cancelSubscription.input, { ...cancel, externalCustomerId: 'a\0b' }],
  ['NUL in the customer of a proposal', proposeCancel.input, { ...cancel, externalCustomerId: 'a\0b' }],
  ['the year 0 from', listActivity.input, { from: '0000-01-01T00:00:00Z' }],
  ['the year 0 to', listActivity.input, { to: '0000-12-31T23:59:59.999Z' }],
])('the input schemas reject text that no database can store: %s', (_, input, given) => {
  expect(input.safeParse(given).success).toBe(false)
})

const accepted = (text: string) => ({
  note: addNote.input.safeParse({ kind: 'invoice', id: 'inv_1', text }).success,
  reason: reviewFinding.input.safeParse({ invoiceId: 'inv_1', finding: '{}', reason: text }).success,
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
  expect(listUsers.input.parse({})).toEqual({ search: '' })
  expect(listUsers.input.parse({ search: ' Ann ' })).toEqual({ search: 'Ann' })
  const years = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999Z' }
  expect(listActivity.input.parse(years)).toEqual(years)
})

test.each(operations)('the input of %s has the fields of the path and of the audit', (_, { path, audit, input }) => {
  const pathFields = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
  const auditFields = audit?.records === 'run' ? audit.fields : []
  const idFields = audit?.object === undefined ? [] : [audit.object.idField]
  expect(Object.keys(input.shape)).toEqual(expect.arrayContaining([...pathFields, ...auditFields, ...idFields]))
})

test.each(operations)('no path of another operation hides an object of %s', (_, { path, input }) => {
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/{]+)')}$`)
  const fields: Record<string, z.ZodType> = input.shape
  const hidden = operations.filter(([, other]) =>
    Object.entries(pattern.exec(other.path)?.groups ?? {}).some(
      ([field, segment]) => fields[field]?.safeParse(segment).success,
    ),
  )
  expect(hidden.map(([other]) => other)).toEqual([])
})
