import { describe, expect, test } from 'vitest'
import { pressedRange, withSelected } from './selection'

describe('a selection', () => {
  test('has the rows between two presses with Shift, in either direction', () => {
    const shown = ['a', 'b', 'c', 'd']
    expect(pressedRange(shown, 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(pressedRange(shown, 'b', 'c')).toEqual(['b', 'c'])
    expect(withSelected(['d', 'b', 'c'], ['b', 'c'], false)).toEqual(['d'])
  })

  test('keeps what was selected on another page, and has one row when the row before is not shown', () => {
    expect(withSelected(['a'], pressedRange(['c', 'd', 'e'], 'a', 'e'), true)).toEqual(['a', 'e'])
  })

  test('takes at most 200', () => {
    const ids = Array.from({ length: 250 }, (_, nth) => `sub-${nth}`)
    expect(withSelected([], ids, true)).toEqual(ids.slice(0, 200))
  })
})
