import { useQuery } from '@tanstack/react-query'
import { VisibleMarks } from '@/components/text/visible-marks'
import { Notice } from '@/components/ui/notice'
import { formatCount } from '@/lib/money/amount'
import { leftOutQuery } from './change-queries'
import { SubscriptionLink } from './subscription-link'

/** Names the selected subscriptions that are not in a group, in the tab that made it. */
export function GroupLeftOut({ groupId }: { groupId: string }) {
  const { data: leftOut = [] } = useQuery(leftOutQuery(groupId))
  if (leftOut.length === 0) return null
  return (
    <Notice tone="watch" title={`Left out, not cancelled: ${formatCount(leftOut.length, 'subscription')}`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <ul aria-label="Left out" tabIndex={0} className="max-h-56 overflow-y-auto">
        {leftOut.map(({ id, words }) => (
          <li key={id} className="wrap-anywhere">
            <SubscriptionLink id={id} />: <VisibleMarks>{words}</VisibleMarks>
          </li>
        ))}
      </ul>
      <p className="text-muted mt-1 text-xs">Shown in this tab only: the console does not store it.</p>
    </Notice>
  )
}
