import { describe, expect, it } from 'vitest'
import type { ChangeCause } from './change'
import { changeWords, confirmedNote, isStillInEffect, resultTitle } from './change-texts'
import { hadNothingToChange } from './confirmed-result'

const ASOF = '2026-11-20T12:00:00.000Z'
const now = { status: 'active', endDate: '2027-03-01T00:00:00.000Z', asOf: ASOF }
const IN_EFFECT = { kind: 'inEffect', now } as const
const NOTHING = { kind: 'nothingToChange', now } as const
const AS_BEFORE = { kind: 'asBefore', now: { ...now, endDate: null } } as const
const CONFIRMED = { kind: 'confirmed', response: 'accepted', shown: IN_EFFECT } as const
const prior = { action: 'cancel', actor: 'ann@example.com', createdAt: '2027-03-03T10:12:00.000Z' } as const

const noteOf = (cause: ChangeCause) => confirmedNote({ action: 'cancel', cause })
const ofCancel = (cause: ChangeCause) => changeWords('cancel', cause, [])

describe('the words of a confirmed change', () => {
  it('state the result of an accepted change', () => {
    expect(ofCancel(CONFIRMED)).toBe('Cancelled: it ends on 28 Feb 2027.')
    expect(changeWords('delete', CONFIRMED, [])).toBe('Deleted.')
  })

  it('say that someone else may have done it when there was no response', () => {
    expect(ofCancel({ ...CONFIRMED, response: 'unknown' })).toBe(
      'It is in effect: it ends on 28 Feb 2027. It may have been done by someone else.',
    )
  })

  it('do not say "Cancelled" when there was nothing to change, and name who cancelled before', () => {
    const words = 'It already ends on 28 Feb 2027, as before: there was nothing to change.'
    for (const response of ['accepted', 'unknown'] as const)
      expect(ofCancel({ ...CONFIRMED, response, shown: NOTHING })).toBe(words)
    expect(ofCancel({ ...CONFIRMED, shown: NOTHING, prior })).toBe(
      `${words} ann@example.com cancelled it on 3 Mar 2027, 10:12 UTC.`,
    )
  })

  it('name the outcome that a late response corrects', () => {
    expect(ofCancel({ ...CONFIRMED, corrects: 'NOT_APPLIED' })).toMatch(
      / The API’s response came late: this was recorded as not applied before\.$/,
    )
    expect(ofCancel({ ...CONFIRMED, corrects: 'NEEDS_REVIEW' })).toMatch(
      / The API’s response came late: this was waiting for a review before\.$/,
    )
  })
})

it('the words of a refused change describe the present state', () => {
  expect(ofCancel({ kind: 'rejected', shown: AS_BEFORE })).toBe(
    'Nothing was changed: it is active, no end date, as before.',
  )
})

it('the words of an unknown outcome claim neither success nor failure', () => {
  expect(ofCancel({ kind: 'open', response: 'accepted', shown: AS_BEFORE })).toBe(
    'The API accepted the cancel. Not known yet whether it took effect. It is active, no end date, as before.',
  )
  expect(changeWords('delete', { kind: 'open', response: 'unknown', problem: 'It timed out.' }, [])).toBe(
    'Not known yet whether the delete took effect. It timed out.',
  )
  expect(ofCancel({ kind: 'open', response: 'unknown', shown: null })).toMatch(
    / The subscription could not be read again\.$/,
  )
  expect(ofCancel({ kind: 'open', response: 'unknown' })).toMatch(/ No response was recorded\.$/)
})

it('the words of a change that was not as seen list each changed field, without the date of the change', () => {
  const words = changeWords('cancel', { kind: 'changed', since: 'seen' }, [
    { field: 'status', seen: 'active', found: 'win\u202Eding' },
    { field: 'endDate', seen: null, found: '2027-02-28T00:00:00.000Z' },
    { field: 'updatedAt', seen: 'a', found: 'b' },
  ])
  expect(words).toContain('Nothing was sent: the subscription has changed since you looked.')
  expect(words).toContain('Its status was active and is winding, its last day was none and is 27 Feb 2027')
  expect(words).not.toContain('last update')
})

it('the words of a change whose effect alone is another do not say that the subscription has changed', () => {
  const differences = [{ field: 'effect', seen: 'ends 2026-12-04', found: 'ends 2027-01-04' }] as const
  expect(changeWords('cancel', { kind: 'changed', since: 'seen' }, differences)).toBe(
    'Nothing was sent: the effect has changed since you looked. The effect was “ends 4 Dec 2026” and is “ends 4 Jan 2027”.',
  )
})

describe('the words of a proposal', () => {
  const expiresAt = '2026-12-05T00:00:00.000Z'
  const later = 'ends 2027-01-04'

  it('say what a later proposal does apart from what happens without an approval', () => {
    expect(ofCancel({ kind: 'proposed', effect: 'ends 2026-12-04', expiresAt, later })).toBe(
      'Nothing was sent: another person must approve it before 5 Dec 2026, 00:00 UTC. Approved in time, it ends 4 Dec 2026. Proposed again later, it ends 4 Jan 2027.',
    )
    expect(ofCancel({ kind: 'expired', expiresAt, later: 'nothing' })).toBe(
      'Nothing was sent: it was not approved before 5 Dec 2026, 00:00 UTC. Proposed again, it does not change.',
    )
  })

  it('ask to propose it again, unless someone has made the change', () => {
    const changed = { kind: 'changed', since: 'proposed' } as const
    const difference = { field: 'endDate', seen: null, found: '2027-02-28T00:00:00.000Z' } as const
    expect(changeWords('cancel', changed, [difference])).toMatch(/ Propose it again if it is still wanted\.$/)
    expect(changeWords('cancel', { ...changed, prior }, [difference])).not.toContain('Propose')
    expect(ofCancel({ kind: 'overtaken' })).toMatch(/ Propose it again if it is still wanted\.$/)
  })
})

describe('isStillInEffect', () => {
  const ends = { status: 'active', endDate: '2027-03-01T00:00:00.000Z' }
  const cancelled = { action: 'cancel', cause: CONFIRMED } as const
  const cancelThatShows = (shown: typeof now | { status: string; endDate: null; asOf: string } | null) =>
    ({ action: 'cancel', cause: { ...CONFIRMED, shown: { kind: 'inEffect', now: shown } } }) as const
  const ofDraft = cancelThatShows({ ...now, status: 'deleted' })
  const deleted = { action: 'delete', cause: { ...CONFIRMED, shown: { kind: 'inEffect', now: null } } } as const

  it('is true while the subscription shows the last day of the cancel, or is deleted', () => {
    expect(isStillInEffect(cancelled, ends)).toBe(true)
    expect(isStillInEffect(cancelled, { ...ends, status: 'ended' })).toBe(true)
    expect(isStillInEffect(cancelThatShows({ ...now, status: 'ended', endDate: null }), { status: 'ended' })).toBe(true)
    for (const change of [ofDraft, deleted])
      expect([isStillInEffect(change, { status: 'deleted' }), isStillInEffect(change, 'gone')]).toEqual([true, true])
  })

  it('is false for another end, for none, and when someone else may have done it', () => {
    expect(isStillInEffect(cancelled, { ...ends, endDate: '2027-04-01T00:00:00.000Z' })).toBe(false)
    expect(isStillInEffect(cancelled, { status: 'active' })).toBe(false)
    expect(isStillInEffect(cancelled, { ...ends, status: 'deleted' })).toBe(false)
    expect(isStillInEffect(cancelled, 'gone')).toBe(false)
    expect(isStillInEffect(deleted, ends)).toBe(false)
    expect(isStillInEffect({ action: 'cancel', cause: { ...CONFIRMED, response: 'unknown' } }, ends)).toBe(false)
  })
})

describe('the title of a confirmed change', () => {
  const after = { status: 'active', endDate: '2026-12-01T00:00:00.000Z', asOf: ASOF }
  const cancelled = { action: 'cancel', cause: CONFIRMED } as const
  const repeated = { action: 'cancel', cause: { ...CONFIRMED, shown: NOTHING } } as const

  it('states the result, with the last day of the end', () => {
    expect(resultTitle(cancelled, after)).toBe('Subscription cancelled: ends 30 Nov 2026')
    expect(resultTitle(cancelled, { ...after, endDate: '2026-11-20' })).toBe('Subscription cancelled: ends 20 Nov 2026')
    expect(resultTitle(cancelled, { ...after, status: 'ended', endDate: ASOF })).toBe(
      'Subscription cancelled: ended 20 Nov 2026',
    )
    expect(resultTitle(cancelled, { ...after, status: 'deleted' })).toBe('Subscription cancelled: deleted')
    expect(resultTitle({ ...cancelled, action: 'delete' }, 'gone')).toBe('Subscription deleted')
  })

  it('claims no more than is known', () => {
    expect(resultTitle(cancelled, null)).toBe('Subscription cancelled')
    expect(resultTitle(cancelled, 'gone')).toBe('Subscription cancelled: the billing API no longer knows it')
    expect(resultTitle(repeated, after)).toBe('Nothing changed: already ends 30 Nov 2026')
  })

  it('leaves further details to confirmedNote', () => {
    expect(noteOf(repeated.cause)).toBeNull()
    expect(noteOf({ ...repeated.cause, prior })).toBe('ann@example.com cancelled it on 3 Mar 2027, 10:12 UTC.')
    expect(noteOf(CONFIRMED)).toBeNull()
    expect(noteOf({ ...CONFIRMED, response: 'unknown' })).toBe('It may have been done by someone else.')
    expect(noteOf({ ...CONFIRMED, shown: { ...IN_EFFECT, forecastEnd: '2027-02-28T00:00:00.000Z' } })).toBe(
      'Cancelled: it ends on 28 Feb 2027, later than this console’s forecast of 27 Feb 2027.',
    )
    expect(noteOf({ ...CONFIRMED, corrects: 'NOT_APPLIED' })).toMatch(/^The API’s response came late: /)
  })

  it('uses what an earlier version said', () => {
    const result = { hadNothingToChange: true, isUnsure: false, end: '28 Feb 2027' }
    const cause = { kind: 'earlier', words: 'There was nothing to change.', note: 'ann did it.', result } as const
    expect([ofCancel(cause), hadNothingToChange({ cause }), confirmedNote({ action: 'cancel', cause })]).toEqual([
      cause.words,
      true,
      cause.note,
    ])
  })
})
