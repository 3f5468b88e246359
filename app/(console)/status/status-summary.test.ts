import { expect, test } from 'vitest'
import type { CallsOfKind, FailedCall } from '@/lib/status/status'
import { apiVerdict as verdictIn, clockNote } from './status-summary'

const calls = (fields: Partial<CallsOfKind> = {}): CallsOfKind => ({
  calls: 10,
  failed: 0,
  latencyMs: { p50: 1, p95: 2, p99: 3 },
  breaker: 'closed',
  ...fields,
})
const at = (minute: number) => `2027-02-10T12:0${minute}:00.000Z`
const failure = (minute: number): FailedCall => ({
  at: at(minute),
  operation: 'getInvoice',
  code: 'api_failed',
  status: 500,
  requestId: null,
})
const seen = { reads: calls(), writes: calls(), failures: [], lastSuccessAt: at(1), asOf: at(3) }
const apiVerdict = (status: Parameters<typeof verdictIn>[0]) => verdictIn(status, 'UTC')

test('returns an unknown verdict without calls', () => {
  const nothing = calls({ calls: 0, latencyMs: null })
  expect(apiVerdict({ ...seen, reads: nothing, writes: nothing, lastSuccessAt: null })).toMatchObject({
    tone: 'grey',
    text: 'No calls yet',
  })
})

test('reports that the API responds after a success, and how many calls failed before', () => {
  expect(apiVerdict(seen)).toEqual({
    tone: 'green',
    text: 'Operational',
    note: 'Responded at 12:01:00 UTC. None of the last 20 calls failed.',
  })
  const failedBefore = { ...seen, reads: calls({ failed: 3 }), failures: [failure(0)] }
  expect(apiVerdict(failedBefore)).toMatchObject({
    tone: 'green',
    note: expect.stringContaining(' 3 of the last 20 calls failed.'),
  })
})

test('reports only the time of the last response when the last call is over five minutes old', () => {
  expect(apiVerdict({ ...seen, asOf: at(6) }).tone).toBe('green')
  expect(apiVerdict({ ...seen, asOf: at(7) })).toEqual({
    tone: 'grey',
    text: 'Responded at 12:01:00 UTC',
    note: 'No calls since. None of the last 20 calls failed.',
  })
  const nextDay = { ...seen, asOf: '2027-02-11T12:00:00.000Z' }
  expect(apiVerdict(nextDay).text).toBe('Responded on 10 Feb 2027, 12:01 UTC')
  expect(verdictIn(nextDay, 'Europe/Berlin').text).toBe('Responded on 10 Feb 2027, 13:01')
})

test.each([at(1), null])('reports a failure of the last call, after a success at %s', (lastSuccessAt) => {
  expect(apiVerdict({ ...seen, failures: [failure(2)], lastSuccessAt })).toMatchObject({ tone: 'red', text: 'Failing' })
})

test('reports an open circuit first, with its scope', () => {
  const paused = { ...seen, reads: calls({ breaker: 'open' }) }
  expect(apiVerdict(paused)).toMatchObject({
    text: 'Requests paused',
    note: expect.stringContaining('failures: reads.'),
  })
  expect(apiVerdict({ ...paused, writes: calls({ breaker: 'open' }) }).note).toContain('failures: reads and writes.')
  expect(apiVerdict({ ...seen, writes: calls({ breaker: 'half_open' }) }).text).toBe('Trying again')
})

test.each([
  [null, null],
  [-5_000, null],
  [5_400, 'Its clock is up to 5 s ahead of ours.'],
  [-20 * 60_000, 'Its clock is up to 20 min behind ours.'],
])('describes a clock of the API that is ahead by %s ms as %s', (clockMs, note) => {
  expect(clockNote(clockMs)).toBe(note)
})
