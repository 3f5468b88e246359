import { expect, test } from 'vitest'
import type { Typed } from '@/lib/browser/typed'
import { restoreDialog, serializeDialog } from './dialog-draft'

test('restoreDialog restores the draft and the customer of a serialized dialog', () => {
  const left = {
    action: 'cancel',
    target: { id: 'sub_1', externalCustomerId: 'acme' },
    typed: { reason: 'Asked for by phone', ticket: 'T-1', externalCustomerId: '' },
  } as const
  expect(restoreDialog(serializeDialog(left))).toEqual(left)
  const suggested = { ...left, action: 'delete', target: { id: 'sub_1', suggestedExternalCustomerId: 'acme' } } as const
  expect(restoreDialog(serializeDialog(suggested))).toEqual(suggested)
})

test('restoreDialog returns null for invalid data', () => {
  const others: Typed[] = [{}, { id: 'sub_1' }, { id: 'sub_1', action: 'refund' }, { action: 'cancel', reason: 'x' }]
  for (const texts of others) expect(restoreDialog(texts)).toBeNull()
})
