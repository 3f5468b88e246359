'use client'

import { MenuButton } from '@/components/ui/menu-button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { TransactionView } from '@/contract/console/transaction'

/** Loads when the pointer reaches a menu button. */
const RowMenu = lazyWithRetry(() => import('./row-menu').then((module) => module.RowMenu))

/** The menu button of a row. */
export function RowActions({ block }: { block: TransactionView['allocationBlock'] }) {
  return (
    <MenuButton label="Actions" className="row-menu" prefetchProps={RowMenu.prefetchProps}>
      <RowMenu block={block} />
    </MenuButton>
  )
}
