import { describe, expect, it } from 'vitest'
import {
  confirmedNote,
  confirmedWords,
  isStillInEffect,
  lateWords,
  openWords,
  rejectedWords,
  resultTitle,
  shownWords,
  staleWords,
} from './change-texts'

const IN_EFFECT = { kind: 'inEffect', words: 'it ends on 28 Feb 2027' } as const
const AS_BEFORE = { kind: 'asBefore', words: 'it is active, no end date, as before' } as const

describe('confirmedWords', () => {
  it('states the result of an accepted change', () => {
    expect(confirmedWords('cancel', 'accepted', IN_EFFECT)).toBe('Cancelled: it ends on 28 Feb 2027.')
    expect(confirmedWords('delete', 'accepted', { kind: 'inEffect', words: 'it is deleted' })).toBe('Deleted.')
  })

  it('says that someone else may have done it when there was no response', () => {
    expect(confirmedWords('cancel', 'unknown', IN_EFFECT)).toBe(
      'It is in effect: it ends on 28 Feb 2027. It may have been done by someone else.',
    )
  })

  it('does not say "Cancelled" when there was nothing to change', () => {
    const evidence = { kind: 'nothingToChange', words: 'it already ends on 28 Feb 2027, as before' } as const
    for (const response of ['accepted', 'unknown'] as const)
      expect(confirmedWords('cancel', response, evidence)).toBe(
        'It already ends on 28 Feb 2027, as before: there was nothing to change.',
      )
  })
})

it('rejectedWords describes the present state', () => {
  expect(rejectedWords(AS_BEFORE)).toBe('Nothing was changed: it is active, no end date, as before.')
})

it('openWords claims neither success nor failure', () => {
  expect(openWords('cancel', 'accepted')).toBe('The API accepted the cancel. Not known yet whether it took effect.')
  expect(openWords('delete', 'unknown')).toBe('Not known yet whether the delete took effect.')
  expect(shownWords(AS_BEFORE)).toBe('It is active, no end date, as before.')
  expect(shownWords(null)).toBe('The subscription could not be read again.')
})

it('staleWords lists each changed field, without the date of the change', () => {
  const words = staleWords([
    { field: 'status', seen: 'active', found: 'win\u202Eding' },
    { field: 'endDate', seen: null, found: '2027-02-28T00:00:00.000Z' },
    { field: 'updatedAt', seen: 'a', found: 'b' },
  ])
  expect(words).toContain('Nothing was sent: the subscription has changed since you looked.')
  expect(words).toContain('Its status was active and is winding, its last day was none and is 27 Feb 2027')
  expect(words).not.toContain('last update')
})

it('lateWords names the outcome that a late response corrects', () => {
  expect(lateWords('NOT_APPLIED')).toBe(' The API’s response came late: this was recorded as not applied before.')
  expect(lateWords('NEEDS_REVIEW')).toBe(' The API’s response came late: this was waiting for a review before.')
  expect(lateWords('UNKNOWN')).toBe('')
})

describe('isStillInEffect', () => {
  const ends = { status: 'active', endDate: '2027-03-01T00:00:00.000Z' }
  const cancelled = { action: 'cancel', detail: confirmedWords('cancel', 'accepted', IN_EFFECT) } as const
  const ofDraft = { action: 'cancel', detail: 'Cancelled: it is deleted.' } as const
  const deleted = { action: 'delete', detail: 'Deleted.' } as const

  it('is true while the subscription shows the last day of the cancel, or is deleted', () => {
    expect(isStillInEffect(cancelled, ends)).toBe(true)
    expect(isStillInEffect(cancelled, { ...ends, status: 'ended' })).toBe(true)
    expect(isStillInEffect({ action: 'cancel', detail: 'Cancelled: it has ended.' }, { status: 'ended' })).toBe(true)
    for (const change of [ofDraft, deleted])
      expect([isStillInEffect(change, { status: 'deleted' }), isStillInEffect(change, 'gone')]).toEqual([true, true])
  })

  it('is false for another end, for none, and when someone else may have done it', () => {
    expect(isStillInEffect(cancelled, { ...ends, endDate: '2027-04-01T00:00:00.000Z' })).toBe(false)
    expect(isStillInEffect(cancelled, { status: 'active' })).toBe(false)
    expect(isStillInEffect(cancelled, { ...ends, status: 'deleted' })).toBe(false)
    expect(isStillInEffect(cancelled, 'gone')).toBe(false)
    expect(isStillInEffect(deleted, ends)).toBe(false)
    const maybe = { action: 'cancel', detail: confirmedWords('cancel', 'unknown', IN_EFFECT) } as const
    expect(isStillInEffect(maybe, ends)).toBe(false)
  })
})

describe('the title of a confirmed change', () => {
  const ASOF = '2026-11-20T12:00:00.000Z'
  const after = { status: 'active', endDate: '2026-12-01T00:00:00.000Z', asOf: ASOF }
  const cancelled = { action: 'cancel', detail: confirmedWords('cancel', 'accepted', IN_EFFECT) } as const

  it('states the result, with the last day of the end', () => {
    expect(resultTitle(cancelled, after)).toBe('Subscription cancelled: ends 30 Nov 2026')
    expect(resultTitle(cancelled, { ...after, endDate: '2026-11-20' })).toBe('Subscription cancelled: ends 20 Nov 2026')
    expect(resultTitle(cancelled, { ...after, status: 'ended', endDate: ASOF })).toBe(
      'Subscription cancelled: ended 20 Nov 2026',
    )
    expect(resultTitle(cancelled, { ...after, status: 'deleted' })).toBe('Subscription cancelled: deleted')
    expect(resultTitle({ action: 'delete', detail: 'Deleted.' }, 'gone')).toBe('Subscription deleted')
  })

  it('claims no more than is known', () => {
    expect(resultTitle(cancelled, null)).toBe('Subscription cancelled')
    expect(resultTitle(cancelled, 'gone')).toBe('Subscription cancelled: the billing API no longer knows it')
    const words = 'it already ends on 1 Dec 2026, as before'
    const detail = confirmedWords('cancel', 'accepted', { kind: 'nothingToChange', words })
    expect(resultTitle({ action: 'cancel', detail }, after)).toBe('Nothing changed: already ends 30 Nov 2026')
  })

  it('leaves further details to confirmedNote', () => {
    const nothing = { kind: 'nothingToChange', words: 'it already ends on 1 Dec 2026, as before' } as const
    const repeated = confirmedWords('cancel', 'accepted', nothing)
    expect(confirmedNote(repeated)).toBeNull()
    expect(confirmedNote(`${repeated} ann cancelled it.`)).toBe('ann cancelled it.')
    expect(confirmedNote(cancelled.detail)).toBeNull()
    expect(confirmedNote(confirmedWords('cancel', 'unknown', IN_EFFECT))).toBe('It may have been done by someone else.')
    const late = 'Cancelled: it ends on 1 Mar 2027, later than this console’s forecast of 28 Feb 2027.'
    expect(confirmedNote(late)).toBe(late)
    expect(confirmedNote('Something else.')).toBe('Something else.')
    expect(confirmedNote(cancelled.detail + lateWords('NOT_APPLIED'))).toBe(lateWords('NOT_APPLIED').trim())
  })
})
