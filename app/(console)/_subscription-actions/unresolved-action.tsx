'use client'

import { Instant } from '@/components/instant'
import { Pill, type Tone } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/visible-marks'
import type { WriteOperation } from '@/contract/console/write-operation'
import { operationLabel, WRITE_ACTIONS } from '@/lib/format/write-state-label'
import { NextCheck } from './next-check'
import { SubscriptionLink } from './subscription-link'
import { useClosing } from './use-closing'

const TONES: Record<ReturnType<typeof operationLabel>['tone'], Tone> = {
  info: 'blue',
  good: 'green',
  watch: 'yellow',
  bad: 'red',
}

/** A cancel or delete in a list: of which subscription, where it stands, who asked for it and when, and what is next. */
export function UnresolvedAction({ operation }: { operation: WriteOperation }) {
  const { action, subscriptionId, actor, reason, createdAt, detail } = operation
  const { text, tone } = operationLabel(operation)
  const closing = useClosing(operation)
  return (
    <li className="grid items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_8.5rem]">
      <div className="min-w-0">
        <span className="block font-medium">{WRITE_ACTIONS[action]}</span>
        <SubscriptionLink id={subscriptionId} />
      </div>
      <div className="min-w-0">
        <Pill tone={TONES[tone]} title={detail}>
          {text}
        </Pill>
        <span className="text-muted mt-1 block text-xs">
          <NextCheck operation={operation} />
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
