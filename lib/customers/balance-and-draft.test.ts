import { expect, it } from 'vitest'
import { ENGLISH } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { balanceAndDraft } from './balance-and-draft'

const DRAFT = { status: 'draft', goneAt: null, number: '1043' }
const PAID = { ...DRAFT, status: 'paid', number: '1042' }

it('adds the only draft to the balance, in both languages', () => {
  expect(balanceAndDraft('Your balance was 5.', [PAID, DRAFT], ENGLISH)).toBe(
    'Your balance was 5. Invoice 1043 is not final yet.',
  )
  expect(balanceAndDraft('Guthaben: 5.', [{ ...DRAFT, number: null }], GERMAN)).toBe(
    'Guthaben: 5. Ihre Rechnung ist noch nicht endgültig.',
  )
})

it('returns only the balance without a draft, with one that is gone, and with several', () => {
  for (const invoices of [[PAID], [{ ...DRAFT, goneAt: '2026-11-20T00:00:00.000Z' }], [DRAFT, DRAFT]])
    expect(balanceAndDraft('Your balance was 5.', invoices, ENGLISH)).toBe('Your balance was 5.')
  expect(balanceAndDraft(null, [DRAFT], ENGLISH)).toBeNull()
})
