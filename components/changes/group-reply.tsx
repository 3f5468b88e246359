import { useQueries } from '@tanstack/react-query'
import { ReplyBox } from '@/components/replies/reply-box'
import { operationQuery } from '@/lib/api'
import type { SubscriptionChange } from '@/lib/changes/change'
import { changeReply } from '@/lib/changes/change-reply'
import { ENGLISH, type Sentences } from '@/lib/text/english'

/** A longer reply is no answer to one ticket. */
export const MAX_REPLIED = 10

/** The reply for changes that are all in effect, a line for each in their order, once each subscription was read after them. */
export function GroupReply({ changes }: { changes: readonly SubscriptionChange[] }) {
  const reads = useQueries({
    queries: changes.map(({ subscriptionId: id }) => ({
      ...operationQuery('getSubscription', { id }),
      // A read from before the change may have another end.
      refetchOnMount: 'always' as const,
    })),
  })
  const reply = (say: Sentences) => {
    const lines = changes.map((change, nth) => {
      const { data, isSuccess = false, isFetchedAfterMount = false } = reads[nth] ?? {}
      return data !== undefined && isSuccess && isFetchedAfterMount ? changeReply(change, data, say) : null
    })
    return lines.includes(null) ? null : lines.join('\n')
  }
  return reply(ENGLISH) !== null && <ReplyBox reply={reply} />
}
