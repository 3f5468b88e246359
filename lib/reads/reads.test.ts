import { expect, it } from 'vitest'
import { readRunLabel } from './reads'

const counts = { read: 118, notFound: 2, otherKind: 0, failed: 0 }

it('says how far a run is, and what became of its IDs', () => {
  expect(readRunLabel({ kind: 'invoice', state: 'running', total: 1_200, counts })).toBe(
    'Reading 120 of 1,200 invoices · 2 not found',
  )
  expect(readRunLabel({ kind: 'invoice', state: 'done', total: 120, counts })).toBe(
    '118 of 120 invoices read · 2 not found',
  )
  const others = { read: 1, notFound: 0, otherKind: 1, failed: 2 }
  expect(readRunLabel({ kind: 'subscription', state: 'stopped', total: 9, counts: others })).toBe(
    'Stopped at 4 of 9 subscriptions · 1 not a subscription · 2 not read',
  )
  const whole = { read: 1, notFound: 0, otherKind: 0, failed: 0 }
  expect(readRunLabel({ kind: 'customer', state: 'done', total: 1, counts: whole })).toBe('1 customer read')
})
