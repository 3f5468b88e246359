import { expect, test } from 'vitest'
import type { Typed } from '@/lib/browser/typed'
import { openedAgain, textsOf } from './dialog-draft'

test('a dialog opens again as it was left, with whose it is', () => {
  const left = {
    action: 'cancel',
    target: { id: 'sub_1', externalCustomerId: 'acme' },
    typed: { reason: 'Asked for by phone', ticket: 'T-1', externalCustomerId: '' },
  } as const
  expect(openedAgain(textsOf(left))).toEqual(left)
  const suggested = { ...left, action: 'delete', target: { id: 'sub_1', suggestedExternalCustomerId: 'acme' } } as const
  expect(openedAgain(textsOf(suggested))).toEqual(suggested)
})

test('what is no dialog opens none', () => {
  const others: Typed[] = [{}, { id: 'sub_1' }, { id: 'sub_1', action: 'refund' }, { action: 'cancel', reason: 'x' }]
  for (const texts of others) expect(openedAgain(texts)).toBeNull()
})
