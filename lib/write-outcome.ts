import type { SubscriptionView } from '@/contract/console/subscription'
import { withoutBidi } from './format/bidi'
import { formatDate } from './format/instant'

export type SubscriptionAction = 'cancel' | 'delete'

/** A cancel or delete that was sent. `accepted` is false where no readable answer came: nobody knows what happened. */
export interface SentWrite {
  action: SubscriptionAction
  accepted: boolean
  /** What the billing API said when the outcome is not known, where it said anything. */
  apiWords?: string
  /** The subscription as it was read just before. */
  before: SubscriptionView
}

export interface WriteOutcome {
  /** Whether the subscription now shows what was asked for. */
  took: boolean
  words: string
}

/**
 * What became of a write, told from the subscription as it was read again; `after` is null where it answers 404.
 * Days are written in `timeZone`.
 */
export function writeOutcome(write: SentWrite, after: SubscriptionView | null, timeZone: string): WriteOutcome {
  const { action, accepted, before } = write
  const end = endWords(after, timeZone)
  if (after === null || after.status === 'deleted') {
    const gone = after === null ? 'the billing API no longer knows the subscription' : 'it is deleted'
    if (!accepted) return { took: true, words: `It did take effect: ${gone}.` }
    return { took: true, words: action === 'delete' ? 'Deleted.' : `Cancelled: ${gone}.` }
  }
  const statusChanged = after.status !== before.status
  if (action === 'delete') return { took: false, words: notDeletedWords(accepted, after, end) }
  if (statusChanged || (after.endDate !== null && after.endDate !== before.endDate)) {
    const change = after.endDate === null || !isKnownStatus(after.status) ? statusNow(after) : end
    return { took: true, words: accepted ? `Cancelled: ${change}.` : `It did take effect: ${change}.` }
  }
  if (!accepted) return { took: false, words: unchangedWords(after, end) }
  return after.endDate === null
    ? {
        took: false,
        words: 'The API accepted the cancel, but the subscription still shows no end date: refresh in a moment.',
      }
    : { took: true, words: `Cancelled: ${end}, as it did before.` }
}

function notDeletedWords(accepted: boolean, after: SubscriptionView, end: string): string {
  if (!accepted) return unchangedWords(after, end)
  return `The API accepted the delete, but the subscription is still ${statusWords(after.status)}: refresh in a moment.`
}

const unchangedWords = ({ status, endDate }: SubscriptionView, end: string) =>
  `The subscription is unchanged: still ${statusWords(status)}${endDate === null ? ' with no end date' : `, and ${end}`}. You can try again.`

const statusNow = ({ status }: SubscriptionView) => `its status is now ${statusWords(status)}`

/** `it ends on 28 Feb 2027`; empty without an end date. */
function endWords(subscription: SubscriptionView | null, timeZone: string): string {
  if (!subscription?.endDate) return ''
  const { endDate, asOf } = subscription
  return `it ${Date.parse(endDate) > Date.parse(asOf) ? 'ends' : 'ended'} on ${formatDate(endDate, timeZone)}`
}

const isKnownStatus = (status: string | null) => status === 'active' || status === 'ended'

function statusWords(status: string | null): string {
  if (status === null) return 'without a status'
  return status === 'pendingActivation' ? 'pending activation' : withoutBidi(status)
}
