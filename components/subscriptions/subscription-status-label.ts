import type { SubscriptionStatus } from '@/contract/billing/subscription'
import { isEndAhead } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'
import { formatDate, formatLastDay } from '@/lib/time/instant'
import { statusName } from '@/lib/objects/status-names'
import { apiStatus, UNKNOWN_STATUS } from '@/components/status/api-status'
import type { Tone } from '@/components/ui/pill'

/**
 * Every status of section 2.1: a missing one fails the build. The document only names them; the glosses are our
 * reading.
 */
const LOOKS: Record<SubscriptionStatus, { tone: Tone; gloss: string }> = {
  draft: { tone: 'grey', gloss: 'being prepared' },
  pendingActivation: { tone: 'blue', gloss: 'to become active on its start date' },
  active: { tone: 'green', gloss: 'running' },
  ended: { tone: 'grey', gloss: 'over' },
  deleted: { tone: 'grey', gloss: 'deleted' },
}

const isKnown = (status: string): status is SubscriptionStatus => Object.hasOwn(LOOKS, status)

export interface StatusAndDates {
  status: string
  /** The values that were sent and readable. */
  startDate: string | null
  endDate: string | null
  /** The time of the response: decides which dates are in the future. */
  asOf: string
}

interface StatusLabel {
  /** The name of the status; an unknown one as sent. */
  status: string
  /** The date in words: "ends 3 Mar 2027"; empty without one. */
  dateText: string
  tone: Tone
  /** The source of the status, and our reading of it. */
  meaning: string
}

/**
 * Returns a status and its date, "Active" and "ends 3 Mar 2027"; an unknown one as sent. Future dates never read as past
 * or the reverse: when status and date contradict each other, both show. Days are UTC; an end is its last day.
 */
export function subscriptionStatusLabel(sent: StatusAndDates): StatusLabel {
  const { status, asOf } = sent
  const [startDate, endDate] = [usableDate(sent.startDate), usableDate(sent.endDate)]
  if (!isKnown(status)) return { status, dateText: '', tone: 'unknown', meaning: apiStatus(status, UNKNOWN_STATUS) }
  const label = statusName('subscription', status)
  const { tone, gloss } = LOOKS[status]
  const isAhead = (iso: string) => Date.parse(iso) > Date.parse(asOf)
  const labelled = (words: string, day: string, change: Partial<StatusLabel> = {}): StatusLabel => ({
    status: label,
    dateText: words.replace('%', day),
    tone,
    meaning: apiStatus(status, gloss),
    ...change,
  })
  const dated = (words: string, iso: string, change?: Partial<StatusLabel>) =>
    labelled(words, formatDate(iso, 'UTC'), change)
  const ending = (words: string, iso: string, change?: Partial<StatusLabel>) =>
    labelled(words, formatLastDay(iso), change)
  const odd = (but: string): Partial<StatusLabel> => ({ tone: 'yellow', meaning: apiStatus(status, but) })

  if (status === 'active' && endDate !== null)
    return isEndAhead(endDate, asOf)
      ? ending('ends %', endDate, { tone: 'yellow', meaning: apiStatus(status, 'running until its end date') })
      : ending('last day was %', endDate, odd('but its last day has passed'))
  if (status === 'active' && startDate !== null)
    return isAhead(startDate)
      ? dated('start date %', startDate, odd('but its start date is ahead'))
      : dated('since %', startDate)
  if (status === 'ended' && endDate !== null)
    return isEndAhead(endDate, asOf)
      ? ending('last day %', endDate, odd('but its last day is ahead'))
      : ending('%', endDate)
  if (status === 'pendingActivation' && startDate !== null && isAhead(startDate)) return dated('starts %', startDate)
  if (status !== 'ended' && startDate !== null) return dated('start date %', startDate)
  return { status: label, dateText: '', tone, meaning: apiStatus(status, gloss) }
}
