'use client'

import { Instant } from '@/components/instant'
import { Pill, type Tone } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/visible-marks'
import type { SubscriptionChange } from '@/contract/console/change'
import { changeLabel, CHANGE_LABELS } from '@/lib/format/change-state-label'
import { NextCheck } from './next-check'
import { SubscriptionLink } from './subscription-link'
import { useClosing } from './use-closing'

const TONES: Record<ReturnType<typeof changeLabel>['tone'], Tone> = {
  info: 'blue',
  good: 'green',
  watch: 'yellow',
  bad: 'red',
}

/** A list item of an open change: its subscription, state, agent, date and next check. */
export function UnresolvedChange({ change }: { change: SubscriptionChange }) {
  const { action, subscriptionId, actor, reason, createdAt, detail } = change
  const { text, tone } = changeLabel(change)
  const closing = useClosing(change)
  return (
    <li className="grid items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_8.5rem]">
      <div className="min-w-0">
        <span className="block font-medium">{CHANGE_LABELS[action]}</span>
        <SubscriptionLink id={subscriptionId} />
      </div>
      <div className="min-w-0">
        <Pill tone={TONES[tone]} title={detail}>
          {text}
        </Pill>
        <span className="text-muted mt-1 block text-xs">
          <NextCheck change={change} />
        </span>
      </div>
      <div className="min-w-0 wrap-anywhere">
        <span className="foreign line-clamp-2">
          “<VisibleMarks>{reason}</VisibleMarks>”
        </span>
        <span className="text-muted block text-xs">
          <span className="foreign">{actor}</span>, <Instant iso={createdAt} dense zoned />
        </span>
      </div>
      <div className="sm:justify-self-end">{closing.button}</div>
      {closing.dialog}
    </li>
  )
}
