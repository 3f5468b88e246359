import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { ReplyBox } from '@/components/replies/reply-box'
import { SeveralCustomers } from '@/components/replies/several-customers'
import { operationQuery } from '@/lib/api'
import type { SubscriptionChange } from '@/lib/changes/change'
import { groupReply } from '@/lib/changes/change-reply'
import { problemOf } from '@/lib/core/problem-of'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import { SubscriptionLink } from './subscription-link'

/** A longer reply is no answer to one ticket. */
export const MAX_REPLIED = 10

/**
 * The reply for changes that are all in effect, once each subscription was read after them. Names those that the reply leaves out,
 * because the API no longer has them.
 */
export function GroupReply({ changes }: { changes: readonly SubscriptionChange[] }) {
  const reads = useQueries({
    queries: changes.map(({ subscriptionId: id }) => ({
      ...operationQuery('getSubscription', { id }),
      // A read from before the change may have another end.
      refetchOnMount: 'always' as const,
    })),
  })
  const group = changes.map((change, nth) => ({ change, after: afterOf(reads[nth]) }))
  const reply = (say: Sentences) => groupReply(group, say)
  if (reply(ENGLISH) === null) return null
  const gone = group.filter(({ after }) => after === 'gone')
  return (
    <>
      <ReplyBox reply={reply} />
      <SeveralCustomers views={group.flatMap(({ after }) => (after === null || after === 'gone' ? [] : after))} />
      {gone.map(({ change: { id, subscriptionId } }) => (
        <p key={id} className="text-yellow text-sm">
          The reply leaves out <SubscriptionLink id={subscriptionId} />: the billing API no longer has it.
        </p>
      ))}
    </>
  )
}

/** Returns the subscription as it was read after the page opened; `gone` when the API no longer has it, null before the read. */
function afterOf(read: UseQueryResult<SubscriptionView> | undefined): SubscriptionView | 'gone' | null {
  if (!read?.isFetchedAfterMount) return null
  if (read.isSuccess) return read.data
  return read.error !== null && problemOf(read.error).code === 'not_found' ? 'gone' : null
}
