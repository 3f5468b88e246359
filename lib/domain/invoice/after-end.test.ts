import { expect, it } from 'vitest'
import { isAfterEnd } from './after-end'

const END = '2026-11-30T09:30:00.000Z'

it('isAfterEnd returns true for a line that starts at or after the end of its subscription', () => {
  const after = (startDate: Parameters<typeof isAfterEnd>[0]['startDate'], end: string | null = END) =>
    isAfterEnd({ startDate }, end)
  expect([after(END), after('2026-12-30T09:30:00.000Z'), after('2026-11-30T09:29:59.999Z')]).toEqual([
    true,
    true,
    false,
  ])
  expect(
    [after(undefined), after({ unreadable: 'soon' }), after(END, null)],
    'nothing is said of what is not known',
  ).toEqual([false, false, false])
})
