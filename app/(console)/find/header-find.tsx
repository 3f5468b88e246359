'use client'

import { usePathname } from 'next/navigation'
import { FindBox } from './find-box'

/** Pages that are the Find box themselves: there it stands in the page, not in the bar as well. */
const FIND_PAGES = new Set(['/', '/subscriptions', '/invoices', '/customers'])

export function HeaderFind() {
  const pathname = usePathname()
  return FIND_PAGES.has(pathname) ? <div className="flex-1" /> : <FindBox />
}
