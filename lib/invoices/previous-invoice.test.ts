import { expect, it } from 'vitest'
import { previousInvoice } from './previous-invoice'

const known = (id: string, issueDate: string | null, more: object = {}) => ({
  id,
  status: 'paid',
  goneAt: null,
  issueDate,
  periodEnd: null,
  ...more,
})
const before = (issueDate: string | undefined, ...others: ReturnType<typeof known>[]) =>
  previousInvoice({ id: 'inv_now', issueDate }, others)?.id

it('returns the newest earlier invoice by issue date, without this one, later ones and those of the same day', () => {
  const others = ['2026-09-01', '2026-10-01', '2026-11-01', '2026-12-01'].map((day) => known(`inv_${day}`, day))
  expect(before('2026-11-01', ...others, known('inv_now', '2026-10-15'))).toBe('inv_2026-10-01')
  expect(before('2026-09-01', ...others)).toBeUndefined()
})

it('leaves out drafts, void invoices, and those that are gone', () => {
  const others = [
    known('inv_draft', '2026-10-04', { status: 'draft' }),
    known('inv_void', '2026-10-03', { status: 'void' }),
    known('inv_gone', '2026-10-02', { goneAt: '2026-11-01' }),
    known('inv_kept', '2026-10-01'),
  ]
  expect(before('2026-11-01', ...others)).toBe('inv_kept')
})

it('uses the end of the period without a usable issue date', () => {
  const others = [known('inv_old', null, { periodEnd: '2026-10-01' }), known('inv_undated', null)]
  expect(before('2026-11-01', ...others)).toBe('inv_old')
  expect(before(undefined, ...others, known('inv_now', null, { periodEnd: '2026-11-01' }))).toBe('inv_old')
  expect(before('0001-01-01', ...others), 'without any date of this one').toBeUndefined()
})
