import { expect, it } from 'vitest'
import { readWholeLabel } from './read-whole-label'

it('says how many of the known customers were read whole', () => {
  const counts = { customers: { known: 14, readWhole: 1 }, hasMore: false, hasMoreNotRead: false }
  expect(readWholeLabel(counts)).toMatch(/^1 of 14 known customers was read whole since that day\./)
  expect(readWholeLabel({ ...counts, hasMoreNotRead: true })).toMatch(/^1 of more than 14 known customers /)
})
