'use client'

import { Link } from '@/components/ui/link'
import { usePathname } from 'next/navigation'
import { useSignedIn } from '@/lib/browser/signed-in'

const SET_UP = '/get-started'

/** Says on every page that nobody has to sign in, as long as that is so. */
export function DemoBanner() {
  const { isDemo, name } = useSignedIn()
  const pathname = usePathname()
  // That page says it itself, and when it is so no more.
  if (!isDemo || pathname === SET_UP) return null
  return (
    <aside
      aria-label="Demo"
      className="no-print bg-blue-soft text-blue flex flex-wrap items-baseline gap-x-3 px-4 py-1.5 text-sm sm:px-6"
    >
      <span>
        Demo data: open to everybody on this machine as <span className="foreign">{name}</span>.
      </span>
      <Link href={SET_UP} className="font-medium underline">
        Set up sign-in
      </Link>
    </aside>
  )
}
