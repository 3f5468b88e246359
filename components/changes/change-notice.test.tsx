import { expect, it } from 'vitest'
import { bareChange } from '@/testing/console/bare-views'
import { renderedPage, textOfHtml } from '@/testing/console/rendered-page'
import { ChangeNotices } from './change-notice'
import { NextStep } from './next-step'

const LOST = { action: 'cancel', subscriptionId: 'sub_1', since: '', lostAt: 0, knownChangeId: undefined } as const
const nothing = () => undefined

/** Returns the text of the notice of a change without a response, whose record could not be read. */
function unansweredText(isOver: boolean): string {
  const search = { isUnread: true, isOver, hasLooked: true, isLooking: false, lookAgain: nothing }
  return textOfHtml(renderedPage([], <ChangeNotices unanswered={{ ...LOST, ...search, onDismiss: nothing }} />))
}

it('the notice of a change without a response says that the console checks again only while it does', () => {
  expect(unansweredText(false)).toContain('Its record cannot be read just now. Checking again…')
  expect(unansweredText(true)).not.toContain('Checking again…')
  expect(unansweredText(true)).toContain('Check again')
})

const nextStep = (state: 'PREPARED' | 'SENT') =>
  textOfHtml(renderedPage([], <NextStep change={bareChange({ state, isOpen: true })} />))

it('the next step waits for a response only after the change was sent', () => {
  expect(nextStep('PREPARED')).toBe('')
  expect(nextStep('SENT')).toBe('Waiting for the response')
})
