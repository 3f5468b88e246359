import { expect, it } from 'vitest'
import type { RecentInvoice } from '@/lib/browser/recent-page'
import { latestInvoice, payHeading } from './summary-labels'

const invoice = (id: string, periodEnd: string | null): RecentInvoice => ({
  kind: 'invoice',
  id,
  label: id,
  asOf: '2027-02-10T12:00:00.000Z',
  number: null,
  status: 'paid',
  total: null,
  currency: null,
  dueDate: null,
  periodStart: null,
  periodEnd,
  subscriptionId: 'sub_1',
  customerId: null,
})
const [january, february] = ['2027-02-01T00:00:00.000Z', '2027-03-01T00:00:00Z']

const heading = (kind: 'running' | 'over' | 'upcoming' | 'draft', isTrial = false) =>
  payHeading({ isTrial }, { standing: { kind } })

it('latestInvoice returns the invoice of the latest period, and the last opened one of equal periods', () => {
  const found = latestInvoice([invoice('a', january), invoice('b', february), invoice('c', february)])
  expect([found.invoice?.id, found.label]).toEqual(['b', 'Latest invoice opened here'])
  expect(latestInvoice([])).toEqual({ invoice: null, label: 'Latest invoice opened here' })
})

it('latestInvoice returns the last opened invoice when a period is unknown, and labels it so', () => {
  for (const unknown of [null, 'soon']) {
    const found = latestInvoice([invoice('a', january), invoice('b', february), invoice('c', unknown)])
    expect([found.invoice?.id, found.label]).toEqual(['a', 'Last opened here'])
  }
})

it('payHeading says "pays" only for a subscription that runs', () => {
  expect(heading('running')).toBe('Pays')
  expect(heading('upcoming')).toBe('Will pay')
  expect([heading('over'), heading('draft'), heading('running', true)]).toEqual(Array(3).fill('Plan price'))
})
