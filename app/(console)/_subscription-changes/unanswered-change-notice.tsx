'use client'

import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { SubscriptionLink } from './subscription-link'
import { focusWhenLost, NoticePlace } from './change-notice'

interface UnansweredChangeNoticeProps {
  action: string
  subscriptionId: string
  isUnread: boolean
  isOver: boolean
  hasLooked: boolean
  isLooking: boolean
  onLookAgain: () => void
  onDismiss: () => void
}

/** Shows a change without a response from the console, until the console's record of it is found. */
export function UnansweredChangeNotice({
  action,
  subscriptionId,
  isUnread,
  isOver,
  hasLooked,
  isLooking,
  onLookAgain,
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
            <Button small pending={isLooking} onClick={onLookAgain}>
              Look again
            </Button>
          )
        }
      >
        <p>No answer came from the console itself. {searchStatus({ isUnread, isOver, hasLooked })}</p>
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
  if (isUnread) return 'It cannot be asked what became of it just now. This page goes on asking.'
  if (isOver) return 'It has had no record of it for a minute: what it has no record of, it has not sent.'
  if (hasLooked) return 'It has no record of it so far: what it has no record of, it has not sent. Looking again…'
  return 'Looking for its record of it…'
}
