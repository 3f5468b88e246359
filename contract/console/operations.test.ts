import { describe, expect, test } from 'vitest'
import type { ConsoleOperation } from './operation'
import { CONSOLE_OPERATIONS } from './operations'
import type { Permission } from './roles'

/*
 * Repeats the parts of the table that a slip would loosen without another failing test: `app/api/matrix.test.ts` takes the permissions
 * from the table itself.
 */

const operations: [string, ConsoleOperation][] = Object.entries(CONSOLE_OPERATIONS)
const namesOf = (isOne: (operation: ConsoleOperation) => unknown) =>
  operations.filter(([, operation]) => isOne(operation)).map(([name]) => name)

const isHarmless = ({ kind, permission }: ConsoleOperation) =>
  ['read', 'raw', 'file'].includes(kind) && ['read', 'export'].includes(permission)

describe('CONSOLE_OPERATIONS', () => {
  // A new operation that is not a read with the permission `read` fails until it is listed here.
  test.each<[Permission, string[]]>([
    ['public', ['signIn', 'setUp', 'resetPassword', 'startOidc', 'finishOidc']],
    [
      'account',
      [
        'signOut',
        'getAccount',
        'changePassword',
        'endSession',
        'listOwnAccessKeys',
        'createAccessKey',
        'revokeAccessKey',
        'stepUp',
      ],
    ],
    ['read', ['forgetOpened', 'readThese', 'stopRead', 'readLedger', 'cancelLedgerRead']],
    [
      'export',
      [
        'exportChanges',
        'exportSubscriptions',
        'exportInvoices',
        'exportInvoiceLines',
        'exportCustomers',
        'exportCredits',
        'printInvoice',
        'printInvoiceMonth',
        'downloadInvoiceCsv',
        'exportTransactions',
        'exportLedgerMonths',
        'printMonths',
        'getExport',
        'cancelExport',
      ],
    ],
    ['note', ['reviewFinding', 'withdrawReview', 'addNote', 'editNote', 'deleteNote']],
    ['cancel', ['cancelSubscription', 'proposeCancel', 'declineChange', 'cancelSelected', 'stopGroup']],
    ['delete', ['deleteSubscription', 'proposeDelete']],
    ['approve', ['approveChange']],
    ['review', ['closeChange']],
    ['users', ['listAccessKeys', 'listUsers', 'addUser', 'changeUser', 'createResetLink']],
    ['forget', ['forgetCustomer']],
    ['activity', ['listActivity', 'exportActivity']],
  ])('needs the permission %s for these operations alone', (permission, names) => {
    const isPlainRead = ({ kind }: ConsoleOperation) => permission === 'read' && (kind === 'read' || kind === 'raw')
    expect(namesOf((operation) => operation.permission === permission && !isPlainRead(operation))).toEqual(names)
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

  test('lets access keys read, export, start reading, and propose, and nothing else', () => {
    const others = namesOf((operation) => operation.byKey && !isHarmless(operation))
    expect(others).toEqual(['proposeCancel', 'proposeDelete', 'readThese', 'readLedger'])
    // Lists of a person, and what belongs to a download of the browser.
    expect(namesOf((operation) => !operation.byKey && isHarmless(operation))).toEqual(['listOpened', 'getExport'])
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
