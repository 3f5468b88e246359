import type { SubscriptionStatus } from '@/contract/billing/subscription'
import { formatDate } from '@/lib/format/instant'
import type { Tone } from './ui/pill'

/** Every status of section 2.1: a missing one fails the build. */
export const SUBSCRIPTION_STATUSES: Record<SubscriptionStatus, { label: string; tone: Tone; meaning: string }> = {
  draft: { label: 'Draft', tone: 'grey', meaning: 'Being prepared: it does not start by itself.' },
  pendingActivation: { label: 'Pending activation', tone: 'blue', meaning: 'It becomes active on its start date.' },
  active: { label: 'Active', tone: 'green', meaning: 'It is running.' },
  ended: { label: 'Ended', tone: 'grey', meaning: 'It ran and is over.' },
  deleted: { label: 'Deleted', tone: 'grey', meaning: 'It was deleted.' },
}

const isKnown = (status: string): status is SubscriptionStatus => Object.hasOwn(SUBSCRIPTION_STATUSES, status)

export interface StatusAndDates {
  status: string
  /** As far as they were sent and readable. */
  startDate: string | null
  endDate: string | null
  /** The instant the answer is of: decides whether a date lies ahead. */
  asOf: string
}

interface StatusLabel {
  text: string
  tone: Tone
  meaning: string
}

/**
 * A status with its date, "Active · ends 3 Mar 2027"; an unknown one as it was sent. What lies ahead is never told as past,
 * nor the other way round: where status and date contradict each other, both stand as they were sent. Days in `timeZone`.
 */
export function subscriptionStatusLabel(
  { status, startDate, endDate, asOf }: StatusAndDates,
  timeZone: string,
): StatusLabel {
  if (!isKnown(status)) return { text: status, tone: 'unknown', meaning: 'This console does not know this status' }
  const { label, tone, meaning } = SUBSCRIPTION_STATUSES[status]
  const date = (iso: string) => formatDate(iso, timeZone)
  const isAhead = (iso: string) => Date.parse(iso) > Date.parse(asOf)

  if (status === 'active' && endDate !== null)
    return isAhead(endDate)
      ? { text: `${label} · ends ${date(endDate)}`, tone: 'yellow', meaning: 'It runs until its end date.' }
      : {
          text: `${label} · end date ${date(endDate)} has passed`,
          tone: 'yellow',
          meaning: 'The API says active although the end date has passed.',
        }
  if (status === 'ended' && endDate !== null)
    return isAhead(endDate)
      ? {
          text: `${label} · end date ${date(endDate)}`,
          tone: 'yellow',
          meaning: 'The API says ended although the end date is ahead.',
        }
      : { text: `${label} ${date(endDate)}`, tone, meaning }
  if (status === 'pendingActivation' && startDate !== null && isAhead(startDate))
    return { text: `${label} · starts ${date(startDate)}`, tone, meaning }
  return { text: label, tone, meaning }
}
