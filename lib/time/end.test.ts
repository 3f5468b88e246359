import { expect, it } from 'vitest'
import { lastMoment, periodLastMoment } from './end'

const [start, end] = ['2026-07-18T00:00:00.000Z', '2026-10-18T00:00:00.000Z']

it('lastMoment is a millisecond before an instant, and the end of the day for a date', () => {
  expect(lastMoment(end)).toBe('2026-10-17T23:59:59.999Z')
  expect(lastMoment('2026-10-17')).toBe('2026-10-17T23:59:59.999Z')
  expect(lastMoment('soon')).toBe('soon')
})

it('periodLastMoment is that of its end, except for a period without length', () => {
  expect(periodLastMoment(start, end)).toBe('2026-10-17T23:59:59.999Z')
  expect(periodLastMoment(null, end)).toBe('2026-10-17T23:59:59.999Z')
  expect(periodLastMoment(end, end)).toBe(end)
})
