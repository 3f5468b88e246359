'use client'

import { Link } from '@/components/ui/link'
import { usePathname } from 'next/navigation'
import { useSignedIn } from '@/lib/browser/signed-in'

const SET_UP = '/get-started'

/** States on every page that sign-in is off. */
export function DemoBanner() {
  const { isDemo } = useSignedIn()
  const pathname = usePathname()
  // The set-up page states it itself.
  if (!isDemo || pathname === SET_UP) return null
  return (
    <aside aria-label="Demo" className="no-print bg-blue-soft text-blue text-sm">
      <div className="mx-auto flex max-w-7xl flex-wrap items-baseline gap-x-3 px-4 py-1.5 sm:px-6">
        <span>Demo data: anyone on this computer is admin.</span>
        <Link href={SET_UP} className="font-medium underline">
          Set up sign-in
        </Link>
      </div>
    </aside>
  )
}
