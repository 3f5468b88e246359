import { expect, it } from 'vitest'
import { invoiceFile } from '@/testing/console/invoice-file'
import { lastPeriodOf } from './last-period'

const END = '2026-12-05T00:00:00.000Z'
const line = (startDate: string, endDate: string, entityType = 'metric') => ({
  startDate: `${startDate}T00:00:00.000Z`,
  endDate: `${endDate}T00:00:00.000Z`,
  price: { id: `price_${entityType}`, entityType, rules: { price: '1' } },
})
const LAST = [line('2026-11-05', '2026-12-05', 'entitlement'), line('2026-11-05', '2026-12-05')]
const LATER = { id: 'inv_2', issueDate: '2026-12-01T00:00:00.000Z' }

const last = (lines: object[], head: object = {}, known: { id: string; issueDate: string | null }[] = []) =>
  lastPeriodOf(invoiceFile(lines, { ...head }).invoice, END, known)

it('returns the days of the last invoice of a subscription that ends', () => {
  const days = { from: '2026-11-05', to: '2026-12-04' }
  expect(last(LAST)).toEqual({ days, isLastInvoice: true })
  expect(last(LAST.slice(0, 1), { issueDate: END })).toEqual({ days, isLastInvoice: true })
  expect(last([line('2026-10-05', '2026-11-05'), ...LAST])).toMatchObject({ days })
})

it('does not call it the last one when usage may follow, a later one is known, or its own date is not', () => {
  expect(last(LAST.slice(0, 1))?.isLastInvoice).toBe(false)
  expect(last(LAST, {}, [LATER])?.isLastInvoice).toBe(false)
  expect(last(LAST, {}, [{ ...LATER, id: 'inv_1' }])?.isLastInvoice).toBe(true)
  expect(last(LAST, { issueDate: null })?.isLastInvoice).toBe(false)
})

it('returns null for an earlier period, for lines beyond the end, for an invoice that is not charged, and without an end', () => {
  expect(last([line('2026-10-05', '2026-11-05')])).toBeNull()
  expect(last([...LAST, line('2026-12-05', '2027-01-05')])).toBeNull()
  expect(last(LAST, { status: 'void' })).toBeNull()
  expect(lastPeriodOf(invoiceFile(LAST).invoice, null, [])).toBeNull()
})
