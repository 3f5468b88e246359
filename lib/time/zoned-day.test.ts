import { expect, it } from 'vitest'
import { typedDay } from './typed-day'
import { zonedDay } from './zoned-day'

const inUtc = (day: string, timeZone: string) => {
  const { start, end } = zonedDay(day, timeZone)
  return [new Date(start).toISOString(), new Date(end).toISOString()]
}

it('zonedDay returns midnight to midnight in the zone', () => {
  expect(inUtc('2026-03-03', 'UTC')).toEqual(['2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z'])
  expect(inUtc('2026-03-03', 'Asia/Kolkata')).toEqual(['2026-03-02T18:30:00.000Z', '2026-03-03T18:30:00.000Z'])
  expect(inUtc('2026-12-31', 'America/New_York')).toEqual(['2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'])
})

it('zonedDay returns 23 or 25 hours when the clocks change', () => {
  expect(inUtc('2026-03-29', 'Europe/Berlin')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  expect(inUtc('2026-10-25', 'Europe/Berlin')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
})

it('zonedDay starts at 01:00 on a day without midnight, and is empty for a skipped day', () => {
  expect(inUtc('2018-11-04', 'America/Sao_Paulo')).toEqual(['2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'])
  const { start, end } = zonedDay('2011-12-30', 'Pacific/Apia')
  expect(end - start).toBe(0)
})

it('zonedDay leaves no gap between days, in any zone', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'America/St_Johns'])
    expect(zonedDay('2026-03-08', timeZone).end).toBe(zonedDay('2026-03-09', timeZone).start)
})

it('typedDay accepts an ISO date and the notation of the console', () => {
  const days = ['2026-03-03', ' 2026-3-3 ', '3 Mar 2026', '3 march 2026', '03 Mar 2026, 14:05', '3. Mar. 2026']
  expect(days.map(typedDay)).toEqual(days.map(() => '2026-03-03'))
  expect(typedDay('30 Sept 2026')).toBe('2026-09-30')
})

it('typedDay rejects invalid and ambiguous dates', () => {
  const none = [
    '',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '03/04/2026',
    '3 Foo 2026',
    '3 Marx 2026',
    '0000-01-01',
    'today',
  ]
  expect(none.map(typedDay)).toEqual(none.map(() => null))
})
