import { describe, expect, it } from 'vitest'
import { operationQuery } from '@/lib/api'
import { problemOfCode } from '@/lib/core/errors'
import { ProblemError } from '@/lib/core/problem-error'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { bareChange, bareSubscription } from '@/testing/console/bare-views'
import { renderedPage, textOfHtml } from '@/testing/console/rendered-page'
import { ChangeDialog } from './change-dialog'
import { changesOfQuery } from './change-queries'
import { freshReadOf, whyNotPossible } from './fresh-subscription'
import type { Refusal } from './use-request-change'

const ID = 'sub_1'
const RUNNING = {
  status: 'active',
  billingCadence: 'monthly',
  startDate: '2027-01-20T00:00:00.000Z',
} satisfies Partial<SubscriptionView>
const endDate = '2027-02-20T00:00:00.000Z'
const cancelled = bareChange({
  cause: {
    kind: 'confirmed',
    response: 'accepted',
    shown: { kind: 'inEffect', now: { status: 'active', endDate, asOf: '2027-02-10T12:00:00.000Z' } },
  },
})
const stale = bareChange({
  id: 'op_2',
  state: 'STALE',
  actor: 'bob@example.com',
  differences: [{ field: 'endDate', seen: null, found: endDate }],
})
const changeOpen: Refusal = {
  problem: {
    ...problemOfCode('change_open'),
    detail: 'Nothing was sent: ann@example.com asked to cancel this subscription. That change has ended meanwhile.',
    changeId: cancelled.id,
  },
}

const nothing = () => undefined

interface Opened {
  subscription?: Partial<SubscriptionView>
  changes?: ReturnType<typeof bareChange>[]
  refusal?: Refusal
  /** False while the subscription is read again. */
  isRead?: boolean
}

/** Returns the text of the dialog of a cancel. */
function dialogText({ subscription = {}, changes = [], refusal, isRead = true }: Opened): string {
  const page = renderedPage(
    [
      [
        operationQuery('getSubscription', { id: ID }).queryKey,
        bareSubscription({ id: ID, ...RUNNING, ...subscription }),
      ],
      [changesOfQuery(ID).queryKey, { changes, count: changes.length, groups: [] }],
    ],
    <ChangeDialog
      action="cancel"
      target={{ id: ID, freshForMs: isRead ? 60_000 : 0 }}
      sending={false}
      refusal={refusal}
      onEdit={nothing}
      onSend={() => Promise.resolve()}
      onShow={nothing}
      onDismiss={nothing}
    />,
  )
  return textOfHtml(page)
}

describe('ChangeDialog', () => {
  it('offers to keep a subscription that can be cancelled', () => {
    const text = dialogText({})
    expect(text).toContain('Keep subscription')
    expect(text).toContain('ends 19 Feb 2027')
  })

  it.each<[string, Refusal]>([
    ['while the cancel of another tab was sent', changeOpen],
    ['after the cancel of another tab', { stale }],
  ])('says only who cancelled it, and that nothing was sent, when it was refused %s', (_, refusal) => {
    const text = dialogText({ subscription: { endDate }, changes: [stale, cancelled], refusal })
    expect(text).toContain('Already cancelled by ann@example.com: last day 19 Feb 2027.')
    expect(text).toContain('Your cancel was not sent')
    expect(text).toContain('ann@example.com cancelled it on 10 Feb 2027, 12:00 UTC.')
    expect(text).not.toMatch(/Another change|since you looked|Confirm again|Show the other|estimate/i)
    expect(text).not.toContain('Keep subscription')
    expect(text).toContain('Close')
  })

  it('leads to another change that still needs work, also when the change is not possible any more', () => {
    const open = { ...cancelled, state: 'NEEDS_REVIEW' as const, isOpen: true }
    const text = dialogText({ subscription: { status: 'ended' }, changes: [open], refusal: changeOpen })
    expect(text).toContain('Show the other change')
    expect(text).not.toContain('Your cancel was not sent')
  })

  it('names the estimate of the console once when only that says that nothing would change', () => {
    const text = dialogText({ subscription: { endDate } })
    expect(text).toContain('Already ends: last day 19 Feb 2027.')
    expect(text.match(/estimate/gi)).toHaveLength(1)
    expect(text).toContain('Keep subscription')
  })

  it('asks to confirm again only after the subscription was read again', () => {
    const moved = { subscription: { endDate: '2091-01-01T00:00:00.000Z' }, changes: [stale], refusal: { stale } }
    expect(dialogText({ ...moved, isRead: false })).not.toContain('up to date')
    expect(dialogText(moved)).toContain('The preview above is up to date. Confirm again to send.')
  })
})

describe('freshReadOf', () => {
  const gone = new ProblemError({ ...problemOfCode('not_found'), detail: 'Not found.' })
  const known = bareSubscription({ id: ID, ...RUNNING })

  it('blocks the change of a subscription that the API does not know, also while it is read again', () => {
    const blocked = 'The billing API does not know this subscription'
    for (const data of [known, undefined]) {
      const read = freshReadOf('delete', { data, error: gone, isFetching: false })
      expect(read).toMatchObject({ state: 'read', consequence: { blocked } })
      expect(whyNotPossible(freshReadOf('delete', { data, error: gone, isFetching: true }))).toBe(blocked)
    }
  })

  it('returns the problem of any other failed read, also with an earlier one', () => {
    const error = new ProblemError({ ...problemOfCode('timed_out'), detail: 'Late.' })
    expect(freshReadOf('cancel', { data: known, error, isFetching: false })).toMatchObject({ state: 'failed' })
  })
})
