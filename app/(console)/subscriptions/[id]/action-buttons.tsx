'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { useMay } from '@/lib/browser/signed-in'
import type { Forecast } from '@/lib/domain/forecast'
import type { SubscriptionAction } from '@/lib/domain/write-effect'
import { preloadActionDialog } from '../../_subscription-actions/use-subscription-actions'

interface ActionButtonsProps {
  forecast: Forecast
  /** The billing API no longer knows the subscription. */
  gone: boolean
  /** Why nothing can be done now. */
  lock: string | null
  onAct: (action: SubscriptionAction) => void
}

/** Cancel and delete, for whom they are; beneath one that is not possible, or would change nothing, stands why. */
export function ActionButtons({ forecast, gone, lock, onAct }: ActionButtonsProps) {
  const blocked = lock ?? (gone ? 'The billing API no longer knows it' : null)
  const { cancel, delete: deletion } = forecast
  const [mayCancel, mayDelete] = [useMay('cancel'), useMay('delete')]
  if (!mayCancel && !mayDelete) return null
  return (
    <div className="no-print flex flex-wrap items-start gap-x-3 gap-y-2">
      {mayCancel && (
        <ActionButton
          blocked={blocked ?? cancel.blocked}
          hint={cancel.final ? null : cancel.effect}
          onAct={() => onAct('cancel')}
        >
          Cancel subscription
        </ActionButton>
      )}
      {mayDelete && (
        <ActionButton danger blocked={blocked ?? deletion.blocked} onAct={() => onAct('delete')}>
          Delete subscription
        </ActionButton>
      )}
    </div>
  )
}

interface ActionButtonProps {
  danger?: boolean
  /** Why it is not possible. */
  blocked: string | null
  /** What to know of it where it is possible. */
  hint?: string | null
  onAct: () => void
  children: string
}

function ActionButton({ danger = false, blocked, hint = null, onAct, children }: ActionButtonProps) {
  const noteId = useId()
  const note = blocked ?? hint
  return (
    <div className="flex max-w-64 flex-col items-start gap-1">
      <Button
        variant={danger ? 'dangerOutline' : 'secondary'}
        aria-disabled={blocked !== null || undefined}
        aria-describedby={note === null ? undefined : noteId}
        onClick={onAct}
        onPointerEnter={preloadActionDialog}
        onFocus={preloadActionDialog}
      >
        {children}
      </Button>
      {note !== null && (
        <span id={noteId} className="foreign text-muted text-xs">
          {note}
        </span>
      )}
    </div>
  )
}
