import { describe, expect, it } from 'vitest'
import { pageOfDay } from './page-position'

describe('pageOfDay', () => {
  it('returns the first page with an entry of the day, in either order', () => {
    const days = Array.from({ length: 95 }, (_, index) => Math.floor(index / 7))
    for (const order of ['asc', 'desc'] as const)
      for (const day of new Set(days)) {
        const rows = order === 'asc' ? days : days.toReversed()
        const place = { before: days.indexOf(day), within: days.filter((each) => each === day).length }
        expect(pageOfDay(place, { total: 95, size: 20, order })).toEqual({
          kind: 'day',
          page: Math.floor(rows.indexOf(day) / 20) + 1,
        })
      }
  })

  it('returns the page of the next entry for a day without entries', () => {
    expect(pageOfDay({ before: 40, within: 0 }, { total: 100, size: 20, order: 'asc' })).toEqual({
      kind: 'none',
      page: 3,
    })
    expect(pageOfDay({ before: 40, within: 0 }, { total: 100, size: 20, order: 'desc' })).toEqual({
      kind: 'none',
      page: 4,
    })
  })

  it('returns the last page for a day beyond all entries', () => {
    expect(pageOfDay({ before: 100, within: 0 }, { total: 100, size: 20, order: 'asc' })).toEqual({
      kind: 'beyond',
      page: 5,
    })
    expect(pageOfDay({ before: 0, within: 0 }, { total: 100, size: 20, order: 'desc' })).toEqual({
      kind: 'beyond',
      page: 5,
    })
  })
})
