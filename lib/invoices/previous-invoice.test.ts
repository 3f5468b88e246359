import { expect, it } from 'vitest'
import { isSameLength, previousInvoice, withLength } from './previous-invoice'

const known = (id: string, issueDate: string | null, more: object = {}) => ({
  id,
  status: 'paid',
  goneAt: null,
  issueDate,
  periodStart: null,
  periodEnd: null,
  ...more,
})
const before = (issueDate: string | undefined, ...others: ReturnType<typeof known>[]) =>
  previousInvoice({ id: 'inv_now', issueDate, invoiceLineItems: [] }, others)?.before.id
const period = (from: string, to: string) => ({
  periodStart: `${from}T00:00:00.000Z`,
  periodEnd: `${to}T00:00:00.000Z`,
})

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

it('prefers an invoice whose period is about as long, and says when there is none', () => {
  const monthly = known('inv_month', '2026-02-01', period('2026-02-01', '2026-03-01'))
  const quarterly = known('inv_quarter', '2026-10-01', period('2026-07-01', '2026-10-01'))
  const line = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-11-01T00:00:00.000Z', subItems: [] }
  const now = { id: 'inv_now', issueDate: '2026-11-01', invoiceLineItems: [line] }
  expect(previousInvoice(now, [quarterly, monthly])).toEqual({ before: monthly, isSameLength: true })
  expect(previousInvoice(now, [quarterly])).toEqual({ before: quarterly, isSameLength: false })
  expect(previousInvoice({ ...now, invoiceLineItems: [] }, [monthly])?.isSameLength, 'without a period').toBe(false)
  const row = known('inv_now', '2026-11-01', period('2026-10-01', '2026-11-01'))
  expect(previousInvoice({ ...now, invoiceLineItems: [] }, [monthly, row])?.isSameLength, 'by its row').toBe(true)
})

it('takes months of 28 and 31 days for one length, but not periods of two and five days', () => {
  const [february, march] = [period('2026-02-01', '2026-03-01'), period('2026-03-01', '2026-04-01')]
  expect(isSameLength(february, march)).toBe(true)
  expect(isSameLength(period('2026-03-01', '2026-03-03'), period('2026-03-03', '2026-03-08'))).toBe(false)
})

it('names the length of a period', () => {
  const hours = { periodStart: '2026-07-01T00:00:00.000Z', periodEnd: '2026-07-01T05:00:00.000Z' }
  const months = [period('2026-07-01', '2026-10-01'), period('2026-07-01', '2026-08-03')]
  const lengths = [...months, hours, known('inv_undated', null)]
  expect(lengths.map((each) => withLength('invoice 7', each))).toEqual([
    'invoice 7, which covers 3 months',
    'invoice 7, which covers 1 month and 2 days',
    'invoice 7, which covers less than a day',
    'invoice 7, whose period is not known',
  ])
})
