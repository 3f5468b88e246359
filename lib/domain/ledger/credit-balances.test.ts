import { expect, it } from 'vitest'
import { breaksUpTo } from './credit-balances'

const DAY = '2026-03-31'
const NONE = { kept: 3, upTo: 0, firstLater: '2026-04-28', newest: '2026-04-30' }
const SOME = { ...NONE, upTo: 2 }
const [THREE, TWO, SOUND] = [{ breaks: 3 }, { breaks: 2 }, { breaks: 0 }]

it('does not say which of several pools with breaks has those up to the day', () => {
  const found = { pools: [THREE, TWO, SOUND], isOrdered: true }
  expect(breaksUpTo(DAY, THREE, { ...found, kept: SOME })).toBeNull()
  expect(breaksUpTo(DAY, SOUND, { ...found, kept: SOME })).toMatchObject({ upTo: 0, mayBeMore: false })
  expect(breaksUpTo(DAY, THREE, { ...found, kept: NONE })).toEqual({ upTo: 0, mayBeMore: false, firstLater: null })
})

it('knows the days of breaks that are not kept only in a ledger in order of time', () => {
  const more = { pools: [{ breaks: 200 }], kept: NONE }
  expect(breaksUpTo(DAY, { breaks: 200 }, { ...more, isOrdered: true })).toMatchObject({ upTo: 0, mayBeMore: false })
  expect(breaksUpTo(DAY, { breaks: 200 }, { ...more, isOrdered: false })).toBeNull()
})

it('does not say that there is none up to a day that the kept breaks do not reach', () => {
  const kept = { kept: 0, upTo: 0, firstLater: null, newest: DAY }
  expect(breaksUpTo(DAY, THREE, { pools: [THREE], isOrdered: true, kept })).toBeNull()
})
