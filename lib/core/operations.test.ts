import { describe, expect, test } from 'vitest'
import type { ConsoleOperation } from './operation'
import { CONSOLE_OPERATIONS } from './operations'
import { PERMISSION_TABLE } from '@/testing/console/permission-table'

/*
 * Repeats the parts of the table that a slip would loosen without another failing test. `app/api/matrix.test.ts` asks one
 * operation of each kind.
 */

const operations: [string, ConsoleOperation][] = Object.entries(CONSOLE_OPERATIONS)
const namesOf = (isOne: (operation: ConsoleOperation) => unknown) =>
  operations.filter(([, operation]) => isOne(operation)).map(([name]) => name)

describe('CONSOLE_OPERATIONS', () => {
  test('needs the permission of the table, and takes access keys where the table does', () => {
    const rows = operations.map(([name, { permission, byKey }]) => [name, { permission, byKey: byKey === true }])
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
    expect(polled).toEqual([
      'getChange',
      'listChanges',
      'listReads',
      'getRead',
      'getLedgerRead',
      'getExport',
      'getStatus',
    ])
  })
})
