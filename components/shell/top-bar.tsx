'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { FindBox } from '@/components/find/find-box'
import { Link } from '@/components/ui/link'
import { useSignedIn } from '@/components/page/signed-in'
import { Brand } from './brand'
import { MenuButton } from './navigation'

/** Pages with a Find box in their content: the top bar shows none there. */
const FIND_PAGES = new Set(['/', '/find'])

/** The top bar: on a phone the menu, Find, and further content at the right. */
export function TopBar({ children }: { children: ReactNode }) {
  const isFindInPage = FIND_PAGES.has(usePathname())
  return (
    <header className={classNames('no-print tall:sticky top-0 z-30', !isFindInPage && 'bg-surface border-b')}>
      {/* Aligned with the edges of the page below. */}
      <div className="flex items-center gap-2 px-4 py-2 sm:px-6">
        <MenuButton />
        {isFindInPage ? (
          <Link href="/" className="flex md:hidden">
            <Brand />
          </Link>
        ) : (
          <FindBox />
        )}
        <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">{children}</div>
      </div>
    </header>
  )
}

const GET_STARTED_PATH = '/get-started'

/** Says on every page but the set-up page that sign-in is off. */
export function DemoBanner() {
  const { isDemo } = useSignedIn()
  const pathname = usePathname()
  // The set-up page states it itself.
  if (!isDemo || pathname === GET_STARTED_PATH) return null
  return (
    <aside aria-label="Demo" className="no-print bg-blue-soft text-blue text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-1.5 sm:px-6">
        <span>Demo data: anyone on this computer is admin.</span>
        <Link href={GET_STARTED_PATH} className="font-medium underline">
          Set up sign-in
        </Link>
      </div>
    </aside>
  )
}
