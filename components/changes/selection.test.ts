import { describe, expect, test } from 'vitest'
import { Selection } from './selection'

const selectionOf = (...shown: string[]) => {
  const selection = new Selection()
  selection.show(shown)
  return selection
}

describe('Selection', () => {
  test('selects the rows between two presses with Shift, in either direction', () => {
    const selection = selectionOf('a', 'b', 'c', 'd')
    selection.toggle('d', true, false)
    selection.toggle('b', true, true)
    expect(selection.ids().toSorted()).toEqual(['b', 'c', 'd'])
    selection.toggle('c', false, true)
    expect(selection.ids()).toEqual(['d'])
  })

  test('keeps what was selected on another page, and selects one row when the row before is not shown', () => {
    const selection = selectionOf('a', 'b')
    selection.toggle('a', true, false)
    selection.show(['c', 'd', 'e'])
    selection.toggle('e', true, true)
    expect(selection.ids()).toEqual(['a', 'e'])
  })

  test('takes at most 200', () => {
    const selection = selectionOf()
    const ids = Array.from({ length: 250 }, (_, nth) => `sub-${nth}`)
    selection.set(ids, true)
    expect(selection.ids()).toEqual(ids.slice(0, 200))
  })
})
