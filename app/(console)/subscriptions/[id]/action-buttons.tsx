'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import type { Forecast } from '@/lib/domain/forecast'
import type { SubscriptionAction } from '@/lib/domain/write-effect'
import { preloadActionDialog } from '../../_subscription-actions/use-subscription-actions'

interface ActionButtonsProps {
  forecast: Forecast
  /** The billing API no longer knows the subscription. */
  gone: boolean
  onAct: (action: SubscriptionAction) => void
}

/** Cancel and delete; one that is not possible stays visible, with the reason beneath. */
export function ActionButtons({ forecast, gone, onAct }: ActionButtonsProps) {
  const goneLabel = gone ? 'The billing API no longer knows it' : null
  return (
    <div className="no-print flex flex-wrap items-start gap-2">
      <ActionButton blocked={goneLabel ?? forecast.cancel.blocked} onAct={() => onAct('cancel')}>
        Cancel subscription
      </ActionButton>
      <ActionButton danger blocked={goneLabel ?? forecast.delete.blocked} onAct={() => onAct('delete')}>
        Delete subscription
      </ActionButton>
    </div>
  )
}

interface ActionButtonProps {
  danger?: boolean
  blocked: string | null
  onAct: () => void
  children: string
}

function ActionButton({ danger = false, blocked, onAct, children }: ActionButtonProps) {
  const reasonId = useId()
  return (
    <div className="flex max-w-44 flex-col items-stretch gap-1">
      <Button
        variant={danger ? 'dangerOutline' : 'secondary'}
        aria-disabled={blocked !== null || undefined}
        aria-describedby={blocked === null ? undefined : reasonId}
        onClick={onAct}
        onPointerEnter={preloadActionDialog}
        onFocus={preloadActionDialog}
      >
        {children}
      </Button>
      {blocked !== null && (
        <span id={reasonId} className="text-muted text-xs">
          {blocked}
        </span>
      )}
    </div>
  )
}
