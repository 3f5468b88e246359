import { useTimeZone } from '@/components/time/time-zone'
import { isUnderWay, type SubscriptionChange } from '@/lib/changes/change'
import { formatDateTime, formatTime } from '@/lib/time/instant'

/** Shows what happens next to an open change: its next check, an approval with its deadline, a response, or a review. */
export function NextStep({ change: { state, isOpen, nextCheckAt, proposal } }: { change: SubscriptionChange }) {
  const timeZone = useTimeZone()
  if (state === 'PROPOSED' && proposal)
    return `Can be approved until ${formatDateTime(proposal.expiresAt, timeZone)} ${timeZone}`
  // The console reads the subscription first, so there is no response to wait for.
  if (!isOpen || state === 'QUEUED' || state === 'PREPARED') return null
  if (nextCheckAt === null) return isUnderWay(state) ? 'Waiting for the response' : 'Waiting for review'
  return (
    <>
      Next check at{' '}
      <time
        dateTime={nextCheckAt}
        title={`${formatDateTime(nextCheckAt, timeZone)} ${timeZone}`}
        className="whitespace-nowrap tabular-nums"
      >
        {formatTime(nextCheckAt, timeZone)}
        {timeZone === 'UTC' && ' UTC'}
      </time>
    </>
  )
}
