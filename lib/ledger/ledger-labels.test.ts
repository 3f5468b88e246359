import { describe, expect, it } from 'vitest'
import { readWholeLabel, upcomingLabel } from './ledger-labels'

it('says how many of the known customers were read whole', () => {
  const counts = { customers: { known: 14, readWhole: 1 }, hasMore: false, hasMoreNotRead: false }
  expect(readWholeLabel(counts)).toMatch(/^1 of 14 known customers was read whole since that day\./)
  expect(readWholeLabel({ ...counts, hasMoreNotRead: true })).toMatch(/^1 of more than 14 known customers /)
})

const asOf = '2026-11-29T23:30:00.000Z'
const label = (expiring: { day: string; amount: string }[], others = 0, balance: string | null = '178') =>
  upcomingLabel({ expiring, others }, balance, asOf)

describe('upcomingLabel', () => {
  it('names what expires of a balance, by UTC day', () => {
    expect(label([{ day: '2026-11-30', amount: '178' }])).toBe('of which 178.00 expire tomorrow')
    expect(label([{ day: '2026-11-29', amount: '8' }])).toBe('of which 8.00 expire today')
    expect(
      label(
        ['2026-11-30', '2026-12-03', '2027-01-01', '2027-02-01'].map((day) => ({ day, amount: '5' })),
        2,
      ),
    ).toBe(
      'of which 5.00 expire tomorrow, 5.00 on 3 Dec 2026, 5.00 on 1 Jan 2027, more later · 2 later transactions not counted',
    )
  })

  it('does not call it a part of a balance that is unknown or not above zero', () => {
    for (const balance of [null, '0', '-5'])
      expect(label([{ day: '2026-11-30', amount: '178' }], 0, balance)).toBe('178.00 expire tomorrow')
  })

  it('is null when nothing is to come', () => {
    expect(label([])).toBeNull()
  })
})
