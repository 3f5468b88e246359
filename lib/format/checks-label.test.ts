import { expect, it } from 'vitest'
import { checksLabel } from './checks-label'

const label = (agrees: number, look: number, unchecked: number, withoutPriceCheck = 0) => {
  const shown = checksLabel({
    lines: agrees + look + unchecked,
    checks: { agrees, look, unchecked, withoutPriceCheck },
  })
  return shown && [shown.text, shown.note].filter(Boolean).join(' | ')
}

it('checksLabel summarizes the checks of an invoice', () => {
  expect(label(6, 0, 0)).toBe('All 6 lines agree')
  expect(label(3, 3, 0)).toBe('3 of 6 lines need a look')
  expect(label(4, 0, 2)).toBe('4 of 6 lines agree, 2 cannot be checked')
  expect(label(0, 0, 6)).toBe('No line can be checked')
  expect([label(1, 0, 0), label(0, 1, 0), label(0, 0, 1)]).toEqual([
    'The line agrees',
    '1 of 1 line needs a look',
    'The line cannot be checked',
  ])
  expect(label(0, 0, 0)).toBeNull()
})

it('checksLabel adds a note on checks that were left out', () => {
  expect(label(3, 1, 2)).toBe('1 of 6 lines needs a look | 2 cannot be checked')
  expect(label(20_000, 0, 0, 1_200)).toBe('All 20,000 lines agree | 1,200 unit prices could not be checked')
})
