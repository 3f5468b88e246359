import { expect, test } from 'vitest'
import { openedAgain, textsOf } from './typed-action'

test('a dialog opens again as it was left, with whose it is', () => {
  const left = {
    action: 'cancel',
    target: { id: 'sub_1', externalCustomerId: 'acme' },
    typed: { reason: 'Asked for by phone', externalCustomerId: '' },
  } as const
  expect(openedAgain(textsOf(left))).toEqual(left)
  const suggested = { ...left, action: 'delete', target: { id: 'sub_1', suggestedExternalCustomerId: 'acme' } } as const
  expect(openedAgain(textsOf(suggested))).toEqual(suggested)
})

test('what is no dialog opens none', () => {
  for (const texts of [{}, { id: 'sub_1' }, { id: 'sub_1', action: 'refund' }, { action: 'cancel', reason: 'x' }])
    expect(openedAgain(texts)).toBeNull()
})
