'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MenuItem } from '@/components/ui/menu'
import type { SubscriptionView } from '@/contract/console/subscription'
import { useMay } from '@/lib/browser/signed-in'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { forecast } from '@/lib/domain/subscription/forecast'
import { lockLabel } from '@/lib/format/change-state-label'
import { latestChangeQuery } from '@/lib/queries/change-queries'
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
  useEffect(preloadChangeDialog, [])
  const latest = useQuery({
    ...latestChangeQuery(subscriptionId ?? ''),
    enabled: subscriptionId !== null,
    staleTime: 0,
  }).data?.changes[0]
  const lock = latest?.isOpen === true ? lockLabel(latest) : null
  const outlook = subscription && forecast(subscription, subscription.asOf)
  const actions = [
    {
      action: 'cancel',
      label: 'Cancel subscription',
      blocked: lock ?? outlook?.cancel.blocked,
      isOffered: useMay('cancel'),
    },
    {
      action: 'delete',
      label: 'Delete subscription',
      blocked: lock ?? outlook?.delete.blocked,
      isOffered: useMay('delete'),
    },
  ] as const
  return actions
    .filter(({ isOffered }) => isOffered)
    .map(({ action, label, blocked }) => (
      <MenuItem
        key={action}
        label={label}
        danger
        disabled={missing !== null || Boolean(blocked)}
        description={missing ?? blocked ?? undefined}
        onSelect={() => subscriptionId !== null && onAct(action, subscriptionId)}
      />
    ))
}
