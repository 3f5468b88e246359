import { expect, test } from 'vitest'
import type { z } from 'zod'
import { CONSOLE_INPUTS } from './inputs'
import type { ConsoleOperation } from './operation'
import { CONSOLE_OPERATIONS } from './operations'

const { listUsers, listActivity } = CONSOLE_INPUTS

test.each([
  ['NUL', listUsers, { search: '\0' }],
  ['half of a surrogate pair', listUsers, { search: 'a\uD800' }],
  ['the year 0 from', listActivity, { from: '0000-01-01T00:00:00Z' }],
  ['the year 0 to', listActivity, { to: '0000-12-31T23:59:59.999Z' }],
])('the input schemas reject text that no database can store: %s', (_, input, given) => {
  expect(input.safeParse(given).success).toBe(false)
})

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
