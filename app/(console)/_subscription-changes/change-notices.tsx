'use client'

import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ChangeNotice, focusWhenLost, NoticePlace } from './change-notice'
import { SubscriptionLink } from './subscription-link'

interface ChangeNoticesProps {
  /** A change without a response, while its record is searched. */
  unanswered: UnansweredChangeNoticeProps | undefined
  known: ComponentProps<typeof ChangeNotice> | undefined
}

/** The notices of a change, for the top of the page. */
export const ChangeNotices = ({ unanswered, known }: ChangeNoticesProps) => (
  <>
    {unanswered && <UnansweredChangeNotice {...unanswered} />}
    {known && <ChangeNotice {...known} />}
  </>
)

interface UnansweredChangeNoticeProps {
  action: string
  subscriptionId: string
  isUnread: boolean
  isOver: boolean
  hasLooked: boolean
  isLooking: boolean
  lookAgain: () => void
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
  if (isUnread) return 'Its record cannot be read just now. Checking again…'
  if (isOver) return 'It has had no record of the change for a minute, and it sends nothing without a record.'
  if (hasLooked) return 'It has no record of the change so far, and it sends nothing without a record. Checking again…'
  return 'Looking for its record…'
}
