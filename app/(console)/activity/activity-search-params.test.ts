import { OPERATION_MAP } from '@/lib/operations'
import { expect, test } from 'vitest'
import { activityInput, loadActivitySearch } from './activity-search-params'

const askedFor = (address: string, timeZone = 'UTC') => activityInput(loadActivitySearch(address), timeZone)

test.each([
  '?objectId=..',
  '?objectId=.',
  '?objectId=a%00',
  `?objectId=${'a'.repeat(257)}`,
  '?from=9999-12-31&to=9999-12-31',
  '?to=31+Dec+9999',
])('ignores an invalid parameter: %s', (address) => {
  expect(askedFor(address)).toEqual({})
})

test('matches an ID as a whole, without the spaces around it', () => {
  expect(askedFor('?objectKind=invoice&objectId=+inv_1..+')).toEqual({ objectKind: 'invoice', objectId: 'inv_1..' })
})

test.each(['UTC', 'Etc/GMT+12', 'Pacific/Kiritimati'])('accepts every other day in %s', (timeZone) => {
  for (const day of ['1000-01-01', '9999-12-30'])
    expect(OPERATION_MAP.listActivity.input.safeParse(askedFor(`?from=${day}&to=${day}`, timeZone)).success).toBe(true)
})
