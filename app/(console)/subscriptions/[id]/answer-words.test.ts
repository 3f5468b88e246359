import { expect, it } from 'vitest'
import type { RecentInvoice } from '@/lib/browser/recent-page'
import { latestInvoice } from './latest-invoice'
import { payHeading } from './pay-heading'

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

it('the latest invoice is that of the latest period, of one period the last opened', () => {
  const found = latestInvoice([invoice('a', january), invoice('b', february), invoice('c', february)])
  expect([found.invoice?.id, found.label]).toEqual(['b', 'Latest invoice opened here'])
  expect(latestInvoice([])).toEqual({ invoice: null, label: 'Latest invoice opened here' })
})

it('where a period is not known it is the last opened, and said to be that', () => {
  for (const unknown of [null, 'soon']) {
    const found = latestInvoice([invoice('a', january), invoice('b', february), invoice('c', unknown)])
    expect([found.invoice?.id, found.label]).toEqual(['a', 'Last opened here'])
  }
})

it('only what runs pays; of what is over nobody says that it was paid', () => {
  expect(heading('running')).toBe('Pays')
  expect(heading('upcoming')).toBe('Will pay')
  expect([heading('over'), heading('draft'), heading('running', true)]).toEqual(Array(3).fill('Plan price'))
})
