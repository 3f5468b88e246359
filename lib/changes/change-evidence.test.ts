import { describe, expect, it } from 'vitest'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { bareSubscription } from '@/testing/console/bare-views'
import type { ChangeAction } from './change-effect'
import { changeEvidence } from './change-evidence'
import { shownWords } from './change-texts'

/** The first read is dated 10 Feb 2027; by the forecast the monthly period ends on 27 Feb 2027. */
const FORECAST = '2027-02-28T00:00:00.000Z'
const FAR = '2028-06-30T00:00:00.000Z'

type Changes = Partial<SubscriptionView>

const subscription = (sent: Changes = {}) =>
  bareSubscription({ status: 'active', startDate: '2026-01-31T00:00:00.000Z', billingCadence: 'monthly', ...sent })

/** Returns the evidence, with what it shows in words. */
function evidence(action: ChangeAction, before: Changes, after: Changes | null) {
  const found = changeEvidence(action, subscription(before), after && subscription({ ...before, ...after }))
  return { ...found, kind: found.shown.kind, words: shownWords(found.shown) }
}
const ofCancel = (before: Changes, after: Changes | null) => evidence('cancel', before, after)

describe('the evidence of a cancel in effect', () => {
  it('names the end date of the second read', () => {
    expect(ofCancel({}, { endDate: FORECAST })).toMatchObject({ kind: 'inEffect', words: 'it ends on 27 Feb 2027' })
    const ended = { status: 'ended', endDate: '2027-02-10T11:59:00.000Z' }
    expect(ofCancel({}, ended)).toMatchObject({ kind: 'inEffect', words: 'it ended on 10 Feb 2027' })
    expect(ofCancel({ endDate: FAR }, { status: 'ended' })).toMatchObject({ kind: 'inEffect', words: 'it has ended' })
  })

  it('names both dates when the end is later than the forecast', () => {
    expect(ofCancel({}, { endDate: FAR }).words).toBe(
      'it ends on 29 Jun 2028, later than this console’s forecast of 27 Feb 2027',
    )
    expect(ofCancel({ billingCadence: 'oneTime' }, { endDate: FORECAST }).words).toBe(
      'it ends on 27 Feb 2027, later than this console’s forecast of 10 Feb 2027',
    )
    // One date suffices when both are the same day, or without a forecast.
    const midday = { startDate: '2026-01-31T12:00:00.000Z' }
    expect(ofCancel(midday, { endDate: '2027-03-01T00:00:00.000Z' }).words).toBe('it ends on 28 Feb 2027')
    expect(ofCancel({ billingCadence: 'weekly' }, { endDate: FAR }).words).toBe('it ends on 29 Jun 2028')
  })

  it('accepts a deleted status or a 404 for an upcoming subscription', () => {
    const upcoming = { status: 'pendingActivation', startDate: FORECAST }
    expect(ofCancel(upcoming, { status: 'deleted' })).toMatchObject({ kind: 'inEffect', words: 'it is deleted' })
    expect(ofCancel(upcoming, null)).toMatchObject({
      kind: 'inEffect',
      words: 'the billing API no longer knows the subscription',
    })
  })

  it('says that there was nothing to change when the subscription was going to end no later anyway', () => {
    const ends = { endDate: FORECAST }
    expect(ofCancel(ends, {})).toMatchObject({
      kind: 'nothingToChange',
      words: 'it already ends on 27 Feb 2027, as before',
    })
    expect(ofCancel(ends, { status: 'ended', asOf: '2027-03-01T00:00:00.000Z' })).toMatchObject({
      kind: 'nothingToChange',
      words: 'it already ended on 27 Feb 2027, as before',
    })
  })
})

describe('the evidence of a delete in effect', () => {
  it('accepts a deleted status or a 404', () => {
    expect(evidence('delete', { status: 'ended' }, { status: 'deleted' }).kind).toBe('inEffect')
    expect(evidence('delete', { status: 'ended' }, null).kind).toBe('inEffect')
  })
})

describe('the evidence of a subscription that was over before', () => {
  it('says that there was nothing to change', () => {
    expect(ofCancel({ status: 'ended' }, {})).toMatchObject({
      kind: 'nothingToChange',
      words: 'it already has ended, as before',
    })
    for (const action of ['cancel', 'delete'] as const)
      expect(evidence(action, { status: 'deleted' }, {})).toMatchObject({
        kind: 'nothingToChange',
        words: 'it already is deleted, as before',
      })
  })
})

describe('the evidence without an effect', () => {
  it('is certain only when every field that would show the effect is readable and known', () => {
    for (const after of [{}, { status: 'draft' }, { updatedAt: FORECAST }])
      expect(ofCancel({}, after)).toMatchObject({ isWithoutEffect: true })
    for (const after of [{ status: 'cancelled' }, { status: 'toString' }, { status: undefined }, null])
      expect(ofCancel({}, after)).toMatchObject({ isWithoutEffect: false })
    for (const [before, after] of [
      [{}, { endDate: { unreadable: '7' } }],
      [{ endDate: { unreadable: '7' } }, { endDate: FAR }],
      [{}, { status: 'deleted' }],
      [{ status: 'pendingActivation', startDate: FORECAST }, { status: 'ended' }],
      [{ status: 'pendingActivation', startDate: FAR }, { endDate: FORECAST }],
    ] satisfies [Changes, Changes][])
      expect(ofCancel(before, after)).toMatchObject({ kind: 'other', isWithoutEffect: false })
    expect(ofCancel({ endDate: FORECAST }, { endDate: FAR })).toMatchObject({ kind: 'other', isWithoutEffect: true })
    expect(evidence('delete', { status: 'ended' }, { endDate: FAR })).toMatchObject({ isWithoutEffect: true })
    expect(ofCancel({}, { endDate: FORECAST })).toMatchObject({ isWithoutEffect: false })
  })

  it('is asBefore only when status and dates are readable and unchanged', () => {
    expect(ofCancel({}, {})).toMatchObject({ kind: 'asBefore', words: 'it is active, no end date, as before' })
    expect(ofCancel({ endDate: FAR }, {})).toMatchObject({
      kind: 'asBefore',
      words: 'it is active, last day 29 Jun 2028, as before',
    })
    expect(ofCancel({ endDate: { unreadable: 'soon' } }, {})).toMatchObject({
      kind: 'other',
      words: 'it is active, with an end date that could not be read',
    })
    // Another field changed, so "as before" would claim too much.
    expect(ofCancel({}, { updatedAt: FORECAST })).toMatchObject({ kind: 'other', words: 'it is active, no end date' })
  })

  it.each<[Changes, Changes, string]>([
    [{}, { status: 'cancelled' }, 'it is cancelled, no end date; before it was active, no end date'],
    [
      {},
      { status: { unreadable: '7' } },
      'it is of a status that could not be read, no end date; before it was active, no end date',
    ],
    [{}, { status: undefined }, 'it is without a status, no end date; before it was active, no end date'],
    [
      { endDate: FORECAST },
      { endDate: FAR },
      'it is active, last day 29 Jun 2028; before it was active, last day 27 Feb 2027',
    ],
    [
      { status: 'pendingActivation', startDate: FORECAST },
      { status: 'active', updatedAt: FORECAST },
      'it is active, no end date; before it was pending activation, no end date',
    ],
  ])('describes another change: %o, %o', (before, after, words) =>
    expect(ofCancel(before, after)).toMatchObject({ kind: 'other', words }),
  )

  it('reports a running subscription that is gone', () => {
    expect(ofCancel({}, null)).toMatchObject({
      kind: 'other',
      words: 'the billing API no longer knows the subscription',
    })
  })

  it('removes bidirectional control characters from a status', () => {
    expect(ofCancel({}, { status: 'a\u202Eb' }).words).toBe('it is ab, no end date; before it was active, no end date')
  })
})
