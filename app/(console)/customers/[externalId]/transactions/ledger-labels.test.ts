import { describe, expect, it } from 'vitest'
import { dayLabel } from './go-to-date/day-line'
import { loadLedgerSearch, pageNumber } from './search-params'
import { turnLabel } from './use-ledger-page'

it('dayLabel says on which page a day starts, or what is shown instead', () => {
  const found = { day: '2026-03-03', state: 'found', page: 1234 } as const
  expect(dayLabel({ ...found, kind: 'day' }, 'desc')).toBe('3 Mar 2026 (UTC) starts on page 1,234.')
  expect(dayLabel({ ...found, kind: 'none' }, 'desc')).toBe(
    'No transactions on 3 Mar 2026 (UTC). The next older ones are on this page.',
  )
  expect(dayLabel({ ...found, kind: 'none' }, 'asc')).toContain('The next newer ones')
  expect(dayLabel({ ...found, kind: 'beyond' }, 'desc')).toContain('All transactions are after 3 Mar 2026')
  expect(dayLabel({ ...found, kind: 'beyond' }, 'asc')).toContain('All transactions are before 3 Mar 2026')
  expect(dayLabel({ day: '2026-03-03', state: 'failed', why: 'Try again.' }, 'asc')).toContain('not found: Try again.')
})

it('pageNumber accepts only page numbers that the billing API accepts', () => {
  expect(['1', '2147483647'].map(pageNumber)).toEqual([1, 2147483647])
  expect(['0', '-1', '1.5', 'two', '2147483648', ''].map(pageNumber)).toEqual([null, null, null, null, null, null])
})

const first = { page: 1, pageSize: 20, order: 'desc' } as const

it.each(['page=0', 'page=two', 'page=1.5', 'page=99999999999', 'pageSize=37', 'order=sideways'])(
  'loadLedgerSearch takes ?%s for the default',
  (query) => {
    expect(loadLedgerSearch(new URLSearchParams(query))).toEqual(first)
  },
)

describe('turnLabel', () => {
  it('names the page, the order or the size, whichever differs', () => {
    expect(turnLabel({ ...first, page: 1234 }, first)).toBe('page 1,234')
    expect(turnLabel({ ...first, order: 'asc' }, first)).toBe('oldest first')
    expect(turnLabel({ ...first, pageSize: 50 }, first)).toBe('50 rows per page')
  })

  it('names all that differ', () => {
    expect(turnLabel({ ...first, order: 'asc' }, { ...first, page: 3 })).toBe('page 1, oldest first')
  })
})
