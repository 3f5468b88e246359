import { expect, test } from 'vitest'
import type { OperationName } from '@/lib/core/operations'
import { testContext } from '@/testing/console/test-context'
import { nextStepOf, wordsOf } from './words'

const AS_OF = '2026-11-01T00:00:00.000Z'
const SO_FAR = { page: 3, pages: 9 }

test.each<[OperationName, object, RegExp]>([
  ['find', { hits: [], unanswered: [{ kind: 'invoice' }] }, /^Not everything could be searched/],
  ['find', { hits: [{ kind: 'customer', empty: true }], unanswered: [] }, /does not prove that the customer exists/],
  ['listTransactions', { results: [] }, /does not prove that the customer exists/],
  ['compareInvoices', { other: null, otherId: 'inv_2' }, /does not have the other invoice/],
  ['compareInvoices', { other: {}, otherId: null }, /A later one may exist/],
  ['explainChange', { asOf: null, isComplete: false }, /^This ledger was not read yet/],
  ['explainChange', { asOf: AS_OF, isComplete: false }, /not read up to the last day/],
  ['getBalanceChart', { asOf: AS_OF, soFar: SO_FAR }, /^Only a part of this ledger was read/],
  ['filterTransactions', { asOf: AS_OF, isComplete: false }, /^Only a part of this ledger was read/],
  ['listLedgerMonths', { asOf: AS_OF, soFar: null }, /^These figures end at "asOf"/],
])('%s with %j says what it does not prove', (name, output, step) => {
  expect(nextStepOf(name, {}, output)).toMatch(step)
})

test('says of balances and blocks what the page says', async () => {
  const pool = { key: 'name:AI credits', unitId: null, unitName: 'AI credits' }
  const chart = { pool, basis: 'balances', gaps: 0, balance: '178' }
  const upcoming = { expiring: [{ day: '2026-11-02', amount: '178' }], others: 0 }
  const context = testContext('admin')
  const charts = [
    { ...chart, upcoming },
    { ...chart, gaps: 2, upcoming },
  ]
  expect(await wordsOf('getBalanceChart', context, { charts, asOf: AS_OF, soFar: null })).toEqual({
    balances: [
      '178.00 AI credits left, of which 178.00 expire tomorrow',
      'AI credits: not certain, 2 gaps between balances',
    ],
  })
  const rests = [{ pool, left: '27', balance: '18', rest: '-9' }]
  expect(await wordsOf('listLedgerBlocks', context, { blocks: [{ expiring: null }], rests })).toEqual({
    expiry: 'Expiry: not sent by the API',
    rests: ['AI credits: the blocks have 27.00 left, the balance is 18.00. The rest of −9.00 is in no block.'],
  })
})

test('says nothing beside a result that stands for itself', () => {
  expect(nextStepOf('find', {}, { hits: [{ kind: 'invoice' }], unanswered: [] })).toBeUndefined()
  expect(nextStepOf('explainChange', {}, { asOf: AS_OF, isComplete: true })).toBeUndefined()
  expect(nextStepOf('compareInvoices', { with: 'inv_2' }, { other: {}, otherId: 'inv_2' })).toBeUndefined()
})
