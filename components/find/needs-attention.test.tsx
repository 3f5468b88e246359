import { expect, it } from 'vitest'
import { bareChange } from '@/testing/console/bare-views'
import { renderedText } from '@/testing/console/rendered-page'
import { NeedsAttention } from './needs-attention'

const NOTHING = {
  overdue: [],
  failedPayments: 0,
  paymentsToConfirm: 0,
  endingSoon: 0,
  changedSubscriptions: 0,
  changedInvoices: 0,
}
const overdue = [{ currency: 'USD', count: 2, total: '19.50', unknown: 0 }]

it('says “other” of invoices whose list has those that were counted before', () => {
  const shown = (attention: typeof NOTHING | { overdue: typeof overdue }) =>
    renderedText(
      [],
      <NeedsAttention attention={{ ...NOTHING, ...attention }} proposals={null}>
        {null}
      </NeedsAttention>,
    )
  const found = { ...NOTHING, failedPayments: 1, changedInvoices: 3 }
  expect(shown({ ...found, overdue })).toBe(
    'Needs attention2 overdue invoices$19.501 other failed payment3 other invoices changed since you looked',
  )
  expect(shown({ ...NOTHING, failedPayments: 1 })).toBe('Needs attention1 failed payment')
})

it('shows the user’s own proposals as one line', () => {
  const changes = [bareChange({ state: 'PROPOSED' }), bareChange({ id: 'op_2' })]
  const shown = (count: number) =>
    renderedText(
      [],
      <NeedsAttention attention={NOTHING} proposals={{ changes, count, groups: [] }}>
        {null}
      </NeedsAttention>,
    )
  expect(shown(2)).toBe('Needs attention2 proposals of yours1 waiting · 1 decided')
  expect(shown(9)).toBe('Needs attention9 proposals of yours')
})
