'use client'

import { Ellipsis } from 'lucide-react'
import { MenuButton } from '@/components/ui/menu-button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { TransactionView } from '@/contract/console/transaction'
import type { ChangeAction } from '@/lib/domain/change/change-effect'

/** Loads when the pointer reaches a menu button. */
const RowMenu = lazyWithRetry(() => import('./row-menu').then((module) => module.RowMenu))

interface RowActionsProps {
  transaction: TransactionView
  onAct: (action: ChangeAction, subscriptionId: string) => void
}

/** The menu button of a row. */
export function RowActions({ transaction, onAct }: RowActionsProps) {
  return (
    <MenuButton
      label="Actions"
      icon={<Ellipsis aria-hidden="true" className="size-4" />}
      className="w-7 scroll-mt-28 scroll-mb-16 px-0!"
      prefetchProps={RowMenu.prefetchProps}
    >
      <RowMenu block={transaction.allocationBlock} onAct={onAct} />
    </MenuButton>
  )
}
