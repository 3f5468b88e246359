import { inSentence } from '@/lib/text/in-sentence'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ReplyBox } from '@/components/replies/reply-box'
import { Identifier } from '@/components/text/identifier'
import { Instant } from '@/components/time/instant'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { UpstreamWords } from '@/components/page/upstream-words'
import { Notice } from '@/components/ui/notice'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { OwnText } from '@/components/text/own-text'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { SubscriptionChange } from '@/lib/changes/change'
import { changeReply } from '@/lib/changes/change-reply'
import { confirmedNote, resultTitle } from '@/lib/changes/change-texts'
import { hadNothingToChange } from '@/lib/changes/confirmed-result'
import { CHANGE_LABELS, changeLabel, decisionVerb } from '@/lib/changes/change-state-label'
import { NextStep } from './next-step'
import { ProposedCustomer } from './proposed-customer'
import { SubscriptionLink } from './subscription-link'
import { subscriptionPath } from '@/lib/core/paths'
import { useChangeStep } from './use-change-step'
import type { UnansweredChange, useUnansweredChange } from './use-request-change'
import { useQuery } from '@tanstack/react-query'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { problemOf } from '@/lib/core/problem-of'
import { ENGLISH } from '@/lib/text/english'
import { operationQuery } from '@/lib/api'

interface ChangeNoticeProps {
  change: SubscriptionChange
  /** True when the last poll failed. */
  isUnread: boolean
  /** True on the page of the subscription, where its name is redundant. */
  isOwnPage: boolean
  /** True when the change was requested on this page; the notice then stays in view. */
  isNew: boolean
  /** Without this function the notice cannot be dismissed. */
  onDismiss?: (() => void) | undefined
}

interface ChangeNoticesProps {
  /** A change without a response from the console. */
  unanswered?: UnansweredChangeNoticeProps | undefined
  known?: ChangeNoticeProps | undefined
}

/** The notices of the change that a page shows. */
export const ChangeNotices = ({ unanswered, known }: ChangeNoticesProps) => (
  <>
    {unanswered && <UnansweredChangeNotice {...unanswered} />}
    {known && <ChangeNotice {...known} />}
  </>
)

/** Shows the state of a change, who requested it and when, and its next step. */
function ChangeNotice({ change, isUnread, isOwnPage, isNew, onDismiss }: ChangeNoticeProps) {
  const { action, detail, actor, reason, createdAt, closed, proposal } = change
  const { text, tone, isAlert } = changeLabel(change)
  const [first] = useState(text)
  const { buttonFor, dialog } = useChangeStep()
  const isConfirmed = change.state === 'CONFIRMED'
  const note = isConfirmed ? confirmedNote(change) : detail
  return (
    <NoticePlace isNew={isNew} dialog={dialog}>
      <Notice
        // A new element for each state: an alert is announced when it appears.
        key={text}
        // A notice that is present at page load does not take the focus.
        ref={isNew || text !== first ? focusWhenLost : undefined}
        tone={isConfirmed && hadNothingToChange(change) ? 'info' : tone}
        role={isAlert ? 'alert' : 'status'}
        title={isConfirmed ? <ConfirmedTitle change={change} /> : `${CHANGE_LABELS[action]}: ${inSentence(text)}`}
        onDismiss={onDismiss}
        actions={buttonFor(change)}
      >
        {note !== null && <p>{note}</p>}
        {closed && (
          <p className="mt-1">
            {closed.by} closed it: “<VisibleMarks>{closed.note}</VisibleMarks>”
          </p>
        )}
        {proposal?.decided && (
          <p className="mt-1">
            {proposal.decided.by} {decisionVerb(change)} it: “<VisibleMarks>{proposal.decided.reason}</VisibleMarks>”
          </p>
        )}
        <ProposedCustomer proposal={proposal} />
        <UpstreamWords words={change} detail={detail} verb="said" />
        {/* This changes at each check, so screen readers do not announce it. */}
        <div aria-live="off" className="text-muted mt-1 text-xs">
          {isConfirmed && <ChangeReply change={change} />}
          {!isOwnPage && (
            <p>
              Subscription <Identifier id={change.subscriptionId} of="subscription" path={subscriptionPath} />
            </p>
          )}
          <p className="flex flex-wrap gap-x-3">
            <span>
              Requested by <OwnText text={actor} />, <Instant iso={createdAt} zoned />: “
              <VisibleMarks>{reason}</VisibleMarks>”
            </span>
            <span>{isUnread ? 'Refresh failed. Trying again…' : <NextStep change={change} />}</span>
          </p>
        </div>
      </Notice>
    </NoticePlace>
  )
}

interface UnansweredChangeNoticeProps extends UnansweredChange, ReturnType<typeof useUnansweredChange> {
  onDismiss: () => void
}

/** Shows a change without a response from the console, until the console's record of it is found. */
function UnansweredChangeNotice({
  action,
  subscriptionId,
  isUnread,
  isOver,
  hasLooked,
  isLooking,
  lookAgain,
  onDismiss,
}: UnansweredChangeNoticeProps) {
  return (
    <NoticePlace isNew>
      <Notice
        key={String(isOver)}
        ref={focusWhenLost}
        tone="watch"
        role={isOver ? 'alert' : 'status'}
        title={`Not known yet whether the ${action} took effect`}
        onDismiss={isOver ? onDismiss : undefined}
        actions={
          isOver && (
            <Button small pending={isLooking} onClick={lookAgain}>
              Check again
            </Button>
          )
        }
      >
        <p>The console did not respond. {searchStatus({ isUnread, isOver, hasLooked })}</p>
        <p className="text-muted mt-1 text-xs">
          Subscription <SubscriptionLink id={subscriptionId} />
        </p>
      </Notice>
    </NoticePlace>
  )
}

function searchStatus({
  isUnread,
  isOver,
  hasLooked,
}: Pick<UnansweredChangeNoticeProps, 'isUnread' | 'isOver' | 'hasLooked'>) {
  if (isUnread) return `Its record cannot be read just now.${isOver ? '' : ' Checking again…'}`
  if (isOver) return 'It has no record of the change, and it sends nothing without a record.'
  if (hasLooked) return 'It has no record of the change so far, and it sends nothing without a record. Checking again…'
  return 'Looking for its record…'
}

interface NoticePlaceProps {
  /** True when the notice stays in view. */
  isNew: boolean
  /** A dialog opened from the notice, outside of the live region. */
  dialog?: ReactNode
  children: ReactNode
}

/** The container of a notice: restores the focus and keeps the height while the notice changes. */
function NoticePlace({ isNew, dialog, children }: NoticePlaceProps) {
  const focusReturn = useFocusReturn()
  const kept = useKeptHeight<HTMLDivElement>()
  return (
    <div
      {...focusReturn}
      className={classNames('no-print bg-page z-20 rounded-lg', isNew && 'top-15 [@media(min-height:36rem)]:sticky')}
    >
      <div ref={kept} className="grid">
        {children}
      </div>
      {dialog}
    </div>
  )
}

/** Focuses the notice when the focused element is gone, for example a menu item; never moves an existing focus. */
function focusWhenLost(notice: HTMLDivElement | null): void {
  if (document.activeElement === document.body) notice?.focus({ preventScroll: true })
}

/** Shows the result of a confirmed change, by a read after it: "Subscription cancelled: ends 30 Nov 2026". */
function ConfirmedTitle({ change }: { change: SubscriptionChange }) {
  return resultTitle(change, useSubscriptionAfter(change))
}

/** Offers the reply to the customer when the read after a confirmed change shows its result. */
function ChangeReply({ change }: { change: SubscriptionChange }) {
  const after = useSubscriptionAfter(change)
  if (after !== null && changeReply(change, after, ENGLISH) === null) return null
  // Has its height before the read, so that nothing moves when the reply appears.
  return (
    <div className="mt-2 min-h-14">
      {after !== null && <ReplyBox reply={(say) => changeReply(change, after, say)} />}
    </div>
  )
}

/**
 * Keeps an element at its greatest height until its width changes, so that content below it does not move when its
 * content changes.
 */
function useKeptHeight<Kept extends HTMLElement>(): RefObject<Kept | null> {
  const ref = useRef<Kept>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    let width = 0
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth !== width) element.style.minHeight = ''
      width = element.offsetWidth
      element.style.minHeight = `${element.offsetHeight}px`
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return ref
}

/**
 * Returns the subscription as read after a confirmed change: `gone` when the API no longer knows it, null until it is read.
 * Use it in a component that mounts when the change is confirmed.
 */
function useSubscriptionAfter({ subscriptionId }: SubscriptionChange): SubscriptionView | 'gone' | null {
  const [mountedAt] = useState(() => Date.now())
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...operationQuery('getSubscription', { id: subscriptionId }),
    // A state change of the change reloads this query; the notice may load after it.
    refetchOnMount: ({ state }) => state.isInvalidated,
  })
  const isGone = error !== null && errorUpdatedAt >= mountedAt && problemOf(error).code === 'not_found'
  if (isGone) return 'gone'
  // A read before the change may show the old end date.
  return data && dataUpdatedAt >= mountedAt ? data : null
}
