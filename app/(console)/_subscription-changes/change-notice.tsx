'use client'

import { type ReactNode, useState } from 'react'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { useKeptHeight } from '@/components/ui/use-kept-height'
import { VisibleMarks } from '@/components/visible-marks'
import type { SubscriptionChange } from '@/contract/console/change'
import { inSentence, changeLabel, CHANGE_LABELS } from '@/lib/format/change-state-label'
import { confirmedNote } from '@/lib/domain/change/change-texts'
import { ConfirmedTitle } from './confirmed-title'
import { NextCheck } from './next-check'
import { SubscriptionLink } from './subscription-link'
import { useClosing } from './use-closing'

interface ChangeNoticeProps {
  change: SubscriptionChange
  /** It could not be asked for the last time. */
  isUnread: boolean
  /** The page is about its subscription, and need not name it. */
  isOwnPage: boolean
  /** It was just asked for here: it stays in sight. */
  isNew: boolean
  /** Without it, it stays. */
  onDismiss?: (() => void) | undefined
}

/** What became of a cancel or delete, or is known of it so far: who asked for it and when, and when it is asked again. */
export function ChangeNotice({ change, isUnread, isOwnPage, isNew, onDismiss }: ChangeNoticeProps) {
  const { action, detail, actor, reason, createdAt, upstreamMessage, closed } = change
  const { text, tone, isAlert } = changeLabel(change)
  const [first] = useState(text)
  const closing = useClosing(change)
  const isConfirmed = change.state === 'CONFIRMED'
  const note = isConfirmed ? confirmedNote(detail) : detail
  return (
    <NoticePlace isNew={isNew} dialog={closing.dialog}>
      <Notice
        // A new element for each state: an alert is announced when it appears.
        key={text}
        // What a page comes with takes the focus from nobody.
        ref={isNew || text !== first ? focusWhenLost : undefined}
        tone={tone}
        role={isAlert ? 'alert' : 'status'}
        title={isConfirmed ? <ConfirmedTitle change={change} /> : `${CHANGE_LABELS[action]}: ${inSentence(text)}`}
        onDismiss={onDismiss}
        actions={closing.button}
      >
        {note !== null && <p>{note}</p>}
        {closed && (
          <p className="mt-1">
            {closed.by} closed it: “<VisibleMarks>{closed.note}</VisibleMarks>”
          </p>
        )}
        {upstreamMessage && !detail.includes(upstreamMessage) && (
          <p className="mt-1">
            The billing API said: “<VisibleMarks>{upstreamMessage}</VisibleMarks>”
          </p>
        )}
        {/* It changes with each look, which nobody wants to hear. */}
        <div aria-live="off" className="text-muted mt-1 text-xs">
          {!isOwnPage && (
            <p>
              Subscription{' '}
              <Identifier id={change.subscriptionId} of="subscription">
                <SubscriptionLink id={change.subscriptionId} />
              </Identifier>
            </p>
          )}
          <p className="flex flex-wrap gap-x-3">
            <span>
              Asked for by {actor}, <Instant iso={createdAt} zoned />: “<VisibleMarks>{reason}</VisibleMarks>”
            </span>
            <span>
              {isUnread ? 'It could not be looked up just now. Looking again…' : <NextCheck change={change} />}
            </span>
          </p>
        </div>
      </Notice>
    </NoticePlace>
  )
}

interface NoticePlaceProps {
  /** It stays in sight. */
  isNew: boolean
  /** Asked from it, and no part of what it announces. */
  dialog?: ReactNode
  children: ReactNode
}

/** Where a notice stands: it gives the focus back, and nothing below it moves while it changes. */
export function NoticePlace({ isNew, dialog, children }: NoticePlaceProps) {
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

/** Takes the focus where the element that had it is gone, such as a menu's item; never from where somebody is. */
export function focusWhenLost(notice: HTMLDivElement | null): void {
  if (document.activeElement === document.body) notice?.focus({ preventScroll: true })
}
