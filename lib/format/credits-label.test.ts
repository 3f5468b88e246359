import { expect, it } from 'vitest'
import { breaksLabel, readWholeLabel } from './credits-label'

const DAY = '2026-03-31'
const labelOf = (breaks: number, breaksByDay: Parameters<typeof breaksLabel>[0]['breaksByDay']) =>
  breaksLabel({ breaks, breaksByDay }, DAY)

it('says when the first break comes of a balance without one up to the day', () => {
  expect(labelOf(222, { upTo: 0, mayBeMore: false, firstLater: '2026-04-28' })).toEqual({
    text: 'No break up to 31 Mar 2026; first 28 Apr 2026',
    isWarning: false,
  })
  expect(labelOf(2, { upTo: 0, mayBeMore: false, firstLater: null })?.text).toBe(
    'No break up to 31 Mar 2026; there are later ones',
  )
})

it('counts the breaks up to the day, and says when it does not know all', () => {
  expect(labelOf(222, { upTo: 1, mayBeMore: false, firstLater: '2026-04-28' })?.text).toBe('1 break up to 31 Mar 2026')
  expect(labelOf(222, { upTo: 100, mayBeMore: true, firstLater: null })?.text).toBe(
    '100 or more of 222 breaks up to 31 Mar 2026',
  )
  expect(labelOf(3, null)).toEqual({ text: '3 breaks, not known on which days', isWarning: true })
  expect(labelOf(0, null)).toBeNull()
})

it('says how many of the known customers were read whole', () => {
  const counts = { customers: { known: 14, readWhole: 1 }, hasMore: false, hasMoreNotRead: false }
  expect(readWholeLabel(counts)).toMatch(/^1 of 14 known customers was read whole since that day\./)
  expect(readWholeLabel({ ...counts, hasMoreNotRead: true })).toMatch(/^1 of more than 14 known customers /)
})
