import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MenuItem } from '@/components/ui/menu'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { useMay } from '@/components/page/signed-in'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { type OfferedChange, offeredChanges } from '@/lib/changes/offered-changes'
import { forecast } from '@/lib/subscriptions/forecast'
import { CHANGE_TITLES, lockLabel } from '@/lib/changes/change-state-label'
import { changesOfQuery } from './change-queries'
import { preloadChangeDialog } from './use-subscription-changes'

interface ChangeItemsProps {
  /** Null while it is not known. */
  subscriptionId: string | null
  /** The subscription, newly read. */
  subscription: SubscriptionView | null
  /** Why there is no subscription, or none yet; null once it is read. */
  missing: string | null
  onAct: (action: ChangeAction, subscriptionId: string) => void
}

/** The menu items that cancel and delete a subscription; disabled with the reason where that is not possible. */
export function ChangeItems({ subscriptionId, subscription, missing, onAct }: ChangeItemsProps) {
  const { data } = useQuery({
    ...changesOfQuery(subscriptionId ?? ''),
    enabled: subscriptionId !== null,
    staleTime: 0,
  })
  const latest = data?.changes[0]
  const lock = missing ?? (latest?.isOpen === true ? lockLabel(latest) : null)
  const may = { cancel: useMay('cancel'), delete: useMay('delete') }
  const changes: OfferedChange[] =
    subscription === null || missing !== null
      ? // The dialog reads a subscription that was not read yet.
        (['cancel', 'delete'] as const).map((action) => ({
          action,
          kind: lock === null ? 'possible' : 'impossible',
          reason: lock,
        }))
      : offeredChanges(forecast(subscription, subscription.asOf), data?.changes ?? [], lock)
  return (
    <Items
      changes={changes.filter(({ action }) => may[action])}
      onAct={(action) => subscriptionId !== null && onAct(action, subscriptionId)}
    />
  )
}

interface ItemsProps {
  changes: readonly OfferedChange[]
  onAct: (action: ChangeAction) => void
}

/** The menu items of changes, each disabled with the reason where it is not possible. */
export function Items({ changes, onAct }: ItemsProps) {
  useEffect(preloadChangeDialog, [])
  return changes.map(({ action, kind, reason }) => (
    <MenuItem
      key={action}
      label={CHANGE_TITLES[action]}
      danger
      disabled={kind === 'impossible'}
      description={reason ?? undefined}
      onSelect={() => onAct(action)}
    />
  ))
}
