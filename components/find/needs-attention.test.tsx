import { expect, it } from 'vitest'
import { operationQuery } from '@/lib/api'
import type { ReadRun } from '@/lib/reads/reads'
import { bareChange } from '@/testing/console/bare-views'
import { firstHtml, renderedText, textOfHtml } from '@/testing/console/rendered-page'
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

const runOf = (changes: Partial<ReadRun>): ReadRun => ({
  id: `read_${changes.kind}`,
  kind: 'invoice',
  owner: 'Start',
  startedAt: '2026-11-26T12:00:00.000Z',
  endedAt: null,
  state: 'running',
  total: 120,
  counts: { read: 30, notFound: 4, otherKind: 0, failed: 0 },
  isMine: false,
  ...changes,
})
const shownDuring = async (...runs: ReadRun[]) =>
  textOfHtml(
    await firstHtml(
      [[operationQuery('listReads', {}).queryKey, { runs }]],
      <NeedsAttention attention={{ ...NOTHING, overdue }} proposals={null}>
        {null}
      </NeedsAttention>,
    ),
  )

it('says how far the reads of invoices and subscriptions are, because its figures may still change', async () => {
  expect(await shownDuring(runOf({}), runOf({ kind: 'customer' }))).toBe(
    'Needs attentionReading 34 of 120 invoices · 4 not found2 overdue invoices$19.50',
  )
  expect(await shownDuring(runOf({ kind: 'subscription', state: 'done' }))).toBe(
    'Needs attention2 overdue invoices$19.50',
  )
})
