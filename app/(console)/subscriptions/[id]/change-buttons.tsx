'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Button, buttonClass } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { MenuButton } from '@/components/ui/menu-button'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { useMay } from '@/components/page/signed-in'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { offeredChanges } from '@/lib/changes/offered-changes'
import type { Forecast } from '@/lib/subscriptions/forecast'
import { CHANGE_TITLES } from '@/lib/changes/change-state-label'
import { changesOfQuery } from '@/components/changes/change-queries'
import { preloadChangeDialog } from '@/components/changes/use-subscription-changes'

const MoreChanges = lazyWithRetry(() =>
  import('@/components/changes/change-items').then((module) => module.MoreChanges),
)

interface ChangeButtonsProps {
  subscriptionId: string
  forecast: Forecast
  /** True when the billing API no longer knows the subscription. */
  gone: boolean
  /** Why no change is possible now. */
  lock: string | null
  onAct: (action: ChangeAction) => void
}

/** A button for each change that is possible; the others are in the menu "More", with the reason. */
export function ChangeButtons({ subscriptionId, forecast, gone, lock, onAct }: ChangeButtonsProps) {
  const known = useQuery(changesOfQuery(subscriptionId)).data?.changes ?? []
  const may = { cancel: useMay('cancel'), delete: useMay('delete') }
  const why = lock ?? (gone ? 'The billing API no longer knows this subscription' : null)
  const offered = offeredChanges(forecast, known, why).filter(({ action }) => may[action])
  const others = offered.filter(({ kind }) => kind !== 'possible')
  if (offered.length === 0) return null
  // A cancel that would change nothing: the page says so in place of its button.
  const { blocked, final } = forecast.cancel
  const note = why === null && blocked === null && !final && offered.find(({ action }) => action === 'cancel')?.reason
  return (
    <div className="no-print flex shrink-0 flex-col items-start gap-1 sm:items-end">
      <div className="flex flex-wrap gap-2 sm:flex-nowrap">
        {offered.map(
          ({ action, kind }) => kind === 'possible' && <ChangeButton key={action} action={action} onAct={onAct} />,
        )}
        {others.length > 0 && (
          <MenuButton
            label="More"
            className={buttonClass('secondary')}
            content={
              <>
                More
                <ChevronDown aria-hidden="true" className="size-4" />
              </>
            }
            prefetchProps={MoreChanges.prefetchProps}
          >
            <MoreChanges changes={others} onAct={onAct} />
          </MenuButton>
        )}
      </div>
      {note && <p className="foreign text-muted text-xs">{note}</p>}
    </div>
  )
}

interface ChangeButtonProps extends Pick<ChangeButtonsProps, 'onAct'> {
  action: ChangeAction
}

/** It goes when its change is requested, and gives the focus back. */
function ChangeButton({ action, onAct }: ChangeButtonProps) {
  return (
    <div {...useFocusReturn()}>
      <Button
        variant="dangerOutline"
        aria-keyshortcuts={action === 'cancel' ? 'c' : undefined}
        onClick={() => onAct(action)}
        onPointerEnter={preloadChangeDialog}
        onFocus={preloadChangeDialog}
      >
        {CHANGE_TITLES[action]}
      </Button>
    </div>
  )
}
