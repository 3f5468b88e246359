'use client'

import type { SubscriptionStatus } from '@/contract/billing/subscription'
import type { Unreadable } from '@/contract/console/reading'
import { formatDate } from '@/lib/format/instant'
import { isAbsent } from '@/lib/format/unreadable'
import { AbsentStatus } from './absent'
import { useTimeZone } from './time-zone'
import { Pill, type Tone } from './ui/pill'

/** Every status of section 2.1: a missing one fails the build. */
export const SUBSCRIPTION_STATUSES: Record<SubscriptionStatus, { label: string; tone: Tone; meaning: string }> = {
  draft: { label: 'Draft', tone: 'grey', meaning: 'Being prepared: it does not start by itself.' },
  pendingActivation: { label: 'Pending activation', tone: 'blue', meaning: 'It becomes active on its start date.' },
  active: { label: 'Active', tone: 'green', meaning: 'It is running.' },
  ended: { label: 'Ended', tone: 'grey', meaning: 'It ran and is over.' },
  deleted: { label: 'Deleted', tone: 'grey', meaning: 'It was deleted.' },
}

const isKnown = (status: string): status is SubscriptionStatus => Object.hasOwn(SUBSCRIPTION_STATUSES, status)

interface SubscriptionStatusPillProps {
  status: string | Unreadable | null
  /** As far as they were sent and readable. */
  startDate: string | null
  endDate: string | null
  /** The instant the answer is of: decides whether a date lies ahead. */
  asOf: string
}

/** The status with its date, "Active · ends 3 Mar 2027"; an unknown status literally, in a dashed pill. */
export function SubscriptionStatusPill({ status, startDate, endDate, asOf }: SubscriptionStatusPillProps) {
  const timeZone = useTimeZone()
  if (isAbsent(status)) return <AbsentStatus value={status} />
  if (!isKnown(status))
    return (
      <Pill tone="unknown" title="This console does not know this status">
        {status}
      </Pill>
    )
  const { label, tone, meaning } = SUBSCRIPTION_STATUSES[status]
  const date = (iso: string) => formatDate(iso, timeZone)
  const ahead = (iso: string | null): iso is string => iso !== null && Date.parse(iso) > Date.parse(asOf)

  if (status === 'active' && ahead(endDate))
    return (
      <Pill tone="yellow" title="It runs until its end date.">
        {label} · ends {date(endDate)}
      </Pill>
    )
  if (status === 'active' && endDate !== null)
    return (
      <Pill tone="yellow" title="The API says active although the end date has passed.">
        {label} · end date {date(endDate)} has passed
      </Pill>
    )
  if (status === 'pendingActivation' && ahead(startDate))
    return (
      <Pill tone={tone} title={meaning}>
        {label} · starts {date(startDate)}
      </Pill>
    )
  if (status === 'ended' && endDate !== null)
    return (
      <Pill tone={tone} title={meaning}>
        {label} {date(endDate)}
      </Pill>
    )
  return (
    <Pill tone={tone} title={meaning}>
      {label}
    </Pill>
  )
}
