import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { MoreButton } from '@/components/ui/menu-button'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { useMay } from '@/components/page/signed-in'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { offeredChanges } from '@/lib/changes/offered-changes'
import type { Forecast } from '@/lib/subscriptions/forecast'
import { CHANGE_TITLES } from '@/lib/changes/change-state-label'
import { changesOfQuery } from '@/components/changes/change-queries'
import { AskedItems, type AskedParts } from '@/components/page/asked-parts'
import { Items } from '@/components/changes/change-items'
import { preloadChangeDialog } from '@/components/changes/use-subscription-changes'

interface ChangeButtonsProps {
  subscriptionId: string
  forecast: Forecast
  /** True when the billing API no longer knows the subscription. */
  gone: boolean
  /** Why no change is possible now. */
  lock: string | null
  parts: AskedParts
  /** True while the notice says what became of a change: the page does not repeat it. */
  isOutcomeShown: boolean
  onAct: (action: ChangeAction) => void
}

/** A button for each change that is possible; "More" has the others, with the reason, and the rarely used parts of the page. */
export function ChangeButtons({
  subscriptionId,
  forecast,
  gone,
  lock,
  parts,
  isOutcomeShown,
  onAct,
}: ChangeButtonsProps) {
  const known = useQuery(changesOfQuery(subscriptionId)).data?.changes ?? []
  const may = { cancel: useMay('cancel'), delete: useMay('delete') }
  const why = lock ?? (gone ? 'The billing API no longer knows this subscription' : null)
  const offered = offeredChanges(forecast, known, why).filter(({ action }) => may[action])
  const others = offered.filter(({ kind }) => kind !== 'possible')
  // A cancel that would change nothing: the page says so in place of its button.
  const { blocked, final } = forecast.cancel
  const isNoted = why === null && blocked === null && !final && !isOutcomeShown
  const note = isNoted && offered.find(({ action }) => action === 'cancel')?.reason
  return (
    <div className="no-print flex max-w-full shrink-0 flex-col items-start gap-1 sm:items-end">
      <div className="flex flex-wrap gap-2 sm:flex-nowrap">
        {offered.map(
          ({ action, kind }) => kind === 'possible' && <ChangeButton key={action} action={action} onAct={onAct} />,
        )}
        <MoreButton>
          <Menu label="More">
            <AskedItems parts={parts} />
            <Items changes={others} onAct={onAct} />
          </Menu>
        </MoreButton>
      </div>
      {note && <p className="foreign text-muted text-xs wrap-anywhere">{note}</p>}
    </div>
  )
}

/** It goes when its change is requested, and gives the focus back. */
function ChangeButton({ action, onAct }: Pick<ChangeButtonsProps, 'onAct'> & { action: ChangeAction }) {
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
