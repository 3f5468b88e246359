import { expect, test } from 'vitest'
import type { Typed } from '@/lib/core/typed'
import { keepDraft, restoreDialog, serializeDialog, takeDraft } from './dialog-draft'

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

const ANN = 'ann@example.com'
const typed = { reason: 'Asked for by phone', ticket: '48211', externalCustomerId: 'acme' }
const closed = { action: 'cancel', target: { id: 'sub_1' }, typed } as const

test('takeDraft returns the text of a closed dialog to the same user, for the same change, once', () => {
  keepDraft(ANN, closed)
  expect(takeDraft(ANN, 'delete', 'sub_1')).toBeUndefined()
  expect(takeDraft(ANN, 'cancel', 'sub_2')).toBeUndefined()
  expect(takeDraft('bob@example.com', 'cancel', 'sub_1')).toBeUndefined()
  expect(takeDraft(ANN, 'cancel', 'sub_1')).toEqual(typed)
  expect(takeDraft(ANN, 'cancel', 'sub_1')).toBeUndefined()
})

test('keepDraft keeps only the last dialog, and nothing of one without text', () => {
  keepDraft(ANN, closed)
  keepDraft(ANN, { action: 'cancel', target: { id: 'sub_2' } })
  expect(takeDraft(ANN, 'cancel', 'sub_1')).toBeUndefined()
})
