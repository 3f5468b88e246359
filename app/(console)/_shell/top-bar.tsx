'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { FindBox } from '../_find/find-box'

/** Pages with a Find box in their content: the top bar shows none there. */
const FIND_PAGES = new Set(['/', '/find', '/subscriptions', '/invoices', '/customers'])

/** The top bar: Find, with further content at the right. */
export function TopBar({ children }: { children: ReactNode }) {
  const inPage = FIND_PAGES.has(usePathname())
  return (
    <header className={classNames('no-print tall:sticky top-0 z-30', !inPage && 'bg-surface border-b')}>
      {/* Aligned with the edges of the page below. */}
      <div className="mx-auto flex max-w-7xl items-center justify-between gap-2 px-4 py-2 sm:px-6">
        {inPage ? <span /> : <FindBox />}
        <div className="flex shrink-0 items-center gap-1 sm:gap-2">{children}</div>
      </div>
    </header>
  )
}
