import { describe, expect, it } from 'vitest'
import { daySearchLabel } from './day-search/day-search-line'
import { pageNumber } from './search-params'
import { turnLabel } from './use-ledger-page'

const words = (search: Parameters<typeof daySearchLabel>[0], order: 'asc' | 'desc' = 'desc') =>
  daySearchLabel(search, order)

it('daySearchLabel states the progress and the result in the zone of the search', () => {
  const asked = { day: '2026-03-03', timeZone: 'Europe/Berlin' }
  const found = { ...asked, state: 'found', page: 1234, span: { start: 0, end: 1 } } as const
  expect(words({ ...asked, state: 'running', reads: 7, atMost: 20 })).toBe(
    'Looking for 3 Mar 2026 (Europe/Berlin): 7 of at most 20 pages read',
  )
  expect(words({ ...found, kind: 'day' })).toBe('3 Mar 2026 (Europe/Berlin) starts on page 1,234.')
  expect(words({ ...found, kind: 'none' })).toContain('No transactions on 3 Mar 2026 (Europe/Berlin). The next older')
  expect(words({ ...found, kind: 'none' }, 'asc')).toContain('The next newer ones')
  expect(words({ ...found, kind: 'beyond' })).toContain('All transactions are after 3 Mar 2026')
  expect(words({ ...found, kind: 'beyond' }, 'asc')).toContain('All transactions are before 3 Mar 2026')
  expect(words({ ...asked, state: 'failed', why: 'unordered' })).toContain('not sorted by creation time')
  expect(words({ ...asked, state: 'failed', why: { problem: 'Try again.' } })).toContain('was not found: Try again.')
})

it('pageNumber accepts only page numbers that the billing API accepts', () => {
  expect(['1', '2147483647'].map(pageNumber)).toEqual([1, 2147483647])
  expect(['0', '-1', '1.5', 'two', '2147483648', ''].map(pageNumber)).toEqual([null, null, null, null, null, null])
})

const first = { page: 1, pageSize: 20, order: 'desc' } as const

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
